/// Assigns stays booked by class to the sites of the class.
///
/// ```swift
/// let assigner = SiteAssigner(sites: sites, floating: stays, minimumStay: 2)
/// let assignment = try assigner.assign([FloatingStay("R-7", dates: dates, fits: ["1", "2"])])
/// ```
///
/// It depends only on its input and changes nothing. The same sites, stays and order of sites
/// always give the same answer, whatever the order of the floating stays.
public struct SiteAssigner<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable {
  /// The sites of the class, the preferred ones first.
  public let sites: [AssignableSite<Site>]

  /// The floating stays of the class, by arrival.
  public let floating: [FloatingStay<Site, StayID>]

  /// The shortest acceptable gap between two stays, in nights.
  public let minimumStay: Int

  /// The number of steps after which a search gives up.
  public let stepLimit: Int

  /// Makes an assigner from the sites of a class and the stays that float among them.
  ///
  /// - Parameters:
  ///   - sites: The sites of the class, each once, the preferred ones first. The nights of all
  ///     other stays are among their taken nights.
  ///   - floating: The stays that may be moved, each once. One that cannot keep its site, because
  ///     it has none of this class, the site does not fit, or a fixed stay, a closure or an earlier
  ///     floating stay has it, is placed along with the next stays that are.
  ///   - minimumStay: The shortest acceptable gap between two stays, in nights; with 1 or less,
  ///     gaps do not matter.
  ///   - stepLimit: The number of steps after which a search gives up; one step examines one site
  ///     for one stay. The default takes some tens of milliseconds at most.
  public init(
    sites: [AssignableSite<Site>], floating: [FloatingStay<Site, StayID>], minimumStay: Int,
    stepLimit: Int = 100_000
  ) {
    self.sites = sites
    self.floating = floating.sorted {
      ($0.dates.arrival, $0.dates.departure, $0.id)
        < ($1.dates.arrival, $1.dates.departure, $1.id)
    }
    self.minimumStay = minimumStay
    self.stepLimit = stepLimit
  }

  /// Finds a site for each of these stays, and moves floating stays only where there is no other
  /// way.
  ///
  /// As few stays move as possible. Among arrangements with the same number of moves, the best is
  /// the one that creates the fewest gaps shorter than the minimum stay, then the one that leaves
  /// the fewest nights free around the stays, then the one with the first sites. A stay to be
  /// placed that names its present site leaves it rather than make another one move.
  ///
  /// If the search for the fewest moves uses up half of the steps, any arrangement is accepted, and
  /// as many stays as possible are then returned to their homes. If all sites fit all stays and
  /// none has a fixed stay or a closure in the way, it never gives up.
  ///
  /// - Parameter stays: The stays to be placed, all or none; none of them is floating.
  /// - Throws: `AssignmentRefusal` with the reason, which proves that there is no room, except for
  ///   `gaveUp`.
  /// - Complexity: The number of sites times the number of stays where no stay has to move;
  ///   otherwise bounded by the step limit.
  public func assign(
    _ stays: [FloatingStay<Site, StayID>]
  ) throws(AssignmentRefusal<Site, StayID>) -> SiteAssignment<Site, StayID> {
    let roster = AssignmentRoster(
      sites: sites, stays: floating + stays, asked: stays.count, minimumStay: minimumStay)
    if let reason = roster.unplaceable() { throw reason }
    var search = MoveSearch(roster.board, budget: StepBudget(limit: stepLimit / 2))
    var moves = roster.board.unavoidableMoves
    var isFirst = true
    while true {
      switch search.search(moves: moves) {
      case .found(let arrangement):
        return roster.assignment(arrangement)
      case .impossible:
        throw roster.crowded() ?? .noArrangement(of: roster.linkedStays())
      case .needsMoves(let needed):
        if isFirst, let reason = roster.crowded() { throw reason }
        isFirst = false
        moves = needed
      case .gaveUp:
        if let reason = roster.crowded() { throw reason }
        var arrangement = Arrangement(
          try anyArrangement(of: roster, after: search.budget), of: roster.board)
        arrangement.bringStaysHome()
        return roster.assignment(arrangement.site)
      }
    }
  }

  private func anyArrangement(
    of roster: AssignmentRoster<Site, StayID>, after spent: StepBudget
  ) throws(AssignmentRefusal<Site, StayID>) -> [Int?] {
    let board = roster.board
    let linked = board.staysLinkedToTargets()
    if ArrivalSweep.applies(to: linked, of: board),
      let arrangement = ArrivalSweep.arrange(linked, of: board)
    {
      return arrangement
    }
    var eviction = EvictionSearch(board, budget: StepBudget(limit: stepLimit / 4))
    if let arrangement = eviction.search() { return arrangement }
    let taken = spent.taken + eviction.budget.taken
    var search = ArrangementSearch(
      linked, of: board, budget: StepBudget(limit: stepLimit - taken))
    switch search.search() {
    case .found(let arrangement): return arrangement
    case .impossible:
      throw .noArrangement(of: roster.linkedStays())
    case .gaveUp:
      throw .gaveUp(steps: taken + search.budget.taken)
    }
  }
}
