import ObjectModel
import ObjectStore

/// What one event did to one object, as it takes to bring the object back to the event's start.
///
/// Objects are held and not their keys, which a save may change.
struct ObjectChange {
  let object: ManagedObject

  /// Whether the object was there, and not deleted, when the event began and when it ended.
  let existed: Bool
  let exists: Bool

  /// Whether the object was deleted all the time but for a moment within the event; what it came to
  /// be related to in that moment is taken back, and nothing else.
  var isAbsent: Bool { !existed && !exists }

  /// The values at the start; relationships are taken from the lists below.
  let start: Row?

  /// The attributes whose values differ from the start.
  private(set) var attributes: [Int] = []

  /// Where to-one relationships led at the start: the changed ones, or all
  /// of an object that is gone.
  private(set) var toOnes: [(property: PropertyLayout, destination: ManagedObject?)] = []

  /// What entered and left relationships of a join table or without an inverse.
  private(set) var toManys:
    [(property: PropertyLayout, changes: [(object: ManagedObject, isMember: Bool)])] = []

  /// The members at the start, for an object that is gone.
  private(set) var members: [(property: PropertyLayout, members: [ManagedObject])] = []

  /// The places among the members of ordered relationships that are to be taken again.
  private(set) var places: [(toOne: PropertyLayout, orderKey: PropertyLayout)] = []

  /// The members at the start, in order, of ordered relationships.
  private(set) var orders: [(property: PropertyLayout, members: [ManagedObject])] = []

  /// Whether members of ordered relationships came, left or were moved.
  private var isReordered = false

  /// Compares an object with the start of the event; nil when there is nothing to take back.
  ///
  /// - Parameters:
  ///   - again: what is known of an object that was changed before the event began.
  ///   - discarded: new objects that were deleted in the event.
  init?(
    of object: ManagedObject, again: PendingEvents.ChangedAgain?, in context: ManagedObjectContext,
    discarded: [RowPlace: ManagedObject]
  ) {
    let isFresh = again == nil && object.state.contains(.newInEvent)
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

  /// Whether anybody can see the change. Another place in an ordered relationship alone shows only in
  /// the order of the owner's members: who left and came back may be where it was.
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
          let place = RowPlace(
            context.model[property.destinationNumber], start.integer(slot: property.slot))
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

  /// Ordered relationships are put in order once everybody is there again.
  ///
  /// A member that enters a relationship comes to its end first. Where it keeps its place itself it
  /// takes that again; the list at the start says what the places cannot, after a save or in a join
  /// table.
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

  /// What taking the change back is for the object's hook.
  var snapshotEvent: SnapshotEventType {
    if !existed { return .undoInsertion }
    return exists ? .undoUpdate : .undoDeletion
  }
}
