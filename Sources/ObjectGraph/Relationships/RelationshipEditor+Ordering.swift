import ObjectModel
import ObjectStore

/// The order of members.
extension RelationshipEditor {
  /// Inserts an object into an ordered relationship at an index; a member is moved there.
  ///
  /// - Parameter index: from 0 to the number of other members.
  func place(
    _ object: ManagedObject, at index: Int, in property: PropertyLayout, of owner: ManagedObject
  ) {
    if !owner.destinations(of: property).contains(object) {
      set(object, isMember: true, of: property, of: owner)
    }
    var members = owner.orderedDestinations(of: property)
    guard let old = members.firstIndex(of: object) else { return }
    guard old != index, members.indices.contains(index) else { return }
    members.remove(at: old)
    members.insert(object, at: index)
    let state = owner.toManyState(property)
    guard let orderKey = state.order?.orderKey else {
      return arrange(members, in: property, of: owner)
    }
    let lower = index > 0 ? members[index - 1].place(by: orderKey) : nil
    let upper = index + 1 < members.count ? members[index + 1].place(by: orderKey) : nil
    guard upper != .min, let key = OrderKey.between(lower == .min ? nil : lower, upper)
    else { return arrange(members, in: property, of: owner) }
    owner.recordChange()
    keepOrderForUndo(of: property, of: owner)
    setPlace(key, by: orderKey, of: object)
    didMoveMembers(of: state, of: owner, to: members)
  }

  /// Sets the order of the members to the given one, which contains each member once.
  func arrange(_ members: [ManagedObject], in property: PropertyLayout, of owner: ManagedObject) {
    guard owner.orderedDestinations(of: property) != members else { return }
    let state = owner.toManyState(property)
    guard let order = state.order else { return }
    owner.recordChange()
    keepOrderForUndo(of: property, of: owner)
    if let orderKey = order.orderKey {
      let places = members.map { member in
        let place = member.place(by: orderKey)
        return place == .min ? nil : place
      }
      for (member, (old, new)) in zip(members, zip(places, OrderKey.arranged(places)))
      where old != new {
        setPlace(new, by: orderKey, of: member)
      }
    } else {
      order.arrangement = members
    }
    didMoveMembers(of: state, of: owner, to: members)
  }

  private func didMoveMembers(
    of state: ToManyState, of owner: ManagedObject, to members: [ManagedObject]
  ) {
    state.order?.isMoved = true
    state.order?.sorted = members
    state.typed = nil
  }

  // MARK: Positions

  /// Moves an object to the end of the ordered relationship of another, or out of it if there is
  /// none.
  func moveToEnd(
    _ object: ManagedObject, by toOne: PropertyLayout, leadingTo destination: ManagedObject?
  ) {
    let orderKey = object.layout.properties[toOne.orderKeyIndex]
    if destination == nil {
      object.setNull(PropertySlot(orderKey))
    } else {
      setPlace(OrderKey.atEnd(), by: orderKey, of: object)
    }
  }

  private func setPlace(_ place: Int64, by orderKey: PropertyLayout, of object: ManagedObject) {
    guard let row = object.writableRow(PropertySlot(orderKey)) else { return }
    row.set(orderKey.index, slot: orderKey.slot, integer: place)
  }

  /// Adopts an object's position among the members of an ordered relationship from another row.
  func takePlace(of object: ManagedObject, by orderKey: PropertyLayout, from other: Row) {
    guard object.row?.hasSameValue(as: other, of: orderKey) != true,
      let toOne = object.layout.orderedToOnes.first(where: { $0.orderKey === orderKey })?.toOne
    else { return }
    keepOrdersForUndo(of: [object.destination(at: PropertySlot(toOne))], by: toOne)
    guard let row = object.writableRow(PropertySlot(orderKey)) else { return }
    object.row = row.replacing([orderKey.index], from: other, layout: object.layout)
    guard let owner = object.destination(at: PropertySlot(toOne)),
      let inverse = model.inverse(of: toOne)
    else { return }
    let state = owner.toManyState(inverse)
    state.forgetOrder()
    state.order?.isMoved = true
    owner.recordChange()
  }

  /// Makes the owners of an object read the order of their members again.
  func forgetPlaces(of object: ManagedObject) {
    guard let row = object.row else { return }
    for toOne in object.layout.orderedToOnes.map(\.toOne) {
      guard let inverse = model.inverse(of: toOne) else { continue }
      destination(of: toOne, in: row)?.toManys?[inverse.toManyIndex]?.forgetOrder()
    }
  }

  // MARK: Undoing

  /// Records the order of a relationship's members before the current event changes it, if there is
  /// an undo manager.
  ///
  /// The members' positions are not sufficient, since a save replaces those that are not final yet.
  func keepOrderForUndo(of property: PropertyLayout, of owner: ManagedObject) {
    guard tracker.undoRecorder != nil, let order = owner.knownToManyState(property).order,
      order.eventStart == nil
    else { return }
    order.eventStart = owner.orderedDestinations(of: property)
  }

  /// Does the same for the owners of the ordered relationship at the other end of a to-one
  /// relationship.
  func keepOrdersForUndo(of owners: [ManagedObject?], by toOne: PropertyLayout) {
    guard tracker.undoRecorder != nil, let inverse = model.inverse(of: toOne) else { return }
    for case let owner? in owners { keepOrderForUndo(of: inverse, of: owner) }
  }
}
