import ObjectStore

/// The order of the members of an ordered to-many relationship.
///
/// If the relationship is the inverse of a to-one relationship, each member's row contains its
/// position, the order key. If it is stored in a join table, the store manages the positions, and
/// the application's own order is kept here as a list.
final class MemberOrder {
  /// The property of the members' positions; nil for a relationship in a join table.
  let orderKey: PropertyLayout?

  /// The members in the store's order; for a relationship in a join table.
  var committed: [ManagedObject] = []

  /// The application's order of the members; nil as long as members were only appended and removed.
  /// For a relationship in a join table.
  var arrangement: [ManagedObject]?

  /// The sorted members, cached on access.
  var sorted: [ManagedObject]?

  /// The sorted members at the start of the current event, once the event has changed something;
  /// only if changes can be undone.
  var eventStart: [ManagedObject]?

  /// Whether members have been moved since the last save.
  var isMoved = false

  init(orderKey: PropertyLayout?) { self.orderKey = orderKey }

  /// A copy, to restore later.
  func copy() -> MemberOrder {
    let copy = MemberOrder(orderKey: orderKey)
    copy.committed = committed
    copy.arrangement = arrangement
    copy.isMoved = isMoved
    return copy
  }

  /// Records that an object is about to be added or removed.
  func recordChange(of object: ManagedObject, isMember: Bool, wasMember: Bool) {
    guard isMember else {
      arrangement?.removeAll { $0 === object }
      sorted?.removeAll { $0 === object }
      return
    }
    guard !wasMember, let last = sorted?.last, let orderKey else {
      if wasMember || orderKey != nil { sorted = nil } else { sorted?.append(object) }
      return
    }
    let isBehind = object.place(by: orderKey) > last.place(by: orderKey)
    if isBehind { sorted?.append(object) } else { sorted = nil }
  }

  /// The members in order.
  ///
  /// - Parameter log: the objects added and removed since the last save.
  func sorted(_ members: Set<ManagedObject>, log: [MemberChange]) -> [ManagedObject] {
    if let sorted { return sorted }
    let result =
      orderKey.map { orderKey in Self.sorted(members) { $0.place(by: orderKey) } }
      ?? arranged(members, log: log)
    sorted = result
    return result
  }

  /// The members in the store's order.
  func committed(_ members: Set<ManagedObject>) -> [ManagedObject] {
    guard let orderKey else { return committed.filter { members.contains($0) } }
    return Self.sorted(members) { $0.committedPlace(by: orderKey) }
  }

  private static func sorted(
    _ members: Set<ManagedObject>, place: (ManagedObject) -> Int64
  ) -> [ManagedObject] {
    members.map { (place: place($0), key: $0.key, object: $0) }
      .sorted { ($0.place, $0.key) < ($1.place, $1.key) }.map(\.object)
  }

  /// The store's order, followed by members added since, in the order of their addition, and
  /// rearranged in the application's own order.
  private func arranged(_ members: Set<ManagedObject>, log: [MemberChange]) -> [ManagedObject] {
    let (all, left) = Self.arrivals(in: log)
    let stayed = committed.filter { members.contains($0) && !left.contains($0) }
    let known = Set(stayed)
    let natural = stayed + all.filter { members.contains($0) && !known.contains($0) }
    // Other members appear neither in the store's order nor in the log, which contain no order for
    // them.
    let named = Set(natural)
    let others = members.filter { !named.contains($0) }.sorted { $0.key < $1.key }
    return (natural + others).arranged(as: arrangement ?? [])
  }

  /// The objects that were added and remain, in the order of their addition, and those that were
  /// removed, permanently or temporarily.
  static func arrivals(
    in log: [MemberChange]
  ) -> (arrived: [ManagedObject], left: Set<ManagedObject>) {
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
    return (arrival.sorted { $0.value < $1.value }.map(\.key), left)
  }

  func commit(_ members: [ManagedObject]?) {
    if let members, orderKey == nil { committed = members }
    arrangement = nil
    isMoved = false
  }

  func rollback() {
    arrangement = nil
    eventStart = nil
    isMoved = false
    sorted = nil
  }
}

extension ManagedObject {
  /// The object's position among the members of an ordered relationship; reads the object.
  final func place(by orderKey: PropertyLayout) -> Int64 {
    fulfillFault()
    return row?.place(by: orderKey) ?? .min
  }

  /// The position that was last fetched or saved.
  fileprivate final func committedPlace(by orderKey: PropertyLayout) -> Int64 {
    fulfillFault()
    return (snapshot ?? row)?.place(by: orderKey) ?? .min
  }
}

/// An object that was added to a to-many relationship, or removed from it.
typealias MemberChange = (object: ManagedObject, isMember: Bool)

extension [ManagedObject] {
  /// The objects that another list names, in its order, followed by the others in their own order.
  func arranged(as wanted: [ManagedObject]) -> [ManagedObject] {
    guard !wanted.isEmpty else { return self }
    let (all, named) = (Set(self), Set(wanted))
    return wanted.filter { all.contains($0) } + filter { !named.contains($0) }
  }
}

extension PropertyLayout {
  /// Whether this is an ordered to-many relationship.
  var isOrdered: Bool { relationship?.isOrdered == true }
}
