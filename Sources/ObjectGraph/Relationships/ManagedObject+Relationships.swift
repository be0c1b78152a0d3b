import ObjectModel
import ObjectStore

/// Relationships: to-one references in the row, to-many members next to it, and immediate updates
/// of inverses.
extension ManagedObject {
  // MARK: To-one

  /// The destination of a to-one relationship.
  final func destination(at slot: PropertySlot) -> ManagedObject? {
    guard let row = readableRow(slot), let context = contextReference else {
      return slot.isBound ? nil : binding.recorder?.destination(at: slot)
    }
    return context.destination(of: layout.properties[Int(slot.index)], in: row)
  }

  /// Sets a to-one relationship to another object or nil, and updates the inverse.
  final func setDestination(_ new: ManagedObject?, at slot: PropertySlot) {
    guard slot.isBound else { return reportUnbound() }
    let property = layout.properties[Int(slot.index)]
    if let problem = refusal(of: new, for: property) {
      contextReference?.record(problem)
      return
    }
    lead(property, from: destination(at: slot), to: new)
  }

  /// - Parameter old: the current destination.
  @inline(__always)
  private func lead(_ property: PropertyLayout, from old: ManagedObject?, to new: ManagedObject?) {
    if property.orderKeyIndex >= 0, old !== new { keepOrdersForUndo(of: [old, new], by: property) }
    guard let row = writableRow(PropertySlot(property)) else { return }
    row.set(new, for: property)
    if property.orderKeyIndex >= 0, old !== new { moveToEnd(by: property, leadingTo: new) }
    guard old !== new, !state.contains(.awaking), let context = contextReference,
      let inverse = context.model.inverse(of: property)
    else { return }
    old?.record(self, isMember: false, of: inverse)
    new?.record(self, isMember: true, of: inverse)
  }

  /// The reason why an object cannot be the destination of a relationship, or nil if it can.
  final func refusal(of object: ManagedObject?, for property: PropertyLayout) -> ObjectGraphError? {
    guard let object else { return nil }
    guard sharesContext(with: object) else {
      return makeError(
        about: property.name, "cannot refer to an object of another context",
        repair: "get the object in this context with object(with: other.objectID)")
    }
    // Most destination entities have no subentities.
    if object.layout.number != property.destinationNumber,
      let destination = contextReference?.model[property.destinationNumber],
      !destination.includes(object.layout.number)
    {
      return makeError(
        about: property.name,
        "refers to \(destination.name) objects, not to a \(object.layout.name)"
      )
    }
    return nil
  }

  // MARK: To-many

  /// The state of a to-many relationship, with all changes of its members.
  final func toManyState(_ property: PropertyLayout) -> ToManyState {
    checkQueue(property.name)
    contextReference?.deliverInverses()
    return knownToManyState(property)
  }

  /// The state of a to-many relationship, created on first use, without undelivered changes.
  final func knownToManyState(_ property: PropertyLayout) -> ToManyState {
    if toManys == nil { toManys = Array(repeating: nil, count: layout.toManyCount) }
    if let state = toManys?[property.toManyIndex] { return state }
    var order: MemberOrder?
    if property.isOrdered {
      order = MemberOrder(orderKey: contextReference?.model.orderKey(of: property))
    }
    // An unsaved object knows all of its members.
    let clock = contextReference?.membershipClocks.clock(of: property) ?? MembershipClock()
    let state = ToManyState(
      committed: isNew ? [] : nil, order: order, isTransient: property.isTransient, clock: clock)
    toManys?[property.toManyIndex] = state
    return state
  }

  /// Whether the object is in no store and no parent context.
  final var isNew: Bool { state.contains(.inserted) }

  /// The members of a to-many relationship, read if necessary.
  final func destinations(of property: PropertyLayout) -> Set<ManagedObject> {
    guard let context = contextReference else { return [] }
    let state = toManyState(property)
    if state.isFault {
      guard let found = context.loadDestinations(of: property, source: self) else { return [] }
      state.fulfill(found.members, sorted: found.sorted)
    }
    return state.members()
  }

  /// The members of a to-many relationship in its order, or sorted by key.
  final func sortedDestinations(of property: PropertyLayout) -> [ManagedObject] {
    property.isOrdered
      ? orderedDestinations(of: property) : destinations(of: property).sorted { $0.key < $1.key }
  }

  /// Calls the body with each destination of a relationship.
  final func visitRelated(by property: PropertyLayout, _ body: (ManagedObject) -> Void) {
    if property.isToMany {
      for member in sortedDestinations(of: property) { body(member) }
    } else if let destination = destination(at: PropertySlot(property)) {
      body(destination)
    }
  }

