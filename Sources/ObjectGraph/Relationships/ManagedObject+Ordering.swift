import ObjectModel
import ObjectStore

/// Ordered to-many relationships.
extension ManagedObject {
  /// The members of an ordered relationship in order, read if necessary.
  final func orderedDestinations(of property: PropertyLayout) -> [ManagedObject] {
    // Reading may find that the object is gone, together with its state.
    _ = destinations(of: property)
    guard contextReference != nil else { return [] }
    let state = toManyState(property)
    return state.isFault ? [] : state.orderedMembers()
  }

  final func typedOrderedDestinations<Object: ManagedObject>(
    at slot: PropertySlot
  ) -> OrderedSet<Object> {
    func typed(_ members: [ManagedObject]) -> OrderedSet<Object> {
      OrderedSet(members.compactMap { $0 as? Object })
    }
    return typedMembers(at: slot, recorded: typed) { typed(orderedDestinations(of: $0)) }
  }
}
