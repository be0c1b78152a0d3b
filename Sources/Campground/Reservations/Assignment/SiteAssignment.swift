/// The sites that stays get, and the floating stays that move to make it possible.
///
/// All of it holds together: the sites are free once every move has been made.
public struct SiteAssignment<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// The site of each stay that was to be placed, and of no other.
  public let sites: [StayID: Site]

  /// The floating stays that change their site, by arrival; empty where nobody had to move.
  ///
  /// A stay that was to be placed and had a site before is not among them.
  public let moves: [SiteMove<Site, StayID>]
}
