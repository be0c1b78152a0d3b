import ObjectStore

/// Objects added to and removed from to-many relationships by changes of to-one relationships, not
/// yet delivered to the objects that own the to-many relationships.
///
/// Each new object changes relationships of objects that are unlikely to be in the CPU cache. So
/// changes are logged here, in one place, and delivered to their owner when it is accessed.
struct InverseLog {
  struct Entry {
    let owner: ManagedObject
    let object: ManagedObject
    /// The index of the relationship among the owner's to-many ones.
    let toManyIndex: Int32
    let isMember: Bool

    var property: PropertyLayout { owner.layout.toManys[Int(toManyIndex)] }
  }

  private(set) var entries: [Entry] = []

  /// The indexes of the first entries of the current event and of the one before.
  private var eventStart = 0
  private var announcedStart = 0

  /// The number of entries in the save in progress.
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

  /// Removes and returns the saved entries.
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

  /// Delivers the entry at an index to its owner.
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
