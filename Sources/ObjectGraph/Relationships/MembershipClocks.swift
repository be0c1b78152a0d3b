import ObjectStore

/// Advances when the members of a relationship may have changed for unknown owners: members that
/// were read before are then read again on the next access.
final class MembershipClock {
  fileprivate(set) var now: UInt32 = 0
}

/// The clocks of a context's to-many relationships.
///
/// Known owners are refaulted individually. The clocks are for all others, such as the owners of a
/// deleted row that was never read here: advancing a clock costs the same for a hundred thousand
/// objects as for one.
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

  /// Makes all fetched properties fetch again on the next access.
  func advanceFetchedProperties() { fetchedProperties.now &+= 1 }

  /// Makes all owners of a relationship read its members again on the next access.
  func advance(_ relationship: PropertyLayout) { clock(of: relationship).now &+= 1 }
}
