/// A night that proves that the stays cannot all be placed, because fewer sites can take them.
struct CrowdedNight: Sendable, Hashable {
  /// The date on which the night begins.
  let night: CalendarDate

  /// The stays that compete on this night: floating ones by arrival, then those to be placed.
  let stays: [Int]

  /// The sites that fit at least one of these stays and are not blocked on any of its nights, in
  /// the caller's order; always fewer than the stays.
  let sites: [String]

  /// The sites of the class that have a fixed stay on this night, in the caller's order.
  let fixed: [String]

  /// The sites of the class that are closed on this night, in the caller's order.
  let closed: [String]
}
