/// What an object knows of one of its to-many relationships.
///
/// Changes are kept as a log on top of what the store has, so that an object can enter or leave a
/// relationship whose members were never read.
final class ToManyState {
  /// The members as the store has them; nil while they were not read.
  var committed: Set<ManagedObject>?

  /// Objects that entered (true) and left (false) since the last save, in order.
  @exclusivity(unchecked) var log: [(object: ManagedObject, isMember: Bool)] = []

  /// The members with the log applied up to `applied`, or nil while nothing was applied.
  private var current: Set<ManagedObject>?
  private var applied = 0

  /// The members as a set of the property's own type, made on the first access after a change.
  @exclusivity(unchecked) var typed: Any?

  /// The order of the members; nil for an unordered relationship.
  let order: MemberOrder?

  init(committed: Set<ManagedObject>?, order: MemberOrder?) {
    self.committed = committed
    self.order = order
  }

  var isFault: Bool { committed == nil }

  /// The members now; `committed` must be known.
  func members() -> Set<ManagedObject> {
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
  func note(_ object: ManagedObject, isMember: Bool) {
    if !isMember { order?.isMoved = true }
    if let order, order.sorted != nil || order.arrangement != nil {
      let wasMember = order.sorted != nil && members().contains(object)
      order.note(object, isMember: isMember, wasMember: wasMember)
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

  /// What came to the end of an ordered relationship, in the order in which it came: new members, and
  /// members that had left.
  func arrivals() -> (objects: [ManagedObject], isAnyBack: Bool) {
    var left: Set<ManagedObject> = []
    var arrival: [ManagedObject: Int] = [:]
    for (index, entry) in log.enumerated() {
      if entry.isMember {
        arrival[entry.object] = arrival[entry.object] ?? index
      } else {
        left.insert(entry.object)
        arrival[entry.object] = nil
      }
    }
    let new = Set(changes().filter(\.isMember).map(\.object))
    let objects = arrival.filter { new.contains($0.key) || left.contains($0.key) }
      .sorted { $0.value < $1.value }.map(\.key)
    return (objects, objects.contains { !new.contains($0) })
  }

  /// What entered and left in the end, each object once, in the order of the last change.
  func changes() -> [(object: ManagedObject, isMember: Bool)] {
    guard !log.isEmpty else { return [] }
    // What an unread relationship had before is told by the first entry: only who was not there can
    // enter, and only who was there can leave.
    var first: [ManagedObject: Bool] = [:]
    var last: [ManagedObject: Bool] = [:]
    for entry in log {
      if first[entry.object] == nil { first[entry.object] = entry.isMember }
      last[entry.object] = entry.isMember
    }
    var seen: Set<ManagedObject> = []
    return log.compactMap { entry in
      guard seen.insert(entry.object).inserted, let isMember = last[entry.object] else {
        return nil
      }
      let wasMember = committed?.contains(entry.object) ?? !(first[entry.object] ?? isMember)
      if wasMember == isMember { return nil }
      return (entry.object, isMember)
    }
  }

  /// Takes the changes for what the store has now.
  func commit() {
    order?.commit(committed == nil || order?.orderKey != nil ? nil : orderedMembers())
    if committed != nil { committed = members() }
    log = []
    applied = 0
    current = nil
  }

  /// Drops the changes.
  func rollback() {
    log = []
    applied = 0
    current = nil
    typed = nil
    order?.rollback()
  }

  /// Forgets the members, to be read again on the next access; changes stay.
  func refault() {
    committed = nil
    current = nil
    applied = 0
    typed = nil
    order?.committed = []
    order?.sorted = nil
  }

  /// Takes what the store has; changes stay on top.
  ///
  /// - Parameter sorted: the members in the order of an ordered relationship.
  func fulfill(_ members: Set<ManagedObject>, sorted: [ManagedObject]) {
    committed = members
    if let order, order.orderKey == nil { order.committed = sorted }
    order?.sorted = nil
    current = nil
    applied = 0
    typed = nil
  }
}
