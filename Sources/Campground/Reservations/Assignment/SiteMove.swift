/// A floating stay that changes its site to make room.
public struct SiteMove<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// The stay.
  public let stay: StayID

  /// The site it had.
  public let from: Site

  /// The site it gets, another one of the class that fits it.
  public let to: Site
}
