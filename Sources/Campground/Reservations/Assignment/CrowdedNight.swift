/// A night that proves that the stays cannot all be placed, because fewer sites can take them.
public struct CrowdedNight<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// The date on which the night begins.
  public let night: CalendarDate

  /// The stays that compete on this night: floating ones by arrival, then those to be placed.
  public let stays: [StayID]

  /// The sites that fit at least one of these stays and are not blocked on any of its nights, in
  /// the caller's order; always fewer than the stays.
  public let sites: [Site]

  /// The sites of the class that have a fixed stay on this night, in the caller's order.
  public let fixed: [Site]

  /// The sites of the class that are closed on this night, in the caller's order.
  public let closed: [Site]
}
