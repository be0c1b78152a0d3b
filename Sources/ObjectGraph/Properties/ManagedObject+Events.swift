import ObjectModel
import ObjectStore

/// Changes of an object since its context last announced its changes.
extension ManagedObject {
  /// The properties that changed in the current event, with their values at its start; for a new
  /// object, these are its defaults.
  ///
  /// The event starts after the last `processPendingChanges()`. While
  /// `didChangeObjectsNotification` announces its end, observers still see its changes. Members of
  /// changed to-many relationships are read if necessary; for an ordered relationship, they are in
  /// the current order, followed by removed members.
  public func changedValuesForCurrentEvent() -> [String: Any?] {
    guard let context = contextReference, let event = context.eventStart(of: self) else {
      return [:]
    }
    var values: [String: Any?] = [:]
    if let start = event.row, let row {
      for property in layout.properties where property.kind != .toMany && !property.isOrderKey {
        guard changedMask & property.maskBit != 0, !row.hasSameValue(as: start, of: property)
        else { continue }
        if property.kind == .toOne {
          values[property.name] = .some(context.formerDestination(of: property, in: start))
        } else {
          addValue(of: property, in: start, to: &values)
        }
      }
    }
    context.relationships.deliverInverses()
    for property in layout.toManys {
      guard let state = toManys?[property.toManyIndex] else { continue }
      let before = event.isAnnounced ? state.announcedChanges() : state.changesInEvent()
      guard !before.isEmpty else { continue }
      var members = destinations(of: property)
      for change in before {
        if change.isMember { members.remove(change.object) } else { members.insert(change.object) }
      }
      guard property.isOrdered else {
        values[property.name] = .some(members)
        continue
      }
      let present = OrderedSet(orderedDestinations(of: property).filter { members.contains($0) })
      let others = before.map(\.object).filter { members.contains($0) }
      values[property.name] = .some(present.union(others))
    }
    return values
  }
}

extension ManagedObjectContext {
  /// The former destination of a to-one relationship; nil if that was a new object that is gone.
  fileprivate func formerDestination(of property: PropertyLayout, in row: Row) -> ManagedObject? {
    guard !row.isNull(property.index) else { return nil }
    if !contextParent.isContext {
      let key = row.integer(slot: property.slot)
      let root = model[property.destinationNumber].rootNumber
      if key < 0, registered(key: key, root: root) == nil, identities.key(of: key) == nil {
        return nil
      }
    }
    return destination(of: property, in: row)
  }

  /// An object's values at the start of the current or the announced event, or nil if the event did
  /// not change it.
  fileprivate func eventStart(of object: ManagedObject) -> (row: Row?, isAnnounced: Bool)? {
    func entryRow() -> Row? {
      object.state.isInserted ? object.layout.template : object.snapshot ?? object.row
    }
    if object.state.isPending {
      return (tracker.eventStart(of: object).map(\.row) ?? entryRow(), false)
    }
    guard let entered = tracker.announced?.entered else { return nil }
    if let again = tracker.announcedStart(of: object) { return (again.row, true) }
    return entered.contains(Int(object.changeIndex)) ? (entryRow(), true) : nil
  }
}
