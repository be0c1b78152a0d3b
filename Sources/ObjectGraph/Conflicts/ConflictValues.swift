import ObjectModel
import ObjectStore

/// Converts rows of an entity to values by name, as conflicts present them.
struct ConflictValues {
  /// The registry of the conflict's objects.
  let registry: ObjectRegistry
  let layout: EntityLayout

  /// The properties in a snapshot: stored attributes and to-one relationships.
  var properties: [PropertyLayout] { layout.properties.filter { $0.isStored && !$0.isOrderKey } }

  func all(of row: Row) -> [String: AttributeValue] {
    Dictionary(firstOf: properties.map { ($0.name, value(of: $0, in: row)) })
  }

  /// The value of a property; for a to-one relationship, an object ID.
  func value(of property: PropertyLayout, in row: Row) -> AttributeValue {
    guard !row.isNull(property.index) else { return .null }
    switch property.kind {
    case .toOne:
      return registry.context?.destination(of: property, in: row).map { .objectID($0.objectID) }
        ?? .null
    case .externalData:
      let file = row.withBytes(slot: property.slot) { ExternalData($0).fileName }
      // A file that cannot be read is represented by its name, as stored in the row.
      let data = file.flatMap { try? registry.context?.coordinator.externalData(named: $0) }
      return data.map { .data($0) } ?? row.value(of: property)
    default: return row.value(of: property)
    }
  }
}
