import ObjectModel
import ObjectStore

/// One event's change of one object, with everything needed to undo it.
///
/// Objects are stored rather than keys, which a save may change.
struct ObjectChange {
  let object: ManagedObject

  /// Whether the object existed, undeleted, when the event started, and when it ended.
  let existed: Bool
  let exists: Bool

  /// Whether the object was created and deleted within the same event, or restored and deleted
  /// again; only relationships to objects that were added in between are undone.
  var isAbsent: Bool { !existed && !exists }

  /// The values at the start; relationships are restored from the following lists.
  let start: Row?

  /// The attributes whose values differ from those at the start.
  private(set) var attributes: [Int] = []

  /// The destinations of to-one relationships at the start: of changed ones, or of all for an
  /// object that is gone.
  private(set) var toOnes: [(property: PropertyLayout, destination: ManagedObject?)] = []

  /// The members added to and removed from relationships with a join table or without an inverse.
  private(set) var toManys:
    [(property: PropertyLayout, changes: [(object: ManagedObject, isMember: Bool)])] = []

  /// The members at the start, for an object that is gone.
  private(set) var members: [(property: PropertyLayout, members: [ManagedObject])] = []

  /// The positions to restore among the members of ordered relationships.
  private(set) var places: [(toOne: PropertyLayout, orderKey: PropertyLayout)] = []

  /// The members of ordered relationships at the start, in order.
  private(set) var orders: [(property: PropertyLayout, members: [ManagedObject])] = []

  /// Whether members of ordered relationships were added, removed or moved.
  private var isReordered = false

  /// Compares an object with its state at the start of the event; nil if there is nothing to undo.
  ///
  /// - Parameters:
  ///   - again: the recorded state of an object that was already changed before the event.
  ///   - discarded: new objects that were deleted in the event.
  init?(
    of object: ManagedObject, again: PendingEvents.ChangedAgain?, in context: ManagedObjectContext,
    discarded: [RowPlace: ManagedObject]
  ) {
    let isFresh = again == nil && object.state.isNewInEvent
    self.object = object
    existed = again.map { !$0.wasDeleted } ?? !isFresh
    exists = object.contextReference === context && !object.isDeleted
    guard existed || exists || object.contextReference === context else { return nil }
    let isGone = existed && !exists
    if isGone, object.row == nil { object.fulfillFault() }
    if let again {
      start = again.row ?? object.snapshot ?? object.row
    } else {
      start = isFresh ? object.layout.template : object.snapshot ?? object.row
    }
    setValues(isFresh: isFresh, isGone: isGone, context, discarded)
    recordMembers(isGone: isGone, context.model)
    if isAbsent {
      attributes = []
      if toOnes.isEmpty, toManys.isEmpty { return nil }
      return
    }
    recordOrders(isGone: isGone)
    if !isVisible, places.isEmpty { return nil }
  }

  /// Whether the change is visible. A new position in an ordered relationship is only visible in
  /// the order of the owner's members: a member that was removed and added again may be in the same
  /// place.
  var isVisible: Bool {
    existed != exists || !attributes.isEmpty || !toOnes.isEmpty || !toManys.isEmpty || isReordered
  }

  private mutating func setValues(
    isFresh: Bool, isGone: Bool, _ context: ManagedObjectContext,
    _ discarded: [RowPlace: ManagedObject]
  ) {
    guard let start, let row = object.row else { return }
    for property in object.layout.properties where property.kind != .toMany {
      let isSame = start === row || row.hasSameValue(as: start, of: property)
      if property.kind == .toOne {
        if isSame, !isGone || start.isNull(property.index) { continue }
        var destination: ManagedObject?
        if !start.isNull(property.index) {
          let reference = start.integer(slot: property.slot)
          // A new object may have got a key since the row was written.
          let place = RowPlace(
            context.model[property.destinationNumber],
            context.identities.key(of: reference) ?? reference)
          destination = discarded[place] ?? context.destination(of: property, in: start)
        }
        toOnes.append((property, destination))
      } else if !isSame, !isFresh, object.changedMask & property.maskBit != 0 {
        attributes.append(property.index)
      }
    }
  }

  private mutating func recordMembers(isGone: Bool, _ model: ModelLayout) {
    for property in object.layout.toManys {
      let changes = object.toManys?[property.toManyIndex]?.changesInEvent() ?? []
      if !changes.isEmpty, model.keepsJoin(property), !model.isKeptByOtherSide(property) {
        toManys.append((property, changes))
      }
      guard isGone else { continue }
      var known = object.destinations(of: property)
      for change in object.toManyState(property).changesInEvent() {
        if change.isMember { known.remove(change.object) } else { known.insert(change.object) }
      }
      if !known.isEmpty { members.append((property, known.sorted { $0.key < $1.key })) }
    }
  }

  /// Records the orders of relationships, which are restored after all objects.
  ///
  /// A member that is added to a relationship is first appended. If it stores its position itself,
  /// it gets that back; the list of members at the start contains what positions do not, after a
  /// save or for a join table.
  private mutating func recordOrders(isGone: Bool) {
    for (toOne, destination) in toOnes where toOne.orderKeyIndex >= 0 && destination != nil {
      places.append((toOne, object.layout.properties[toOne.orderKeyIndex]))
    }
    for reference in object.layout.orderedToOnes
    where attributes.contains(reference.orderKey.index)
      && !places.contains(where: { $0.toOne === reference.toOne })
    {
      places.append((reference.toOne, reference.orderKey))
    }
    attributes.removeAll { object.layout.properties[$0].isOrderKey }
    for property in object.layout.toManys where property.isOrdered {
      let start = object.toManys?[property.toManyIndex]?.order?.eventStart
      guard isGone || start != nil else { continue }
      let end = object.orderedDestinations(of: property)
      if start != nil, start != end { isReordered = true }
      let order = start ?? end
      if order.count > 1 { orders.append((property, order)) }
    }
  }

  /// The event that the object's hook receives when the change is undone.
  var snapshotEvent: SnapshotEventType {
    if !existed { return .undoInsertion }
    return exists ? .undoUpdate : .undoDeletion
  }
}
