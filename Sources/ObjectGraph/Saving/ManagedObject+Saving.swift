import ObjectModel
import ObjectStore

/// What a save takes from an object beside its row, and what a child's save gives it.
extension ManagedObject {
  /// Takes over what a child made of transient properties, without a mark.
  ///
  /// - Parameter transients: with keys in the place of temporary references.
  final func applyTransients(_ transients: SavePlan.Transients) {
    guard fulfillFault(), let row, layout.number == transients.layout.number else { return }
    let properties = transients.indexes.map { layout.properties[$0] }
    let attributes = properties.filter { !$0.isRelationship }.map(\.index)
    if !attributes.isEmpty {
      self.row = row.taking(attributes, from: transients.row, layout: layout)
    }
    for property in properties where property.isRelationship {
      let destination = contextReference?.destination(of: property, in: transients.row)
      settleDestination(destination, of: property)
    }
  }

  /// The order that a child context gave to the members, laid over the one here.
  final func arrange(_ destinations: [ManagedObject], as order: SavePlan.Order) {
    let members = orderedDestinations(of: order.property)
    let all = Set(members)
    let named = OrderedSet(destinations).filter { all.contains($0) }
    let isNamed = Set(named)
    let others = members.filter { !isNamed.contains($0) }
    arrange(order.isWhole ? named + others : others + named, in: order.property)
  }

  /// The orders that are not the store's, of relationships that are kept in join tables.
  ///
  /// - Returns: with them, whether members were moved, and did not only come and go.
  final func joinOrders() -> (orders: [SavePlan.Order], isMoved: Bool) {
    var orders: [SavePlan.Order] = []
    var isMoved = false
    for property in layout.orderedJoins {
      guard let state = toManys?[property.toManyIndex], let order = state.order else { continue }
      let members: [ManagedObject]
      let isWhole = order.arrangement != nil
      if isWhole {
        members = orderedDestinations(of: property)
        if state.isReordered() { isMoved = true }
      } else {
        // What came to the end came there in this order, whichever side the pairs are reported by.
        let arrivals = state.arrivals()
        members = arrivals.objects
        if arrivals.isAnyBack { isMoved = true }
      }
      guard !members.isEmpty else { continue }
      orders.append(
        .init(
          property: property, source: key, sourceEntity: layout.number,
          destinations: members.map { .init(key: $0.key, entity: $0.layout.number) },
          isWhole: isWhole))
    }
    return (orders, isMoved)
  }
}
