/// Looks for any arrangement of stays around fixed ones, closures and sites that do not fit.
///
/// The stay with the fewest sites left is placed first. After each step, every affected night is
/// checked: if the stays of a night cannot have a site each, the step is undone. The search tries
/// every arrangement not ruled out in this way, until its steps are used up.
struct ArrangementSearch {
  /// The result of the search.
  enum Outcome {
    /// The site of every stay.
    case found([Int?])
    /// There is no arrangement.
    case impossible
    /// The steps were used up.
    case gaveUp
  }

  /// A stay that is being placed, with the sites to try.
  private struct Frame {
    let stay: Int
    let sites: [Int]
    var next = 0
    let removed: Int
  }

  private let board: AssignmentBoard
  private let stays: [Int]
  private let linked: [[Int]]
  private let arrivals: [(night: Int, stays: [Int])]
  private var site: [Int?]
  private var isPlaced: [Bool]
  private var open: [SiteSet]
  private var removals: [(stay: Int, site: Int)] = []

  /// The steps taken so far.
  private(set) var budget: StepBudget

  /// - Parameter stays: The stays to arrange, by arrival; all others stay where they are.
  init(_ stays: [Int], of board: AssignmentBoard, budget: StepBudget) {
    self.board = board
    self.stays = stays
    self.budget = budget
    site = board.home
    open = board.open
    isPlaced = Array(repeating: false, count: board.nights.count)
    var linked: [[Int]] = Array(repeating: [], count: board.nights.count)
    var arrivals: [(night: Int, stays: [Int])] = []
    for (index, stay) in stays.enumerated() {
      let nights = board.nights[stay]
      for later in stays[(index + 1)...] {
        guard board.nights[later].lowerBound < nights.upperBound else { break }
        linked[stay].append(later)
        linked[later].append(stay)
      }
      if arrivals.last?.night != nights.lowerBound {
        let present = stays.filter { board.nights[$0].contains(nights.lowerBound) }
        arrivals.append((nights.lowerBound, present))
      }
    }
    self.linked = linked
    self.arrivals = arrivals
  }

  /// Searches until there is an answer or the steps are used up.
  ///
  /// Stays keep their present site where the first arrangements tried allow it.
  mutating func search() -> Outcome {
    guard let first = nextFrame() else { return .found(site) }
    var frames = [first]
    while var frame = frames.popLast() {
      takeBack(to: frame.removed)
      isPlaced[frame.stay] = false
      guard frame.next < frame.sites.count else { continue }
      if budget.isSpent { return .gaveUp }
      let choice = frame.sites[frame.next]
      frame.next += 1
      frames.append(frame)
      guard place(frame.stay, on: choice) else { continue }
      guard let next = nextFrame() else { return .found(site) }
      frames.append(next)
    }
    return .impossible
  }

  /// The stay with the fewest sites left, or nil when all are placed.
  private func nextFrame() -> Frame? {
    var chosen: Int?
    var fewest = Int.max
    for stay in stays where !isPlaced[stay] && open[stay].count < fewest {
      chosen = stay
      fewest = open[stay].count
    }
    guard let stay = chosen else { return nil }
    var costs = Array(repeating: 0, count: board.siteCount)
    for other in linked[stay] where !isPlaced[other] {
      if let home = board.home[other] { costs[home] += 1 }
    }
    if let present = board.present[stay] { costs[present] = -1 }
    let sites = open[stay].sorted { (costs[$0], $0) < (costs[$1], $1) }
    return Frame(stay: stay, sites: sites, removed: removals.count)
  }

  /// Puts a stay on a site, and returns whether every night still seems to have room.
  private mutating func place(_ stay: Int, on place: Int) -> Bool {
    site[stay] = place
    isPlaced[stay] = true
    var affected = board.nights[stay]
    for other in linked[stay] where !isPlaced[other] {
      budget.spend()
      guard open[other].remove(place) else { continue }
      removals.append((other, place))
      if open[other].isEmpty { return false }
      let nights = board.nights[other]
      affected =
        min(affected.lowerBound, nights.lowerBound)..<max(affected.upperBound, nights.upperBound)
    }
    return nightsHaveRoom(affected)
  }

  private mutating func takeBack(to count: Int) {
    while removals.count > count {
      let (stay, site) = removals.removeLast()
      open[stay].insert(site)
    }
  }

  /// Whether the stays of each night can have a site each. Only nights of arrival need checking,
  /// because any other night has only stays that are also there the night before.
  private mutating func nightsHaveRoom(_ nights: Range<Int>) -> Bool {
    for (night, present) in arrivals where nights.contains(night) {
      budget.spend()
      let unplaced = present.filter { !isPlaced[$0] }
      // If each of them has at least as many sites as there are stays, all can be placed.
      if unplaced.allSatisfy({ open[$0].count >= unplaced.count }) { continue }
      var matching = NightMatching(of: unplaced, siteCount: board.siteCount, open: open)
      let shortage = matching.shortage()
      budget.spend(matching.steps)
      if shortage != nil { return false }
    }
    return true
  }
}
