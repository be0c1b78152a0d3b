import ObjectStore

/// The order of the members of an ordered to-many relationship.
///
/// Where the relationship is kept by the members' to-one relationships, each member's row holds its
/// place, an order key, and the order is read off there. Where it is kept in a join table, the
/// places are the store's business, and the order that an application made is kept here as a list.
final class MemberOrder {
  /// Where the members' rows hold their places; nil for a relationship in a join table.
  let orderKey: PropertyLayout?

  /// The members in the order that the store has; for a relationship in a join table.
  var committed: [ManagedObject] = []

  /// The order in which the application put the members; nil while members only came to the end and
  /// left. For a relationship in a join table.
  var arrangement: [ManagedObject]?

  /// The members in order, once somebody asked.
  var sorted: [ManagedObject]?

  /// The members in order as they were when the current event began, once the event changed
  /// something; only where changes can be undone.
  var eventStart: [ManagedObject]?

  /// Whether members were moved since the last save.
  var isMoved = false

  init(orderKey: PropertyLayout?) { self.orderKey = orderKey }

  /// The same, to go back to.
  func copy() -> MemberOrder {
    let copy = MemberOrder(orderKey: orderKey)
    copy.committed = committed
    copy.arrangement = arrangement
    copy.isMoved = isMoved
    return copy
  }

  /// Takes note that an object is about to enter or leave.
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
  /// - Parameter log: what entered and left since the last save.
  func sorted(_ members: Set<ManagedObject>, log: [MemberChange]) -> [ManagedObject] {
    if let sorted { return sorted }
    let result =
      orderKey.map { orderKey in Self.sorted(members) { $0.place(by: orderKey) } }
      ?? arranged(members, log: log)
    sorted = result
    return result
  }

  /// The members in the order that the store has.
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

  /// The store's order, then what entered since, in the order in which it came; on top of that the
  /// application's own order.
  private func arranged(_ members: Set<ManagedObject>, log: [MemberChange]) -> [ManagedObject] {
    let (all, left) = Self.arrivals(in: log)
    let stayed = committed.filter { members.contains($0) && !left.contains($0) }
    let known = Set(stayed)
    let natural = stayed + all.filter { members.contains($0) && !known.contains($0) }
    // Members of which neither the store's order nor the log tells came with neither.
    let named = Set(natural)
    let others = members.filter { !named.contains($0) }.sorted { $0.key < $1.key }
    return (natural + others).arranged(as: arrangement ?? [])
  }

  /// Who came and stayed, in the order in which they came, and who left, for good or for a while.
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
  /// The object's place among the members of an ordered relationship; reads the object.
  final func place(by orderKey: PropertyLayout) -> Int64 {
    fulfillFault()
    return row?.place(by: orderKey) ?? .min
  }

  /// The place that was last fetched or saved.
  fileprivate final func committedPlace(by orderKey: PropertyLayout) -> Int64 {
    fulfillFault()
    return (snapshot ?? row)?.place(by: orderKey) ?? .min
  }
}

/// An object that entered a to-many relationship, or left it.
typealias MemberChange = (object: ManagedObject, isMember: Bool)

extension [ManagedObject] {
  /// The objects in the order of those that another list names, then the others as they are.
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
