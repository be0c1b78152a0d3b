import ObjectStore

/// What happened in a context since it was last told to the world.
struct PendingEvents {
  /// An object that was new, changed or deleted before, as it was when it changed again.
  struct ChangedAgain {
    let object: ManagedObject
    let row: Row?
    let wasDeleted: Bool

    init(_ object: ManagedObject) {
      self.object = object
      // Only the object's own row is written from here on.
      row = object.state.contains(.ownsRow) ? object.row?.copy() : object.row
      wasDeleted = object.isDeleted
    }
  }

  /// Those that entered the list of changes in this event are its tail.
  private(set) var changedAgain: [ChangedAgain] = []

  /// Objects whose values were read again.
  var refreshed: [ManagedObject] = []

  /// Objects whose rows were found to be gone, and which count as deleted.
  var inaccessible: [ManagedObject] = []

  /// The first place in `changedAgain` of each object, up to `placed`; filled when it is asked.
  private var places: [ObjectIdentifier: Int] = [:]
  private var placed = 0

  var isEmpty: Bool { changedAgain.isEmpty && refreshed.isEmpty && inaccessible.isEmpty }

  /// Takes note of an object that is about to change again.
  mutating func recordChange(of object: ManagedObject) { changedAgain.append(ChangedAgain(object)) }

  /// Forgets objects that changed again.
  mutating func forget(where isGone: (ManagedObject) -> Bool) {
    changedAgain.removeAll { isGone($0.object) }
    places = [:]
    placed = 0
  }

  /// An object as it was at the start of the event, if it changed again in it.
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

  /// The places of the objects that entered the list of changes.
  let entered: Range<Int>
}
