import ObjectStore

/// Goes on when the members of a relationship may have changed and nobody can say whose: what was
/// read before is read again when it is asked for.
final class MembershipClock {
  fileprivate(set) var now: UInt32 = 0
}

/// The clocks of a context's to-many relationships.
///
/// Whoever knows the owners lets them read their members again one by one. These are for the rest,
/// such as a row that was deleted without anybody here having read it: moving a clock on takes no
/// longer with a hundred thousand objects than with one.
final class MembershipClocks {
  private struct Relationship: Hashable {
    let declaringNumber: Int
    let index: Int
  }

  private var clocks: [Relationship: MembershipClock] = [:]

  /// That of fetched properties, which depend on more than anybody can name.
  let fetchedProperties = MembershipClock()

  func clock(of relationship: PropertyLayout) -> MembershipClock {
    let place = Relationship(
      declaringNumber: relationship.declaringNumber, index: relationship.index)
    if let clock = clocks[place] { return clock }
    let clock = MembershipClock()
    clocks[place] = clock
    return clock
  }

  /// Lets all fetched properties be fetched again.
  func advanceFetchedProperties() { fetchedProperties.now &+= 1 }

  /// Lets all members of a relationship be read again.
  func advance(_ relationship: PropertyLayout) {
    clocks[
      Relationship(declaringNumber: relationship.declaringNumber, index: relationship.index)]?
      .now &+= 1
  }
}
