import Foundation
import ObjectModel
import SQLite

/// The origin of the values of a property's columns, for all entities that share a table.
struct ColumnOrigin {
  let column: ColumnMapping
  let matches: [SchemaCopy.Match]
  let copy: SchemaCopy
  let constants: CopiedConstants

  /// The columns that get a value, with their values; columns that start out empty are omitted.
  var values: [(column: String, value: String)] {
    var values: [(column: String, value: String)] = []
    if let value = joined(matches.map { key(of: $0) }) { values.append((column.name, value)) }
    if let name = column.entityColumn, let value = joined(matches.map { entityNumber(of: $0) }) {
      values.append((name, value))
    }
    return values
  }

  /// The value for an entity's rows; nil for none.
  private struct ColumnValue {
    let text: String
    /// The numbers of the old entities that have the column, if the value is an unchanged column;
    /// nil for any other value.
    var bearers: ClosedRange<Int>?
  }

  /// One value for all rows of the table; a CASE over the entities is used only if they differ.
  private func joined(_ values: [ColumnValue?]) -> String? {
    guard let first = values.lazy.compactMap({ $0 }).first else { return nil }
    let isCommon = zip(values, matches).allSatisfy { value, match in
      guard let value else {
        // The column is NULL for entities without the property.
        return first.bearers.map { !$0.contains(match.source.number) } ?? false
      }
      return value.text == first.text
    }
    if isCommon { return first.text }
    let cases = zip(values, matches).compactMap { value, match in
      value.map { "WHEN \(match.source.number) THEN \($0.text)" }
    }
    return "CASE Z_ENT \(cases.joined(separator: " ")) END"
  }

  private func holdsProperty(_ match: SchemaCopy.Match) -> Bool {
    copy.destination.model[column.property.declaringNumber].includes(match.destination.number)
  }

  // MARK: Keys and values

  private func key(of match: SchemaCopy.Match) -> ColumnValue? {
    guard holdsProperty(match) else { return nil }
    if column.property.isOrderKey { return order() }
    if let attribute = column.property.attribute { return value(of: attribute, match) }
    return reference()?.key
  }

  private func value(of attribute: AttributeDescription, _ match: SchemaCopy.Match) -> ColumnValue?
  {
    let former =
      match.change.properties.flatMap(\.leaves).first { $0.destination === attribute }?
      .source as? AttributeDescription
    let standard = SQLParameter(attribute.storedDefault)
    guard let former, let old = copy.source.column(of: former) else {
      if attribute.isSequence { return ColumnValue(text: "ROW_NUMBER() OVER (ORDER BY Z_PK)") }
      return standard.map { ColumnValue(text: constants.parameter($0)) }
    }
    let bearers = bearers(of: old.property)
    let value = converted(old)
    guard !attribute.isOptional, former.isOptional, let standard else {
      return ColumnValue(text: value, bearers: value == old.name ? bearers : nil)
    }
    return ColumnValue(text: "coalesce(\(value), \(constants.parameter(standard)))")
  }

  /// Data that may be stored externally starts with a mark.
  private func converted(_ old: ColumnMapping) -> String {
    switch (old.property.kind == .externalData, column.property.kind == .externalData) {
    case (true, false): "\(ExternalDataConversion.plain)(\(old.name))"
    case (false, true): "\(ExternalDataConversion.marked)(\(old.name))"
    default: old.name
    }
  }

  private func bearers(of old: PropertyLayout) -> ClosedRange<Int> {
    let layout = copy.source.model[old.declaringNumber]
    return layout.number...layout.lastNumber
  }

  // MARK: References

