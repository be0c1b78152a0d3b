/// The sites that stays get, and the floating stays that move to make it possible.
///
/// The sites are free once all of the moves have been made.
struct SiteAssignment {
  /// The site of each stay that was to be placed, and of no other.
  var sites: [Int: String] = [:]

  /// The floating stays that change their site, by arrival, each with the site it gets; empty where
  /// none had to move.
  ///
  /// A stay that was to be placed and had a site before is not among them.
  var moves: [(stay: Int, site: String)] = []
}
