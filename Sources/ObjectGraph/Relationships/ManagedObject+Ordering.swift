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

  /// Inserts an object at an index; a member is moved there.
  ///
  /// - Parameter index: from 0 to the number of other members.
  final func place(_ object: ManagedObject, at index: Int, in property: PropertyLayout) {
    if !destinations(of: property).contains(object) { set(object, isMember: true, of: property) }
    var members = orderedDestinations(of: property)
    guard let old = members.firstIndex(of: object) else { return }
    guard old != index, members.indices.contains(index) else { return }
    members.remove(at: old)
    members.insert(object, at: index)
    let state = toManyState(property)
    guard let orderKey = state.order?.orderKey else { return arrange(members, in: property) }
    let lower = index > 0 ? members[index - 1].place(by: orderKey) : nil
    let upper = index + 1 < members.count ? members[index + 1].place(by: orderKey) : nil
    guard upper != .min, let key = OrderKey.between(lower == .min ? nil : lower, upper)
    else { return arrange(members, in: property) }
    keepOrderForUndo(of: property)
    object.setPlace(key, by: orderKey)
    didMoveMembers(of: state, to: members)
  }

  /// Sets the order of the members to the given one, which contains each member once.
  final func arrange(_ members: [ManagedObject], in property: PropertyLayout) {
    guard orderedDestinations(of: property) != members else { return }
    let state = toManyState(property)
    guard let order = state.order else { return }
    keepOrderForUndo(of: property)
    if let orderKey = order.orderKey {
      let places = members.map { member in
        let place = member.place(by: orderKey)
        return place == .min ? nil : place
      }
      for (member, (old, new)) in zip(members, zip(places, OrderKey.arranged(places)))
      where old != new {
        member.setPlace(new, by: orderKey)
      }
    } else {
      order.arrangement = members
    }
    didMoveMembers(of: state, to: members)
  }

  /// Records the order of a relationship's members before the current event changes it, if there is
  /// an undo manager.
  ///
  /// The members' positions are not sufficient, since a save replaces those that are not final yet.
  final func keepOrderForUndo(of property: PropertyLayout) {
    guard contextReference?.tracker.undoRecorder != nil,
      let order = knownToManyState(property).order, order.eventStart == nil
    else { return }
    order.eventStart = orderedDestinations(of: property)
  }

  /// Does the same for the owners of the ordered relationship at the other end of a to-one
  /// relationship.
  final func keepOrdersForUndo(of owners: [ManagedObject?], by toOne: PropertyLayout) {
    guard let context = contextReference, context.tracker.undoRecorder != nil,
      let inverse = context.model.inverse(of: toOne)
    else { return }
    for case let owner? in owners { owner.keepOrderForUndo(of: inverse) }
  }

  // MARK: Positions

  private func didMoveMembers(of state: ToManyState, to members: [ManagedObject]) {
    state.order?.isMoved = true
    state.order?.sorted = members
    state.typed = nil
    recordChange()
  }

  /// Moves to the end of the ordered relationship of another object, or leaves it if there is none.
  final func moveToEnd(by toOne: PropertyLayout, leadingTo destination: ManagedObject?) {
    let orderKey = layout.properties[toOne.orderKeyIndex]
    if destination == nil {
      setNull(PropertySlot(orderKey))
    } else {
      setPlace(OrderKey.atEnd(), by: orderKey)
    }
  }

  private func setPlace(_ place: Int64, by orderKey: PropertyLayout) {
    guard let row = writableRow(PropertySlot(orderKey)) else { return }
    row.set(orderKey.index, slot: orderKey.slot, integer: place)
  }

  /// Adopts the position among the members of an ordered relationship from another row.
  final func takePlace(by orderKey: PropertyLayout, from other: Row) {
    guard row?.hasSameValue(as: other, of: orderKey) != true,
      let toOne = layout.orderedToOnes.first(where: { $0.orderKey === orderKey })?.toOne
    else { return }
    keepOrdersForUndo(of: [destination(at: PropertySlot(toOne))], by: toOne)
    guard let row = writableRow(PropertySlot(orderKey)) else { return }
    self.row = row.replacing([orderKey.index], from: other, layout: layout)
    forgetPlaces(isChange: true)
  }

  /// Makes the owners of this object read the order of their members again.
  ///
  /// - Parameter isChange: whether the order changed here rather than in the store.
  final func forgetPlaces(isChange: Bool = false) {
    guard let row, let context = contextReference else { return }
    for reference in layout.orderedToOnes where !row.isNull(reference.toOne.index) {
      guard let inverse = context.model.inverse(of: reference.toOne) else { continue }
      let owner = context.destination(of: reference.toOne, in: row)
      guard isChange || owner?.toManys != nil, let state = owner?.toManyState(inverse) else {
        continue
      }
      state.order?.sorted = nil
      state.typed = nil
      guard isChange, let owner else { continue }
      state.order?.isMoved = true
      owner.recordChange()
    }
  }

  /// Makes ordered relationships read the order of their members again.
  final func forgetOrders() { visitToManys { $0.order?.sorted = nil } }
}
