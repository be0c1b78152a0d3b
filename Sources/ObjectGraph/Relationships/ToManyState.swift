import ObjectStore

/// An object's state of one of its to-many relationships.
///
/// Changes are logged on top of the store's members, so that objects can be added to and removed
/// from a relationship whose members have not been read.
final class ToManyState {
  /// The store's members; nil if they have not been read, or must be read again.
  var committed: Set<ManagedObject>? {
    dropIfStale()
    return known
  }

  private var known: Set<ManagedObject>?

  /// Determines when the members must be read again.
  private let clock: MembershipClock
  private var readAt: UInt32

  /// Objects added (true) and removed (false) since the last save, in order.
  // Exclusivity need not be checked at run time: an object stays on one queue, and no method calls
  // out while it changes this or `knownTyped`.
  @exclusivity(unchecked) var log: [MemberChange] = []

  /// The indexes in the log where the current event starts, and the previous event that changed the
  /// object.
  private var eventStart = 0
  private var announcedStart = 0

  /// The number of entries in the save in progress.
  private var planned = 0

  /// The members after the first `applied` entries of the log, or nil if none has been applied.
  private var current: Set<ManagedObject>?
  private var applied = 0

  /// The members as a set of the property's own type, created on the first access after a change.
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

  /// Rows that were read together with another object's, and have not been accessed.
  struct Ahead {
    let rows: [Row]
    /// The coordinator's epoch when they were read: they are valid only until it changes.
    let epoch: UInt32
  }

  /// Valid only while the members have not been read.
  var ahead: Ahead?

  /// The order of the members; nil for an unordered relationship.
  let order: MemberOrder?

  /// Whether the relationship exists only in memory, so that its members cannot be read again.
  private let isTransient: Bool

  /// - Parameter committed: the members in a store or a parent; nil if they have not been read.
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

  /// Makes an ordered relationship read the order of its members again.
  func forgetOrder() {
    order?.sorted = nil
    typed = nil
  }

  private func dropIfStale() {
    guard readAt != clock.now else { return }
    refault()
    readAt = clock.now
  }

  var isFault: Bool { committed == nil }

  /// The current members; `committed` must be known.
  func members() -> Set<ManagedObject> {
    dropIfStale()
    if applied == log.count, let current { return current }
    var members = current ?? committed ?? []
    // Avoid a copy on write.
    current = nil
    while applied < log.count {
      let entry = log[applied]
      if entry.isMember { members.insert(entry.object) } else { members.remove(entry.object) }
      applied += 1
    }
    current = members
    return members
  }

  /// Records that an object was added or removed.
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

  /// The store's members, in the store's order.
  func committedOrder() -> [ManagedObject] { order?.committed(committed ?? []) ?? [] }

  /// Whether the former members that remain are in another order now.
  func isReordered() -> Bool {
    guard let order, order.isMoved, let committed else { return false }
    let members = members()
    let before = committedOrder().filter { members.contains($0) }
    return orderedMembers().filter { committed.contains($0) } != before
  }

  /// The objects appended to an ordered relationship, in the order of their addition: new members,
  /// and members that had been removed before.
  func arrivals() -> (objects: [ManagedObject], isAnyBack: Bool) {
    let (arrived, left) = MemberOrder.arrivals(in: log)
    let new = Set(changes().filter(\.isMember).map(\.object))
    let objects = arrived.filter { new.contains($0) || left.contains($0) }
    return (objects, objects.contains { !new.contains($0) })
  }

  /// The net additions and removals, each object once, in the order of the last change.
  func changes() -> [MemberChange] { changes(in: 0..<log.count) }

  /// The additions and removals in the current event.
  func changesInEvent() -> [MemberChange] { changes(in: eventStart..<log.count) }

  /// The additions and removals in the event that is being announced.
  func announcedChanges() -> [MemberChange] { changes(in: announcedStart..<eventStart) }

  private func changes(in range: Range<Int>) -> [MemberChange] {
    guard !range.isEmpty else { return [] }
    var before: [ManagedObject: Bool] = [:]
    for entry in log[..<range.lowerBound] { before[entry.object] = entry.isMember }
    var order: [ManagedObject] = []
    var net: [ManagedObject: (wasMember: Bool, isMember: Bool)] = [:]
    for (object, isMember) in log[range] {
      if net[object] == nil { order.append(object) }
      // The first entry of an object shows whether an unread relationship contained it before: only
      // non-members can be added, and only members can be removed.
      net[
        object, default: (before[object] ?? committed?.contains(object) ?? !isMember, isMember)
      ].isMember = isMember
    }
    return order.compactMap { object in
      guard let (wasMember, isMember) = net[object], wasMember != isMember else { return nil }
      return (object, isMember)
    }
  }

  /// Makes the current members the store's.
  func commit() {
    order?.commit(committed == nil || order?.orderKey != nil ? nil : orderedMembers())
    if committed != nil { known = members() }
    clearLog()
  }

  /// Marks the current log as part of a save.
  func markPlanned() { planned = log.count }

  func unmarkPlanned() { planned = 0 }

  /// Makes the saved members the store's; later changes remain, and the members are read again. An
  /// order set by the application remains to be written once more.
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

  /// Discards the changes.
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

  /// A copy, to restore later.
  func copy() -> ToManyState {
    let copy = ToManyState(
      committed: committed, order: order?.copy(), isTransient: isTransient, clock: clock)
    copy.log = log
    copy.eventStart = eventStart
    copy.announcedStart = announcedStart
    return copy
  }

  /// Ends the event: later changes belong to the next one.
  func endEvent() {
    announcedStart = eventStart
    eventStart = log.count
    order?.eventStart = nil
  }

  /// Moves the changes recorded so far before the announced event.
  func endAnnouncedEvent() {
    announcedStart = log.count
    eventStart = log.count
  }

  /// Moves the changes recorded so far into the announced event.
  func extendAnnouncedEvent() { eventStart = log.count }

  /// Adds or removes a member without recording a change to save; unsaved changes remain.
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

  /// Forgets the members, to read them again on the next access; changes remain. A relationship
  /// that exists only in memory just loses removed objects.
  func refault() {
    forgetCurrent()
    ahead = nil
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

  /// Adopts the store's members; unsaved changes remain.
  ///
  /// A deleted object is among the committed members until its deletion has been propagated to this
  /// relationship, and afterwards if the log records its removal; if the log was discarded, it is
  /// left out.
  ///
  /// - Parameter sorted: the members in the order of an ordered relationship.
  func fulfill(_ members: Set<ManagedObject>, sorted: [ManagedObject]) {
    let left = members.filter { $0.state.isPropagated }
    known = left.isEmpty ? members : members.subtracting(left.subtracting(log.map(\.object)))
    readAt = clock.now
    if let order, order.orderKey == nil { order.committed = sorted }
    order?.sorted = nil
    current = nil
    applied = 0
    typed = nil
  }
}
