import ObjectModel

/// The places of one entity's values, in plain memory so that a row costs no reference counting.
final class EntityFields {
  struct Field {
    let column: Int32
    let property: Int
    let slot: Int
    let kind: SlotKind
    let hasEntityColumn: Bool
  }

  let name: String
  let number: Int
  let propertyCount: Int
  let slotCount: Int
  let scalars: UnsafeMutablePointer<Field>
  let scalarCount: Int
  let bytes: UnsafeMutablePointer<Field>
  let byteCount: Int

  init(entity: EntityLayout, places: [ObjectIdentifier: Int32]) {
    name = entity.name
    number = entity.number
    propertyCount = entity.properties.count
    slotCount = entity.slotCount
    let fields = entity.properties.compactMap { property in
      places[ObjectIdentifier(property)].map { column in
        Field(
          column: column, property: property.index, slot: property.slot, kind: property.kind,
          hasEntityColumn: property.hasEntitySlot)
      }
    }
    (scalars, scalarCount) = Self.memory(fields.filter { !$0.kind.isBytes })
    (bytes, byteCount) = Self.memory(fields.filter { $0.kind.isBytes })
  }

  private static func memory(_ fields: [Field]) -> (UnsafeMutablePointer<Field>, Int) {
    let memory = UnsafeMutablePointer<Field>.allocate(capacity: max(1, fields.count))
    for (index, field) in fields.enumerated() { (memory + index).initialize(to: field) }
    return (memory, fields.count)
  }

  deinit {
    scalars.deallocate()
    bytes.deallocate()
  }
}
