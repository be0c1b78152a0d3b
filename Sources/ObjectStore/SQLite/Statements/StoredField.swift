import ObjectModel

/// The positions of a property's value in a row and a statement.
///
/// It is plain memory, so accessing it costs no reference counting; the property lives as long as
/// its model.
struct StoredField {
  /// The column of a result, or the parameter of a statement.
  let place: Int32
  let index: Int
  let slot: Int
  let kind: SlotKind
  /// Whether the destination's entity number is in the next slot and the next place.
  let hasEntity: Bool
  // Sound: fields belong to the plans of a store, which keeps the model's layout.
  unowned(unsafe) let property: PropertyLayout

  init(_ property: PropertyLayout, at place: Int32 = 0) {
    self.place = place
    index = property.index
    slot = property.slot
    kind = property.kind
    hasEntity = property.hasEntitySlot
    self.property = property
  }
}

/// The fields of one entity in the result of a statement, with byte values separate from the
/// others.
final class EntityFields {
  let entity: EntityLayout
  // Of the entity, here because every row needs them.
  let entityNumber: Int
  let propertyCount: Int
  let slotCount: Int
  let scalars: UnsafeMutableBufferPointer<StoredField>
  let bytes: UnsafeMutableBufferPointer<StoredField>

  init(entity: EntityLayout, places: [ObjectIdentifier: Int32]) {
    self.entity = entity
    entityNumber = entity.number
    propertyCount = entity.properties.count
    slotCount = entity.slotCount
    let fields = entity.properties.compactMap { property in
      places[ObjectIdentifier(property)].map { StoredField(property, at: $0) }
    }
    scalars = Self.memory(fields.filter { !$0.kind.isBytes })
    bytes = Self.memory(fields.filter { $0.kind.isBytes })
  }

  private static func memory(_ fields: [StoredField]) -> UnsafeMutableBufferPointer<StoredField> {
    let memory = UnsafeMutableBufferPointer<StoredField>.allocate(capacity: fields.count)
    _ = memory.initialize(from: fields)
    return memory
  }

  deinit {
    scalars.deallocate()
    bytes.deallocate()
  }
}
