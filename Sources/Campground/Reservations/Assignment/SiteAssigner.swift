/// Assigns stays that were booked by class to the sites of the class.
///
/// ```swift
/// let assigner = SiteAssigner(sites: sites, floating: stays, minimumStay: 2)
/// let assignment = try assigner.assign([FloatingStay("R-7", dates: dates, fits: ["1", "2"])])
/// ```
///
/// It knows nothing but what it is given and changes nothing. The same sites, stays and order of
/// sites always give the same answer, whatever the order of the floating stays.
public struct SiteAssigner<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable {
  /// The sites of the class, the preferred ones first.
  public let sites: [AssignableSite<Site>]

  /// The floating stays of the class, by arrival.
  public let floating: [FloatingStay<Site, StayID>]

  /// The nights that a gap between two stays should have at least.
  public let minimumStay: Int

  /// The steps after which a search gives up.
  public let stepLimit: Int

  /// Takes the sites of a class and the stays that float among them.
  ///
  /// - Parameters:
  ///   - sites: The sites of the class, each once, the preferred ones first. Other stays than the
  ///     floating ones are among their taken nights.
  ///   - floating: The stays that may be moved, each once. One that cannot remain on its site, since
  ///     it has none of this class, since the site does not fit, or since a fixed stay, a closure or
  ///     an earlier floating stay has it, is placed with the next stays that are.
  ///   - minimumStay: The nights that a gap between two stays should have at least; gaps are of no
  ///     concern with 1 or less.
  ///   - stepLimit: The steps after which a search gives up; one step looks at one site for one
  ///     stay. The default takes some tens of milliseconds at most.
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

  /// Finds a site for each of these stays, moving floating stays only where there is no other way.
  ///
  /// As few stays move as can be. Among arrangements with as few moves, those are the best in which
  /// the fewest gaps shorter than the minimum stay come about, then those with the fewest nights
  /// left free around the stays, then those with the first sites. A stay to be placed that names
  /// its site leaves it rather than that another one moves.
  ///
  /// Where the search for the fewest moves takes half of the steps, any arrangement will do, with
  /// those stays at home again that can be. While all sites fit all stays and none has a fixed stay
  /// or a closure in the way, it never gives up.
  ///
  /// - Parameter stays: The stays to be placed, all or none; none of them is a floating one.
  /// - Throws: `AssignmentRefusal` with the reason; it is a proof that there is no room, except for
  ///   `gaveUp`.
  /// - Complexity: The number of sites times that of the stays where nobody has to move; otherwise
  ///   bounded by the step limit.
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
        return try anyArrangement(of: roster, after: search.budget)
      }
    }
  }

  private func anyArrangement(
    of roster: AssignmentRoster<Site, StayID>, after spent: StepBudget
  ) throws(AssignmentRefusal<Site, StayID>) -> SiteAssignment<Site, StayID> {
    let board = roster.board
    let linked = board.staysLinkedToTargets()
    if ArrivalSweep.applies(to: linked, of: board),
      let arrangement = ArrivalSweep.arrange(linked, of: board)
    {
      return roster.assignment(Homecoming.improve(arrangement, of: board))
    }
    var eviction = EvictionSearch(board, budget: StepBudget(limit: stepLimit / 4))
    if let arrangement = eviction.search() {
      return roster.assignment(Homecoming.improve(arrangement, of: board))
    }
    let taken = spent.taken + eviction.budget.taken
    var search = ArrangementSearch(
      linked, of: board, budget: StepBudget(limit: stepLimit - taken))
    switch search.search() {
    case .found(let arrangement):
      return roster.assignment(Homecoming.improve(arrangement, of: board))
    case .impossible:
      throw .noArrangement(of: roster.linkedStays())
    case .gaveUp:
      throw .gaveUp(steps: taken + search.budget.taken)
    }
  }
}
