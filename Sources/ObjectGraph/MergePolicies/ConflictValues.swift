import ObjectModel
import ObjectStore

/// Turns rows of an entity into values by name, as conflicts show them.
struct ConflictValues {
  /// That of the objects of the conflict.
  let registry: ObjectRegistry
  let layout: EntityLayout

  /// The properties that a snapshot has: attributes that are stored, and to-one relationships.
  var properties: [PropertyLayout] { layout.properties.filter { $0.isStored && !$0.isOrderKey } }

  func all(of row: Row) -> [String: AttributeValue] {
    Dictionary(firstOf: properties.map { ($0.name, value(of: $0, in: row)) })
  }

  /// The value of a property; an object ID for a to-one relationship.
  func value(of property: PropertyLayout, in row: Row) -> AttributeValue {
    guard !row.isNull(property.index) else { return .null }
    switch property.kind {
    case .toOne:
      return registry.context?.destination(of: property, in: row).map { .objectID($0.objectID) }
        ?? .null
    case .externalData:
      let file = row.withBytes(slot: property.slot) { ExternalData($0).fileName }
      // A file that cannot be read is shown by its name, as the row has it.
      let data = file.flatMap { try? registry.context?.coordinator.externalData(named: $0) }
      return data.map { .data($0) } ?? row.value(of: property)
    default: return row.value(of: property)
    }
  }
}
