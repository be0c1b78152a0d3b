/// Arranges stays that fit every site, by going through them in order of arrival.
///
/// Each arriving stay finds a free site, because on its night of arrival there are no more stays
/// than sites. So this succeeds whenever every night has room, in time proportional to the number
/// of pairs of a stay and a site.
enum ArrivalSweep {
  /// Whether the sweep can arrange these stays.
  static func applies(to stays: [Int], of board: AssignmentBoard) -> Bool {
    stays.allSatisfy { board.open[$0].count == board.siteCount }
  }

  /// The site of every stay; nil where some night has more stays than sites.
  ///
  /// - Parameter stays: The stays to arrange, by arrival; all others stay where they are.
  static func arrange(_ stays: [Int], of board: AssignmentBoard) -> [Int?]? {
    var result = board.home
    var freeFrom = Array(repeating: Int.min, count: board.siteCount)
    var waiting: [[Int]] = Array(repeating: [], count: board.siteCount)
    for stay in stays.reversed() {
      if let home = board.home[stay] { waiting[home].append(stay) }
    }
    for stay in stays {
      let nights = board.nights[stay]
      let home = board.home[stay]
      if let home { waiting[home].removeLast() }
      let free = freeFrom.indices.filter { freeFrom[$0] <= nights.lowerBound }
      // A stay keeps its site if possible, and otherwise displaces as few later stays as possible.
      func cost(_ site: Int) -> Int {
        if site == home { return -1 }
        return waiting[site].count { board.nights[$0].overlaps(nights) }
      }
      guard let site = free.min(by: { (cost($0), $0) < (cost($1), $1) }) else { return nil }
      result[stay] = site
      freeFrom[site] = nights.upperBound
    }
    return result
  }
}
