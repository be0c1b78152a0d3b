import ObjectModel
import ObjectStore

/// Relationships that live in memory only: an object keeps them for as long as it is no fault.
///
/// No store can give the members back. What is not a change to save, such as the loss of an object's
/// values, is therefore applied to both sides at once.
extension ManagedObject {
  /// Forgets where transient relationships lead, on both sides; unsaved changes of others stay.
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

  /// Takes this object out of the relationship of another one that leads back.
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

  /// Leads a transient to-one relationship elsewhere, on both sides, as somebody else saved it.
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

  /// Lets an object enter or leave a transient to-many relationship, on both sides, as somebody else
  /// saved it.
  final func settleMember(_ object: ManagedObject, isMember: Bool, of property: PropertyLayout) {
    knownToManyState(property).settle(object, isMember: isMember)
    guard let inverse = contextReference?.model.inverse(of: property) else { return }
    object.knownToManyState(inverse).settle(self, isMember: isMember)
  }

  /// Writes a reference into what the object has and into what it goes back to.
  private func setSettled(_ destination: ManagedObject?, of property: PropertyLayout) {
    func leading(_ row: Row, isOwn: Bool) -> Row {
      let own = isOwn ? row : row.copy()
      if !isOwn { own.stamp(epoch: row.epoch) }
      own.set(destination, for: property)
      return own
    }
    // What the save has planned stays as it was planned.
    if state.contains(.planned) { contextReference?.tracker.save?.separate(self) }
    row = row.map { leading($0, isOwn: state.contains(.ownsRow)) }
    snapshot = snapshot.map { leading($0, isOwn: false) }
  }
}
