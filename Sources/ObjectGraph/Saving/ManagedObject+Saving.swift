import ObjectModel
import ObjectStore

/// Transient properties in saves of child contexts, and the orders that a save writes.
extension ManagedObject {
  /// Applies a child's changes to transient properties, without marking the object as changed.
  ///
  /// - Parameter transients: with permanent keys in place of temporary references.
  final func applyTransients(_ transients: ChangeSet.Update) {
    guard fulfillFault(), let row, layout.number == transients.layout.number else { return }
    let properties = transients.changed.map { layout.properties[$0] }
    let attributes = properties.filter { !$0.isRelationship }.map(\.index)
    if !attributes.isEmpty {
      self.row = row.taking(attributes, from: transients.row, layout: layout)
    }
    for property in properties where property.isRelationship {
      let destination = contextReference?.destination(of: property, in: transients.row)
      settleDestination(destination, of: property)
    }
  }

  /// The orders that differ from the store's, of ordered relationships kept in join tables.
  ///
  /// - Returns: also whether members were moved, rather than only added or removed.
  final func joinOrders() -> (orders: [ChangeSet.Order], isMoved: Bool) {
    var orders: [ChangeSet.Order] = []
    var isMoved = false
    for property in layout.orderedJoins {
      guard let state = toManys?[property.toManyIndex], let order = state.order else { continue }
      let members: [ManagedObject]
      let isWhole = order.arrangement != nil
      if isWhole {
        members = orderedDestinations(of: property)
        if state.isReordered() { isMoved = true }
      } else {
        // Members appended at the end keep this order, whichever side reports the pairs.
        let arrivals = state.arrivals()
        members = arrivals.objects
        if arrivals.isAnyBack { isMoved = true }
      }
      guard !members.isEmpty else { continue }
      orders.append(
        .init(
          relationship: property, source: (key, layout.number),
          destinations: members.map { ($0.key, $0.layout.number) }, isWhole: isWhole))
    }
    return (orders, isMoved)
  }
}
