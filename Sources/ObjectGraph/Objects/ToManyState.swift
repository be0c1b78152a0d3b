import ObjectStore

/// What an object knows of one of its to-many relationships.
///
/// Changes are kept as a log on top of what the store has, so that an object can enter or leave a
/// relationship whose members were never read.
final class ToManyState {
  /// The members as the store has them; nil while they were not read, or are to be read again.
  var committed: Set<ManagedObject>? {
    dropIfStale()
    return known
  }

  private var known: Set<ManagedObject>?

  /// Tells when what was read is to be read again.
  private let clock: MembershipClock
  private var readAt: UInt32

  /// Objects that entered (true) and left (false) since the last save, in order.
  @exclusivity(unchecked) var log: [MemberChange] = []

  /// Where in the log the current event begins, and the one before that the object was part of.
  private var eventStart = 0
  private var announcedStart = 0

  /// How many entries of the log the save that is going on has taken.
  private var planned = 0

  /// The members with the log applied up to `applied`, or nil while nothing was applied.
  private var current: Set<ManagedObject>?
  private var applied = 0

  /// The members as a set of the property's own type, made on the first access after a change.
  var typed: Any? {
    get {
      dropIfStale()
      return knownTyped
    }
    set {
      dropIfStale()
      knownTyped = newValue
    }
  }

  @exclusivity(unchecked) private var knownTyped: Any?

  /// Rows that were read together with another object's, not asked for yet.
  struct Ahead {
    let rows: [Row]
    /// The coordinator's number when they were read: they hold only for as long as that stays.
    let epoch: UInt32
  }

  var ahead: Ahead? {
    get {
      dropIfStale()
      return knownAhead
    }
    set {
      dropIfStale()
      knownAhead = newValue
    }
  }

  private var knownAhead: Ahead?

  /// The order of the members; nil for an unordered relationship.
  let order: MemberOrder?

  /// Whether the relationship lives in memory only, so that its members cannot be read again.
  private let isTransient: Bool

  /// - Parameter committed: the members that a store or a parent has; nil while they were not read.
  init(
    committed: Set<ManagedObject>?, order: MemberOrder?, isTransient: Bool = false,
    clock: MembershipClock = MembershipClock()
  ) {
    known = isTransient ? committed ?? [] : committed
    self.isTransient = isTransient
    self.order = order
    self.clock = clock
    readAt = clock.now
  }

  private func dropIfStale() {
    guard readAt != clock.now else { return }
    refault()
    readAt = clock.now
  }

  var isFault: Bool { committed == nil }

  /// The members now; `committed` must be known.
  func members() -> Set<ManagedObject> {
    dropIfStale()
    if applied == log.count, let current { return current }
    var members = current ?? committed ?? []
    // Not held twice while it changes.
    current = nil
    while applied < log.count {
      let entry = log[applied]
      if entry.isMember { members.insert(entry.object) } else { members.remove(entry.object) }
      applied += 1
    }
    current = members
    return members
  }

  /// Takes note that an object entered or left.
  func recordChange(of object: ManagedObject, isMember: Bool) {
    if !isMember { order?.isMoved = true }
    if let order, order.sorted != nil || order.arrangement != nil {
      let wasMember = order.sorted != nil && members().contains(object)
      order.recordChange(of: object, isMember: isMember, wasMember: wasMember)
    }
    log.append((object, isMember))
    typed = nil
  }

  /// The members in the order of an ordered relationship; `committed` must be known.
  func orderedMembers() -> [ManagedObject] {
    let members = members()
    return order?.sorted(members, log: log) ?? []
  }

  /// The members that the store has, in its order.
  func committedOrder() -> [ManagedObject] { order?.committed(committed ?? []) ?? [] }

  /// Whether the members that were there before are in another order now.
  func isReordered() -> Bool {
    guard let order, order.isMoved, let committed else { return false }
    let members = members()
    let before = committedOrder().filter { members.contains($0) }
    return orderedMembers().filter { committed.contains($0) } != before
  }

  /// What came to the end of an ordered relationship, in the order in which it came: new members,
  /// and members that had left.
  func arrivals() -> (objects: [ManagedObject], isAnyBack: Bool) {
    let (arrived, left) = MemberOrder.arrivals(in: log)
    let new = Set(changes().filter(\.isMember).map(\.object))
    let objects = arrived.filter { new.contains($0) || left.contains($0) }
    return (objects, objects.contains { !new.contains($0) })
  }

  /// What entered and left in the end, each object once, in the order of the last change.
  func changes() -> [MemberChange] { changes(in: 0..<log.count) }