  /// Removes an object from the destinations of a relationship.
  final func separate(_ other: ManagedObject, from property: PropertyLayout) {
    if property.isToMany {
      set(other, isMember: false, of: property)
    } else {
      lead(property, from: other, to: nil)
    }
  }

  final func typedDestinations<Object: ManagedObject>(at slot: PropertySlot) -> Set<Object> {
    func typed(_ members: some Collection<ManagedObject>) -> Set<Object> {
      var typed = Set<Object>(minimumCapacity: members.count)
      for member in members {
        if let object = member as? Object { typed.insert(object) }
      }
      return typed
    }
    return typedMembers(at: slot, recorded: typed) { typed(destinations(of: $0)) }
  }

  /// The members of a to-many relationship in a collection of the property's own type, which is kept
  /// until they change.
  ///
  /// - Parameters:
  ///   - recorded: makes a collection of the prototypes in the relationship of a prototype.
  ///   - read: reads the members.
  final func typedMembers<Members>(
    at slot: PropertySlot, recorded: ([ManagedObject]) -> Members,
    read: (PropertyLayout) -> Members
  ) -> Members {
    guard slot.isBound, contextReference != nil else {
      if !slot.isBound, binding.recorder == nil { reportUnbound() }
      return recorded(binding.recorder?.members(at: slot) ?? [])
    }
    let property = layout.properties[Int(slot.index)]
    if let typed = toManyState(property).typed as? Members { return typed }
    let members = read(property)
    // Reading may have found that the object is gone, together with its state.
    let state = toManyState(property)
    if !state.isFault { state.typed = members }
    return members
  }

  /// Whether objects may be members of a relationship; the reason why one may not is recorded in
  /// the context's `errors`.
  final func accepts(_ objects: some Sequence<ManagedObject>, for property: PropertyLayout) -> Bool
  {
    for object in objects {
      guard let problem = refusal(of: object, for: property) else { continue }
      contextReference?.record(problem)
      return false
    }
    return true
  }

  /// Replaces the members of a to-many relationship, and their order if it is ordered.
  ///
  /// - Parameter new: each object once.
  final func setDestinations(_ new: [ManagedObject], at slot: PropertySlot) {
    guard slot.isBound else { return reportUnbound() }
    let property = layout.properties[Int(slot.index)]
    guard accepts(new, for: property) else { return }
    let old = destinations(of: property)
    for object in old.subtracting(new) { set(object, isMember: false, of: property) }
    for object in new where !old.contains(object) { set(object, isMember: true, of: property) }
    if property.isOrdered { arrange(new, in: property) }
  }

  /// Adds one object to a to-many relationship or removes it, and updates the inverse.
  final func set(_ object: ManagedObject, isMember: Bool, of property: PropertyLayout) {
    if state.contains(.awaking) {
      return toManyState(property).recordChange(of: object, isMember: isMember)
    }
    let inverse = contextReference?.model.inverse(of: property)
    guard let inverse, inverse.kind == .toOne else {
      recordToManyChange(property, object, isMember: isMember)
      if let inverse { object.recordToManyChange(inverse, self, isMember: isMember) }
      return
    }
    // The relationship is only stored there; setting it updates this side.
    if isMember {
      object.setDestination(self, at: PropertySlot(inverse))
    } else if object.destination(at: PropertySlot(inverse)) === self {
      object.setDestination(nil, at: PropertySlot(inverse))
    }
  }

  // MARK: Inverses

  /// Adds an object to a relationship of this one or removes it, without updating the inverse
  /// again.
  private func record(_ object: ManagedObject, isMember: Bool, of property: PropertyLayout) {
    if property.isToMany {
      return recordToManyChange(property, object, isMember: isMember)
    }
    let slot = PropertySlot(property)
    let previous = destination(at: slot)
    guard isMember else {
      if previous === object { setNull(slot) }
      return
    }
    // One-to-one: the former destination's reference is cleared.
    if let previous, previous !== object,
      let inverse = contextReference?.model.inverse(of: property), inverse.kind == .toOne
    {
      previous.setNull(PropertySlot(inverse))
    }
    writableRow(slot)?.set(object, for: property)
  }

  private func recordToManyChange(
    _ property: PropertyLayout, _ object: ManagedObject, isMember: Bool
  ) {
    if let context = contextReference, context.model.isKeptByOtherSide(property) {
      context.tracker.inverses.append(
        .init(
          owner: self, object: object, toManyIndex: Int32(truncatingIfNeeded: property.toManyIndex),
          isMember: isMember))
    } else {
      if property.isOrdered { keepOrderForUndo(of: property) }
      toManyState(property).recordChange(of: object, isMember: isMember)
    }
    recordChange()
  }
}
