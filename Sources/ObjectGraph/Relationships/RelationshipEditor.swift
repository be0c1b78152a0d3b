import ObjectModel
import ObjectStore

/// Changes the relationships of a context's objects: it updates inverses, keeps orders and applies
/// delete rules.
///
/// Invariant: if a relationship refers to an object whose inverse is known, the inverse refers back;
/// deleted objects, and relationships that have not been read, are not checked.
final class RelationshipEditor {
  let model: ModelLayout
  let registry: ObjectRegistry
  let tracker: ChangeTracker

  /// Tracks when the members of relationships must be read again.
  let clocks = MembershipClocks()

  init(_ model: ModelLayout, _ registry: ObjectRegistry, _ tracker: ChangeTracker) {
    self.model = model
    self.registry = registry
    self.tracker = tracker
  }

  // MARK: Changing relationships and their inverses

  /// Sets a to-one relationship, and updates the inverse.
  ///
  /// - Parameter old: the current destination.
  func set(
    _ property: PropertyLayout, of object: ManagedObject, from old: ManagedObject?,
    to new: ManagedObject?
  ) {
    let isMove = property.orderKeyIndex >= 0 && old !== new
    if isMove { keepOrdersForUndo(of: [old, new], by: property) }
    guard let row = object.writableRow(PropertySlot(property)) else { return }
    row.set(new, for: property)
    if isMove { moveToEnd(object, by: property, leadingTo: new) }
    guard old !== new, !object.state.isAwaking, let inverse = model.inverse(of: property)
    else { return }
    if let old { record(object, isMember: false, of: inverse, of: old) }
    if let new { record(object, isMember: true, of: inverse, of: new) }
  }

  /// Adds an object to a to-many relationship or removes it, and updates the inverse.
  func set(
    _ object: ManagedObject, isMember: Bool, of property: PropertyLayout, of owner: ManagedObject
  ) {
    guard !owner.state.isAwaking else {
      return owner.toManyState(property).recordChange(of: object, isMember: isMember)
    }
    let inverse = model.inverse(of: property)
    guard let inverse, inverse.kind == .toOne else {
      recordToManyChange(property, of: owner, object, isMember: isMember)
      if let inverse { recordToManyChange(inverse, of: object, owner, isMember: isMember) }
      return
    }
    // The relationship is only stored there; setting it updates this side.
    let current = object.destination(at: PropertySlot(inverse))
    if isMember {
      set(inverse, of: object, from: current, to: owner)
    } else if current === owner {
      set(inverse, of: object, from: owner, to: nil)
    }
  }

  /// Removes an object from the destinations of a relationship, and updates the inverse.
  func separate(
    _ other: ManagedObject, from property: PropertyLayout, of object: ManagedObject
  ) {
    if property.isToMany {
      set(other, isMember: false, of: property, of: object)
    } else {
      set(property, of: object, from: other, to: nil)
    }
  }

  /// Adds an object to a relationship of another or removes it, without updating the inverse again.
  private func record(
    _ object: ManagedObject, isMember: Bool, of property: PropertyLayout, of owner: ManagedObject
  ) {
    guard !property.isToMany else {
      return recordToManyChange(property, of: owner, object, isMember: isMember)
    }
    let slot = PropertySlot(property)
    let previous = owner.destination(at: slot)
    guard isMember else {
      if previous === object { owner.setNull(slot) }
      return
    }
    // One-to-one: the former destination's reference is cleared.
    if let previous, previous !== object, let inverse = model.inverse(of: property),
      inverse.kind == .toOne
    {
      previous.setNull(PropertySlot(inverse))
    }
    owner.writableRow(slot)?.set(object, for: property)
  }

  private func recordToManyChange(
    _ property: PropertyLayout, of owner: ManagedObject, _ object: ManagedObject, isMember: Bool
  ) {
    owner.recordChange()
    if model.isKeptByOtherSide(property) {
      tracker.log(
        .init(
          owner: owner, object: object,
          toManyIndex: Int32(truncatingIfNeeded: property.toManyIndex), isMember: isMember))
    } else {
      if property.isOrdered { keepOrderForUndo(of: property, of: owner) }
      owner.toManyState(property).recordChange(of: object, isMember: isMember)
    }
  }

  /// Delivers additions and removals that wait in the log to the owners of the relationships.
  func deliverInverses() {
    guard !tracker.inverses.isEmpty else { return }
    let log = tracker.removeInverses()
    for (index, entry) in log.entries.enumerated() where entry.owner.belongs(to: registry) {
      log.deliver(index, to: entry.owner.knownToManyState(entry.property))
    }
  }

  // MARK: Checking

  /// Violations of the invariant, for tests.
  func checkInvariants() -> [String] {
    var problems: [String] = []
    for object in registry.objects where !object.isDeleted {
      for property in object.layout.relationships {
        guard let inverse = model.inverse(of: property),
          let destinations = knownDestinations(of: property, of: object)
        else { continue }
        for destination in destinations
        where !destination.isDeleted && destination.belongs(to: registry) {
          guard let back = knownDestinations(of: inverse, of: destination), !back.contains(object)
          else { continue }
          problems.append("\(object).\(property.name) refers to \(destination), but not back")
        }
      }
    }
    return problems
  }

  /// The destinations of a relationship, including undelivered changes; nil if it has not been
  /// read.
  private func knownDestinations(
    of property: PropertyLayout, of object: ManagedObject
  ) -> Set<ManagedObject>? {
    guard property.isToMany else {
      guard let row = object.row else { return nil }
      return destination(of: property, in: row).map { [$0] } ?? []
    }
    guard let state = object.toManys?[property.toManyIndex], !state.isFault else { return nil }
    var members = state.members()
    for entry in tracker.inverses.entries
    where entry.owner === object && entry.property === property {
      if entry.isMember { members.insert(entry.object) } else { members.remove(entry.object) }
    }
    return members
  }

  /// The destination of a to-one relationship of a row, if it is registered.
  func destination(of property: PropertyLayout, in row: Row) -> ManagedObject? {
    guard !row.isNull(property.index) else { return nil }
    let root = model[property.destinationNumber].rootNumber
    return registry.registered(key: row.integer(slot: property.slot), root: root)
  }
}