  /// What entered and left in the current event.
  func changesInEvent() -> [MemberChange] { changes(in: eventStart..<log.count) }

  /// What entered and left in the event that is being announced.
  func announcedChanges() -> [MemberChange] { changes(in: announcedStart..<eventStart) }

  private func changes(in range: Range<Int>) -> [MemberChange] {
    guard !range.isEmpty else { return [] }
    var before: [ManagedObject: Bool] = [:]
    for entry in log[..<range.lowerBound] { before[entry.object] = entry.isMember }
    // What an unread relationship had before is told by the first entry: only who was not there can
    // enter, and only who was there can leave.
    var first: [ManagedObject: Bool] = [:]
    var last: [ManagedObject: Bool] = [:]
    for entry in log[range] {
      if first[entry.object] == nil { first[entry.object] = entry.isMember }
      last[entry.object] = entry.isMember
    }
    var seen: Set<ManagedObject> = []
    return log[range].compactMap { entry in
      guard seen.insert(entry.object).inserted, let isMember = last[entry.object] else {
        return nil
      }
      let wasMember =
        before[entry.object] ?? committed?.contains(entry.object)
        ?? !(first[entry.object] ?? isMember)
      if wasMember == isMember { return nil }
      return (entry.object, isMember)
    }
  }

  /// Takes the changes for what the store has now.
  func commit() {
    order?.commit(committed == nil || order?.orderKey != nil ? nil : orderedMembers())
    if committed != nil { known = members() }
    clearLog()
  }

  /// Takes note that a save takes the log as it is now.
  func markPlanned() { planned = log.count }

  func unmarkPlanned() { planned = 0 }

  /// Takes what a save wrote for what the store has now; what was noted since stays on top, and the
  /// members are read again. An order that was made by hand stays to be written once more.
  func commitPlanned() {
    guard planned < log.count || order?.arrangement != nil else { return commit() }
    if isTransient {
      for entry in log.prefix(planned) { settle(entry.object, isMember: entry.isMember) }
    }
    log.removeFirst(planned)
    eventStart = max(0, eventStart - planned)
    announcedStart = max(0, announcedStart - planned)
    planned = 0
    refault()
  }

  /// Drops the changes.
  func rollback() {
    clearLog()
    typed = nil
    order?.rollback()
  }

  private func clearLog() {
    log = []
    applied = 0
    current = nil
    eventStart = 0
    announcedStart = 0
    planned = 0
  }

  /// The same, to go back to.
  func copy() -> ToManyState {
    let copy = ToManyState(
      committed: committed, order: order?.copy(), isTransient: isTransient, clock: clock)
    copy.log = log
    copy.eventStart = eventStart
    copy.announcedStart = announcedStart
    return copy
  }

  /// Ends the event: what comes now belongs to the next one.
  func endEvent() {
    announcedStart = eventStart
    eventStart = log.count
    order?.eventStart = nil
  }

  /// Takes what was noted so far for older than the announced event.
  func endAnnouncedEvent() {
    announcedStart = log.count
    eventStart = log.count
  }

  /// Takes what was noted so far for the announced event.
  func extendAnnouncedEvent() { eventStart = log.count }

  /// Adds an object to the members that need no saving, or removes it; unsaved changes stay on top.
  func settle(_ object: ManagedObject, isMember: Bool) {
    if isMember {
      guard known?.insert(object).inserted == true else { return }
      order?.committed.append(object)
    } else {
      known?.remove(object)
      order?.committed.removeAll { $0 === object }
    }
    forgetCurrent()
  }

  /// Forgets the members, to be read again on the next access; changes stay. A relationship that lives
  /// in memory only loses just the members that are gone.
  func refault() {
    forgetCurrent()
    knownAhead = nil
    if isTransient {
      known = known?.filter { !$0.isGone }
    } else {
      known = nil
      order?.committed = []
    }
  }

  private func forgetCurrent() {
    current = nil
    applied = 0
    knownTyped = nil
    order?.sorted = nil
  }

  /// Takes what the store has; changes stay on top.
  ///
  /// A deleted object is among the committed members until its deletion has reached this relationship,
  /// and goes on to be where the log says that it left; it stays away also where the log was dropped.
  ///
  /// - Parameter sorted: the members in the order of an ordered relationship.
  func fulfill(_ members: Set<ManagedObject>, sorted: [ManagedObject]) {
    let left = members.filter { $0.state.contains(.propagated) }
    known = left.isEmpty ? members : members.subtracting(left.subtracting(log.map(\.object)))
    readAt = clock.now
    if let order, order.orderKey == nil { order.committed = sorted }
    order?.sorted = nil
    current = nil
    applied = 0
    typed = nil
  }
}
