/// How good an arrangement is among those with the same number of moves; lower is better.
struct ArrangementRating: Sendable, Comparable {
  /// The number of stays that move for others.
  let moved: Int

  /// The short gaps created, and the free nights around the placed stays.
  let gaps: GapRating

  /// The sites of the placed stays, in the order of the stays.
  let sites: [Int]

  static func < (left: Self, right: Self) -> Bool {
    (left.moved, left.gaps) == (right.moved, right.gaps)
      ? left.sites.lexicographicallyPrecedes(right.sites)
      : (left.moved, left.gaps) < (right.moved, right.gaps)
  }

  /// Rates an arrangement by what it changes.
  ///
  /// - Parameter placed: The stays that were placed or moved, the targets first.
  init(_ arrangement: Arrangement, placed: [Int]) {
    let (board, site, residents) = (arrangement.board, arrangement.site, arrangement.residents)
    var changed = Set(placed.compactMap { site[$0] })
    changed.formUnion(placed.compactMap { board.home[$0] })
    var gaps = GapRating()
    for place in changed {
      let now = board.taken[place] + residents[place].map { board.nights[$0] }
      let kept = residents[place].filter { board.home[$0] == place }
      let left = placed.filter { board.home[$0] == place }
      let before = board.taken[place] + (kept + left).map { board.nights[$0] }
      let known = Set(board.shortGaps(between: before))
      gaps.shortGaps += board.shortGaps(between: now).count { !known.contains($0) }
    }
    for stay in placed {
      guard let place = site[stay] else { continue }
      gaps.freeNights += arrangement.gaps(around: stay, on: place).freeNights
    }
    self.gaps = gaps
    moved = placed.count { board.home[$0] != nil }
    sites = placed.compactMap { site[$0] }
  }
}
