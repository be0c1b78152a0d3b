import ObjectGraph

/// A file of an export: the objects of an entity as rows.
public struct ExportTable: Sendable {
  /// The name of the file without its ending: `folio-lines`.
  public let name: String

  /// What it contains, as a sentence.
  public let meaning: String

  /// The columns, in a stable order.
  public let columns: [ExportColumn]

  let entityName: String

  /// The condition for the objects; nil for all.
  let condition: String?

  /// The key path to the campground, whose time zone and currency hold; nil for none.
  let campgroundPath: String?

  /// The relationships to read along with the objects.
  let prefetched: [String]
}

extension ExportTable {
  /// The files of a store, derived from its model: each entity has one, and each stored property a
  /// column.
  ///
  /// - Parameter currency: the currency of all campgrounds; nil if there are several.
  static func tables(
    of model: ManagedObjectModel, in glossary: ExportGlossary = .campground, currency: Currency?
  ) -> [ExportTable] {
    let known = glossary.sections.compactMap { section in
      model.entitiesByName[section.entity].map { ExportTable(section, $0, currency) }
    }
    let names = Set(glossary.sections.map(\.entity)).union(ExportGlossary.unexported)
    let unknown = model.entities.filter { entity in
      !entity.isAbstract && !names.contains(entity.name ?? "")
    }.map { entity in
      let name = entity.name ?? ""
      let section = ExportGlossary.Section(
        entity: name, file: name.wordsOfName.joined(separator: "-") + "s")
      return ExportTable(section, entity, currency)
    }
    return known.flatMap { $0.entityName == "FolioEntry" ? [$0, $0.payments] : [$0] } + unknown
  }

  private init(
    _ section: ExportGlossary.Section, _ entity: EntityDescription, _ currency: Currency?
  ) {
    let path = entity.pathToCampground
    let columns = ExportColumn.columns(
      of: entity, in: section.words, currency: currency)
    let hasMoney = columns.contains { $0.kind == .money }
    name = section.file
    meaning = section.meaning
    self.columns =
      columns + (hasMoney && currency == nil && path != nil ? [ExportColumn.currency] : [])
    entityName = section.entity
    condition = nil
    campgroundPath = path
    prefetched = entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name).sorted()
  }

  private init(_ other: ExportTable, name: String, meaning: String, where condition: String) {
    self.name = name
    self.meaning = meaning
    columns = other.columns
    entityName = other.entityName
    self.condition = condition
    campgroundPath = other.campgroundPath
    prefetched = other.prefetched
  }

  /// The lines of the ledger that move money.
  private var payments: ExportTable {
    ExportTable(
      self, name: "payments",
      meaning: "The lines of \(name).csv that move money: negative received, positive paid out.",
      where: "method != nil")
  }
}

extension EntityDescription {
  /// The shortest path of to-one relationships to the campground, required ones first; nil if there
  /// is none; empty for the campground itself.
  fileprivate var pathToCampground: String? {
    var paths: [(entity: EntityDescription, path: [String])] = [(self, [])]
    var seen: Set<String> = []
    while !paths.isEmpty {
      let (entity, path) = paths.removeFirst()
      if entity.name == "Campground" { return path.joined(separator: ".") }
      guard let name = entity.name, seen.insert(name).inserted else { continue }
      paths += entity.relationshipsByName.values.filter { !$0.isToMany }
        .sorted { ($0.isOptional ? 1 : 0, $0.name) < ($1.isOptional ? 1 : 0, $1.name) }
        .compactMap { relationship in
          relationship.destinationEntity.map { ($0, path + [relationship.name]) }
        }
    }
    return nil
  }
}

extension String {
  /// The words of a name of the model in lower case: `is`, `all`, `included`.
  var wordsOfName: [String] {
    var words: [String] = []
    for character in self {
      if character == "." || character == "_" {
        words.append("")
      } else if character.isUppercase || words.isEmpty {
        words.append(character.lowercased())
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
