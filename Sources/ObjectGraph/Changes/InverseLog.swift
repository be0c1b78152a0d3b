import ObjectStore

/// What entered and left to-many relationships because a to-one relationship changed, not yet told
/// to the objects that own them.
///
/// Each new object changes the relationships of objects that are far away in memory and that mostly
/// nobody asks. So a change is noted here, in one place, and reaches its owner when that is asked.
struct InverseLog {
  struct Entry {
    let owner: ManagedObject
    let object: ManagedObject
    /// The place of the relationship among the owner's to-many ones.
    let toManyIndex: Int32
    let isMember: Bool

    var property: PropertyLayout { owner.layout.toManys[Int(toManyIndex)] }
  }

  private(set) var entries: [Entry] = []

  /// Where the entries of the current event begin, and those of the one before.
  private var eventStart = 0
  private var announcedStart = 0

  /// How many entries the save that is going on has taken.
  private var planned = 0

  var isEmpty: Bool { entries.isEmpty }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  mutating func removeAll() {
    entries.removeAll()
    eventStart = 0
    announcedStart = 0
    planned = 0
  }

  mutating func markPlanned() { planned = entries.count }

  mutating func unmarkPlanned() { planned = 0 }

  /// Takes out what the save has taken.
  mutating func removePlanned() -> [Entry] {
    var taken: [Entry] = []
    swap(&taken, &entries)
    if planned < taken.count {
      entries.append(contentsOf: taken[planned...])
      taken.removeSubrange(planned...)
    }
    eventStart = max(0, eventStart - planned)
    announcedStart = max(0, announcedStart - planned)
    planned = 0
    return taken
  }

  mutating func endEvent() {
    announcedStart = eventStart
    eventStart = entries.count
  }

  /// Tells an owner of the entry at an index.
  func deliver(_ index: Int, to state: ToManyState) {
    state.recordChange(of: entries[index].object, isMember: entries[index].isMember)
    if index < announcedStart {
      state.endAnnouncedEvent()
    } else if index < eventStart {
      state.extendAnnouncedEvent()
    }
    if index < planned { state.markPlanned() }
  }
}