  /// A to-one relationship's key and the number of its destination's entity.
  private func reference() -> (key: ColumnValue, entity: ColumnValue)? {
    guard let relationship = column.property.relationship,
      let former = copy.difference.source(of: relationship), !former.isToMany,
      let old = copy.source.column(of: former)
    else { return nil }
    let numbers = copy.numbers(ledToBy: old.property, now: column.property)
    let bearers = bearers(of: old.property)
    let key = ColumnValue(text: old.name, bearers: bearers)
    guard let entityColumn = old.entityColumn else {
      return numbers.first?.new.map {
        (key, ColumnValue(text: "CASE WHEN \(old.name) IS NOT NULL THEN \($0) END"))
      }
    }
    let number = SchemaCopy.renumbered(entityColumn, numbers)
    let entity = ColumnValue(text: number, bearers: number == entityColumn ? bearers : nil)
    let gone = numbers.filter { $0.new == nil }.map { "\($0.old)" }
    guard !gone.isEmpty else { return (key, entity) }
    // A reference to a removed object becomes NULL.
    let isGone = "\(entityColumn) IN (\(gone.joined(separator: ", ")))"
    return (ColumnValue(text: "CASE WHEN \(isGone) THEN NULL ELSE \(old.name) END"), entity)
  }

  private func entityNumber(of match: SchemaCopy.Match) -> ColumnValue? {
    holdsProperty(match) ? reference()?.entity : nil
  }

  /// The order key in an ordered relationship: the old one, or one derived from the primary key.
  private func order() -> ColumnValue? {
    guard let relationship = orderedToOne?.relationship,
      let former = copy.difference.source(of: relationship), !former.isToMany,
      let pairs = copy.source.pairs(of: former)
    else { return nil }
    if let known = pairs.source.orderColumn {
      return ColumnValue(text: known, bearers: bearers(of: pairs.relationship))
    }
    let reference = pairs.destination.column
    let place = OrderKey.sql(partition: reference, order: "Z_PK")
    return ColumnValue(text: "CASE WHEN \(reference) IS NOT NULL THEN \(place) END")
  }

  /// The to-one relationship whose order key the property is.
  private var orderedToOne: PropertyLayout? {
    let property = column.property
    return copy.destination.model[property.declaringNumber].orderedToOnes
      .first { $0.orderKey === property || $0.orderKey.index == property.index }?.toOne
  }
}

extension OrderKey {
  /// SQL for the order keys of members that are ordered by another column.
  static func sql(partition: String, order: String) -> String {
    let number = "ROW_NUMBER() OVER (PARTITION BY \(partition) ORDER BY \(order))"
    return "\(first - step) + \(step) * \(number)"
  }
}

extension AttributeDescription {
  /// The default value in its stored form.
  fileprivate var storedDefault: AttributeValue {
    guard attributeType != .transformable, case .data(let data) = defaultValue,
      allowsExternalBinaryDataStorage
    else { return defaultValue.kept(as: attributeType) ?? .null }
    return .data(ExternalData.inline(data))
  }
}

/// The constants of one statement, which are its parameters.
final class CopiedConstants {
  private(set) var values: [SQLParameter] = []

  /// The parameter for a constant; equal constants share one.
  func parameter(_ value: SQLParameter) -> String {
    let place = values.firstIndex(of: value) ?? values.count
    if place == values.count { values.append(value) }
    return "?\(place + 1)"
  }
}

/// Converts data attributes that gain or lose external storage.
enum ExternalDataConversion {
  /// `(data)`: the data itself, read from its external file if necessary.
  static let plain = "OBJECTGRAPH_PLAIN_DATA"
  /// `(data)`: the data with the mark for inline storage.
  static let marked = "OBJECTGRAPH_MARKED_DATA"

  /// - Parameter folder: the old store's folder of external files.
  static func register(on connection: Connection, folder: ExternalFolder) throws {
    try connection.register(function: plain, argumentCount: 1) { arguments in
      guard case .blob(let bytes) = arguments[0] else { return arguments[0] }
      return try bytes.withUnsafeBytes { bytes in
        let value = ExternalData(bytes)
        guard let name = value.fileName else { return .blob(Array(value.content)) }
        guard let data = try folder.data(named: name) else {
          throw ExternalFolder.missingFile(name)
        }
        return .blob(Array(data))
      }
    }
    try connection.register(function: marked, argumentCount: 1) { arguments in
      guard case .blob(let bytes) = arguments[0] else { return arguments[0] }
      return .blob(Array(ExternalData.inline(Data(bytes))))
    }
  }
}
