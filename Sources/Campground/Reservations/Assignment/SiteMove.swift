/// A floating stay that changes its site to make room.
public struct SiteMove<
  Site: Hashable & Sendable, Stay: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// The stay.
  public let stay: Stay

  /// The site it had.
  public let from: Site

  /// The site it gets, another one of the class that fits it.
  public let to: Site
}
