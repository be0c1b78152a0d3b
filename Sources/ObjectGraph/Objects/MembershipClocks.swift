import ObjectStore

/// Advances when members of a relationship may have changed and the owners are not known: members that
/// were read before are read again on the next access.
final class MembershipClock {
  fileprivate(set) var now: UInt32 = 0
}

/// The clocks of a context's to-many relationships.
///
/// Known owners are refaulted one by one. The clocks are for the rest, such as the owners of a deleted
/// row that was never read here: advancing a clock costs the same for a hundred thousand objects as for
/// one.
final class MembershipClocks {
  private struct Relationship: Hashable {
    let declaringNumber: Int
    let index: Int
  }

  private var clocks: [Relationship: MembershipClock] = [:]

  /// The clock of fetched properties, which may depend on any object.
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
    clocks[Relationship(declaringNumber: relationship.declaringNumber, index: relationship.index)]?
      .now &+= 1
  }
}
