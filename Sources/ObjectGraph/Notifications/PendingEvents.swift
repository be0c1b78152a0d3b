import ObjectStore

/// The changes in a context that have not been announced yet.
struct PendingEvents {
  /// The state of an already new, changed or deleted object just before it changed again.
  struct ChangedAgain {
    let object: ManagedObject
    let row: Row?
    let wasDeleted: Bool

    init(_ object: ManagedObject) {
      self.object = object
      // From here on, only a row that the object owns is written to.
      row = object.state.ownsRow ? object.row?.copy() : object.row
      wasDeleted = object.isDeleted
    }
  }

  /// Objects that entered the list of changes in this event are at its end.
  private(set) var changedAgain: [ChangedAgain] = []

  /// Objects whose values were read again.
  var refreshed: [ManagedObject] = []

  /// Objects whose rows were found to be missing, which are treated as deleted.
  var inaccessible: [ManagedObject] = []

  /// The first index in `changedAgain` of each object, up to `placed`; filled on demand.
  private var places: [ObjectIdentifier: Int] = [:]
  private var placed = 0

  var isEmpty: Bool { changedAgain.isEmpty && refreshed.isEmpty && inaccessible.isEmpty }

  /// Records an object that is about to change again.
  mutating func recordChange(of object: ManagedObject) { changedAgain.append(ChangedAgain(object)) }

  /// Forgets objects that changed again.
  mutating func forget(where isGone: (ManagedObject) -> Bool) {
    changedAgain.removeAll { isGone($0.object) }
    places = [:]
    placed = 0
  }

  /// The object's state at the start of the event, if it changed again in it.
  mutating func start(of object: ManagedObject) -> ChangedAgain? {
    while placed < changedAgain.count {
      let id = ObjectIdentifier(changedAgain[placed].object)
      if places[id] == nil { places[id] = placed }
      placed += 1
    }
    return places[ObjectIdentifier(object)].map { changedAgain[$0] }
  }
}

/// An event that is being announced, for observers that ask what changed in it.
struct AnnouncedEvent {
  var events: PendingEvents

  /// The places of the objects added to the list of changes.
  let entered: Range<Int>
}
