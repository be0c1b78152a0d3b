import ObjectModel
import ObjectStore

/// Relationships: to-one references in the row, and to-many members next to it.
extension ManagedObject {
  // MARK: To-one

  /// The destination of a to-one relationship.
  final func destination(at slot: PropertySlot) -> ManagedObject? {
    guard slot.isBound, let context = contextReference else {
      // Also reports why there is no value.
      _ = readableRow(slot)
      return slot.isBound ? nil : binding.recorder?.destination(at: slot)
    }
    let property = layout.properties[Int(slot.index)]
    let found = reading(slot) { row in
      (row.integer(slot: property.slot), context.destinationNumber(of: property, in: row))
    }
    return found.map { context.object(key: $0, entityNumber: $1) }
  }

  /// Sets a to-one relationship to another object or nil, and updates the inverse.
  final func setDestination(_ new: ManagedObject?, at slot: PropertySlot) {
    guard slot.isBound else { return reportUnbound() }
    let property = layout.properties[Int(slot.index)]
    if let problem = refusal(of: new, for: property) {
      contextReference?.record(problem)
      return
    }
    contextReference?.relationships.set(
      property, of: self, from: destination(at: slot), to: new)
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
    contextReference?.relationships.deliverInverses()
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
    let clock = contextReference?.relationships.clocks.clock(of: property) ?? MembershipClock()
    let state = ToManyState(
      committed: isNew ? [] : nil, order: order, isTransient: property.isTransient, clock: clock)
    toManys?[property.toManyIndex] = state
    return state
  }

  /// Whether the object is in no store and no parent context.
  final var isNew: Bool { state.isInserted }

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
    if property.isOrdered { contextReference?.relationships.arrange(new, in: property, of: self) }
  }

  /// Adds one object to a to-many relationship or removes it, and updates the inverse.
  final func set(_ object: ManagedObject, isMember: Bool, of property: PropertyLayout) {
    contextReference?.relationships.set(object, isMember: isMember, of: property, of: self)
  }
}
