import ObjectModel
import ObjectStore

/// The former states of the objects that resolving a save's conflicts changes, to restore them if
/// the save fails after all.
///
/// An object is recorded before its first change, or before it reads the members of a relationship
/// again, so the cost follows the objects that change.
struct ChangeJournal {
  /// An object as it was, and whether it was registered.
  private struct Former {
    let object: ManagedObject
    let isRegistered: Bool
    let binding: EntityBinding
    let state: ObjectState
    let row: Row?
    let snapshot: Row?
    let changedMask: UInt64
    let differingMask: UInt64
    let toManys: [ToManyState?]?

    init(_ object: ManagedObject) {
      self.object = object
      isRegistered = object.registry != nil
      binding = object.binding
      state = object.state
      // Only a row that the object owns is written to.
      row = object.state.ownsRow ? object.row?.copy() : object.row
      snapshot = object.snapshot
      changedMask = object.changedMask
      differingMask = object.differingMask
      toManys = object.toManys?.map { $0?.copy() }
    }

    func restore(in registry: ObjectRegistry) {
      if isRegistered, object.registry == nil { registry.enter(object) }
      object.binding = binding
      object.row = row
      object.snapshot = snapshot
      object.changedMask = changedMask
      object.differingMask = differingMask
      object.toManys = toManys
      object.begin(as: state)
      if !isRegistered, object.belongs(to: registry) { registry.leave(object, .forgotten) }
    }
  }

  private var formers: [Former] = []
  private var recorded: Set<ObjectIdentifier> = []

  /// The number of recorded objects.
  var count: Int { formers.count }

  /// Records an object that is about to change.
  mutating func record(_ object: ManagedObject) {
    guard recorded.insert(ObjectIdentifier(object)).inserted else { return }
    formers.append(Former(object))
  }

  /// Restores the recorded objects.
  func restore(in registry: ObjectRegistry) {
    for former in formers { former.restore(in: registry) }
  }
}
