import ObjectModel

/// Where a row keeps a reference whose destination must be in the store.
struct GuardedSlot {
  let index: Int
  let slot: Int
  let property: PropertyLayout

  init(_ property: PropertyLayout) {
    index = property.index
    slot = property.slot
    self.property = property
  }
}
