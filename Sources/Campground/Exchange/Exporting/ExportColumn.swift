import ObjectGraph

/// A column of an export.
public struct ExportColumn: Sendable {
  /// What its values are.
  public enum Kind: Sendable, Hashable {
    case text
    /// A code or a name by which people know an object.
    case reference
    /// The code of the object itself.
    case code
    case integer
    case decimal
    case double
    /// An amount in whole units of the currency.
    case money
    case boolean
    case date
    case instant
    /// A time of day.
    case time
    case weekdays
    /// The currency of the row's amounts.
    case currency
  }

  /// The heading: `amount USD`.
  public let name: String

  /// What it means, as a phrase; empty where nobody wrote it down.
  public let meaning: String

  /// What its values are.
  public let kind: Kind

  /// The key path of the property; empty for the object itself.
  let keyPath: String

  /// The currency of each row, where a store has several.
  static let currency = ExportColumn(
    name: "currency", meaning: "the currency of the amounts", kind: .currency, keyPath: "")

  /// The columns of an entity: those of the glossary in its order, then all other stored properties.
  static func columns(
    of entity: EntityDescription, in words: [ExportGlossary.Word], currency: Currency?
  ) -> [ExportColumn] {
    let known = words.compactMap { word -> ExportColumn? in
      guard !word.isHidden, let property = entity.property(at: word.keyPath),
        let kind = Kind(property, of: entity)
      else { return nil }
      return ExportColumn(word, kind, currency)
    }
    let others = entity.exportableProperties.filter { property in
      !words.contains {
        $0.keyPath == property.keyPath || $0.keyPath.hasPrefix(property.keyPath + ".")
      }
    }
    let unknown = others.compactMap { property in
      Kind(property, of: entity).map { kind in
        let names = property.keyPath.wordsOfName.filter { $0 != "minor" }
        return ExportColumn(
          .init(
            keyPath: property.keyPath, column: names.joined(separator: " "), meaning: ""), kind,
          currency)
      }
    }
    return known + unknown
  }

  private init(_ word: ExportGlossary.Word, _ kind: Kind, _ currency: Currency?) {
    self.init(
      name: kind == .money ? word.column + (currency.map { " \($0)" } ?? "") : word.column,
      meaning: word.meaning, kind: kind, keyPath: word.keyPath)
  }

  private init(name: String, meaning: String, kind: Kind, keyPath: String) {
    self.name = name
    self.meaning = meaning
    self.kind = kind
    self.keyPath = keyPath
  }
}

extension ExportColumn.Kind {
  /// The kind of a property's values; nil for a property that is not exported.
  fileprivate init?(_ property: PropertyDescription, of entity: EntityDescription) {
    if let relationship = property as? RelationshipDescription {
      guard !relationship.isToMany else { return nil }
      self = .reference
      return
    }
    guard let attribute = property as? AttributeDescription else { return nil }
    let name = attribute.name
    switch attribute.attributeType {
    case .boolean: self = .boolean
    // An instant is called when something was done, or until when something holds.
    case .date: self = name.hasSuffix("At") || name.hasSuffix("Until") ? .instant : .date
    case .integer16, .integer32, .integer64:
      self =
        switch name {
        case _ where attribute.isDayNumber: .date
        case _ where name.hasSuffix("Minor"): .money
        case _ where name.hasSuffix("Minute"): .time
        case "weekdays": .weekdays
        case "number" where ExportReference.hasCode(entity): .code
        default: .integer
        }
    case .decimal: self = .decimal
    case .double, .float: self = .double
    case .string, .uuid, .uri: self = .text
    case .undefined, .binaryData, .transformable, .objectID, .composite: return nil
    }
  }
}

extension EntityDescription {
  /// The stored attributes, those of composites one by one, and the to-one relationships.
  var exportableProperties: [PropertyDescription] {
    propertiesByName.values.filter { !$0.isTransient }.sorted { $0.name < $1.name }
      .flatMap(Self.leaves)
      .filter { ($0 as? RelationshipDescription)?.isToMany != true }
  }

  private static func leaves(of property: PropertyDescription) -> [PropertyDescription] {
    (property as? CompositeAttributeDescription)?.elements.flatMap(leaves) ?? [property]
  }

  /// The property at the end of a path.
  fileprivate func property(at keyPath: String) -> PropertyDescription? {
    if let own = exportableProperties.first(where: { $0.keyPath == keyPath }) { return own }
    guard let dot = keyPath.firstIndex(of: "."),
      let relationship = relationshipsByName[String(keyPath[..<dot])], !relationship.isToMany
    else { return nil }
    return relationship.destinationEntity?
      .property(at: String(keyPath[keyPath.index(after: dot)...]))
  }
}
