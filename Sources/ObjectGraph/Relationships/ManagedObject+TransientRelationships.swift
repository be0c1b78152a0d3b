import ObjectModel
import ObjectStore

/// Relationships that exist only in memory: an object keeps them until it becomes a fault.
///
/// No store can restore the members. So anything that is not a change to save, such as an object
/// losing its values, is applied to both sides at once.
extension ManagedObject {
  /// Forgets the destinations of transient relationships, on both sides; unsaved changes of other
  /// objects remain.
  final func forgetTransientRelationships() {
    for property in layout.relationships where property.isTransient {
      if property.isToMany {
        guard let state = toManys?[property.toManyIndex] else { continue }
        for member in state.members() { leave(member, by: property) }
        toManys?[property.toManyIndex] = nil
      } else if let row, let other = contextReference?.destination(of: property, in: row) {
        leave(other, by: property)
      }
    }
  }

  /// Removes this object from the inverse relationship of another one.
  private func leave(_ other: ManagedObject, by property: PropertyLayout) {
    guard other !== self, let inverse = contextReference?.model.inverse(of: property) else {
      return
    }
    if inverse.isToMany {
      other.toManys?[inverse.toManyIndex]?.settle(self, isMember: false)
    } else if let row = other.row, !row.isNull(inverse.index) {
      other.setSettled(nil, of: inverse)
    }
  }

  /// Changes the destination of a transient to-one relationship, on both sides, as saved by someone
  /// else.
  final func settleDestination(_ new: ManagedObject?, of property: PropertyLayout) {
    guard fulfillFault(), let row, let context = contextReference else { return }
    let old = context.destination(of: property, in: row)
    guard old !== new else { return }
    if let old { leave(old, by: property) }
    setSettled(new, of: property)
    guard let new, let inverse = context.model.inverse(of: property) else { return }
    if inverse.isToMany {
      new.knownToManyState(inverse).settle(self, isMember: true)
    } else if new.fulfillFault() {
      new.setSettled(self, of: inverse)
    }
  }

  /// Adds an object to a transient to-many relationship or removes it, on both sides, as saved by
  /// someone else.
  final func settleMember(_ object: ManagedObject, isMember: Bool, of property: PropertyLayout) {
    knownToManyState(property).settle(object, isMember: isMember)
    guard let inverse = contextReference?.model.inverse(of: property) else { return }
    object.knownToManyState(inverse).settle(self, isMember: isMember)
  }

  /// Writes a reference both to the object's current values and to its committed ones.
  private func setSettled(_ destination: ManagedObject?, of property: PropertyLayout) {
    func leading(_ row: Row, isOwn: Bool) -> Row {
      let own = isOwn ? row : row.copy()
      if !isOwn { own.stamp(epoch: row.epoch) }
      own.set(destination, for: property)
      return own
    }
    // The planned row of a save must not change.
    contextReference?.tracker.recordSettling(of: self)
    row = row.map { leading($0, isOwn: state.ownsRow) }
    snapshot = snapshot.map { leading($0, isOwn: false) }
  }
}
