/// The sites that stays get, and the floating stays that move to make it possible.
///
/// The sites are free once all of the moves have been made.
public struct SiteAssignment<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable, Hashable {
  /// The site of each stay that was to be placed, and of no other.
  public let sites: [StayID: Site]

  /// The floating stays that change their site, by arrival; empty where none had to move.
  ///
  /// A stay that was to be placed and had a site before is not among them.
  public let moves: [SiteMove<Site, StayID>]
}
