/// Looks for any arrangement, even with long chains of moves, by evicting the stays that are
/// easiest to place.
///
/// A stay that has to be placed goes to the site whose stays have had to be placed least often so
/// far; these are evicted and placed next. A stay that is evicted time and again becomes harder to
/// evict, so that it eventually settles. This succeeds where sites are scarce and stays many, and
/// proves nothing where it fails.
struct EvictionSearch {
  /// The cost of evicting a stay from its home, in placements: one that is already away costs no
  /// further move.
  private static let worthOfHome = 4

  /// The arguments against a site, the weightiest first.
  private struct Cost: Comparable {
    let hardship: Int
    let isAway: Bool
    let gaps: GapRating

    static func < (left: Self, right: Self) -> Bool {
      (left.hardship, left.isAway ? 1 : 0, left.gaps)
        < (right.hardship, right.isAway ? 1 : 0, right.gaps)
    }
  }

  private let board: AssignmentBoard
  private var arrangement: Arrangement
  private var timesPlaced: [Int]
  private var pending: [Int]

  /// The steps taken so far.
  private(set) var budget: StepBudget

  init(_ board: AssignmentBoard, budget: StepBudget) {
    self.board = board
    self.budget = budget
    arrangement = Arrangement(board.home, of: board)
    timesPlaced = Array(repeating: 1, count: board.nights.count)
    pending = board.targets
  }

  /// The site of every stay; nil when the steps are used up.
  mutating func search() -> [Int?]? {
    while let stay = pending.popLast() {
      guard !budget.isSpent, let place = easiestSite(for: stay) else { return nil }
      let evicted = arrangement.stays(inTheWayOf: stay, on: place)
      for other in evicted { arrangement.move(other, to: nil) }
      pending += evicted
      arrangement.move(stay, to: place)
      timesPlaced[stay] += 1
    }
    return arrangement.site
  }

  private mutating func easiestSite(for stay: Int) -> Int? {
    var easiest: (site: Int, cost: Cost)?
    for site in board.open[stay] {
      budget.spend()
      let cost = cost(of: site, for: stay)
      if easiest.map({ cost < $0.cost }) ?? true { easiest = (site, cost) }
    }
    return easiest?.site
  }

  private func cost(of site: Int, for stay: Int) -> Cost {
    let hardships = arrangement.stays(inTheWayOf: stay, on: site).map { resident in
      timesPlaced[resident] + (board.home[resident] == site ? Self.worthOfHome : 0)
    }
    return Cost(
      hardship: hardships.reduce(0, +), isAway: site != board.present[stay],
      gaps: arrangement.gaps(around: stay, on: site))
  }
}
