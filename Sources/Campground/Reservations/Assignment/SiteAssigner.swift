/// Assigns stays booked by class to the sites of the class.
///
/// ```swift
/// let assigner = SiteAssigner(sites: sites, floating: stays, asked: [stay], minimumStay: 2)
/// let assignment = try assigner.assign()
/// ```
///
/// It depends only on its input and changes nothing. The same sites, stays and order of sites
/// always give the same answer, whatever the order of the floating stays.
struct SiteAssigner: Sendable {
  /// The sites of the class, the preferred ones first.
  private let sites: [AssignableSite]

  /// The floating stays by arrival, then those to be placed.
  private let stays: [FloatingStay]

  /// The number of stays to be placed.
  private let asked: Int

  /// The sites that fit each stay.
  private let fits: [SiteSet]

  /// The number of steps after which a search gives up.
  private let stepLimit: Int

  /// The same sites and stays, by number.
  let board: AssignmentBoard

  /// Makes an assigner from the sites of a class, the stays that float among them, and those that
  /// need a site.
  ///
  /// - Parameters:
  ///   - sites: The sites of the class, each once, the preferred ones first. The nights of all
  ///     other stays are among their taken nights.
  ///   - floating: The stays that may be moved, each once. One that cannot keep its site, because
  ///     it has none of this class, the site does not fit, or a fixed stay, a closure or an earlier
  ///     floating stay has it, is placed along with the others.
  ///   - asked: The stays to be placed, all or none; none of them is floating.
  ///   - minimumStay: The shortest acceptable gap between two stays, in nights; with 1 or less,
  ///     gaps do not matter.
  ///   - stepLimit: The number of steps after which a search gives up; one step examines one site
  ///     for one stay. The default takes some tens of milliseconds at most.
  init(
    sites: [AssignableSite], floating: [FloatingStay], asked: [FloatingStay], minimumStay: Int,
    stepLimit: Int = 100_000
  ) {
    let stays =
      floating.sorted {
        ($0.dates.arrival, $0.dates.departure, $0.id)
          < ($1.dates.arrival, $1.dates.departure, $1.id)
      } + asked
    let numbers = Dictionary(
      sites.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let fits = stays.map { stay in
      var set = SiteSet(capacity: sites.count)
      for site in stay.fits {
        if let number = numbers[site] { set.insert(number) }
      }
      return set
    }
    self.sites = sites
    self.stays = stays
    self.asked = asked.count
    self.fits = fits
    self.stepLimit = stepLimit
    board = AssignmentBoard(
      taken: sites.map { $0.taken.map(\.dates.days) }, nights: stays.map(\.dates.days), fits: fits,
      present: stays.map { $0.site.flatMap { numbers[$0] } }, asked: asked.count,
      minimumStay: minimumStay)
  }

  /// Finds a site for each of the stays to be placed, and moves floating stays only where there is
  /// no other way.
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
  /// - Throws: `AssignmentRefusal` with the reason, which proves that there is no room, except for
  ///   `gaveUp`.
  /// - Complexity: The number of sites times the number of stays where no stay has to move;
  ///   otherwise bounded by the step limit.
  func assign() throws(AssignmentRefusal) -> SiteAssignment {
    if let reason = unplaceable() { throw reason }
    var search = MoveSearch(board, budget: StepBudget(limit: stepLimit / 2))
    var moves = board.unavoidableMoves
    var isFirst = true
    while true {
      switch search.search(moves: moves) {
      case .found(let arrangement):
        return assignment(arrangement)
      case .impossible:
        throw crowded() ?? .noArrangement(of: linkedStays())
      case .needsMoves(let needed):
        if isFirst, let reason = crowded() { throw reason }
        isFirst = false
        moves = needed
      case .gaveUp:
        if let reason = crowded() { throw reason }
        var arrangement = Arrangement(try anyArrangement(after: search.budget), of: board)
        arrangement.bringStaysHome()
        return assignment(arrangement.site)
      }
    }
  }

  private func anyArrangement(after spent: StepBudget) throws(AssignmentRefusal) -> [Int?] {
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
    case .impossible: throw .noArrangement(of: linkedStays())
    case .gaveUp: throw .gaveUp(steps: taken + search.budget.taken)
    }
  }

  // MARK: Answers

  /// An arrangement with a site for every stay, in terms of the caller's sites and stays.
  func assignment(_ arrangement: [Int?]) -> SiteAssignment {
    var assignment = SiteAssignment()
    for (index, number) in arrangement.enumerated() {
      guard let number else { continue }
      let (stay, site) = (stays[index], sites[number].name)
      if index >= stays.count - asked {
        assignment.sites[stay.id] = site
      } else if let present = stay.site, present != site {
        assignment.moves.append((stay.id, site))
      }
    }
    return assignment
  }

  /// Why a stay cannot have any site, whatever moves; nil if each one has some.
  private func unplaceable() -> AssignmentRefusal? {
    guard let target = board.targets.first(where: { board.open[$0].isEmpty }) else { return nil }
    let stay = stays[target]
    if fits[target].isEmpty { return .nothingFits(stay.id) }
    let obstacles = fits[target].compactMap { number -> AssignmentRefusal.Obstacle? in
      sites[number].taken.filter { $0.dates.overlaps(stay.dates) }
        .min { $0.dates.arrival < $1.dates.arrival }
        .map { AssignmentRefusal.Obstacle(site: sites[number].name, taken: $0) }
    }
    return .nothingFree(stay.id, inTheWay: obstacles)
  }

  /// The nights of the stays to be placed that have more stays than sites, as a refusal; nil if
  /// there are none.
  private func crowded() -> AssignmentRefusal? {
    // All other nights have room, because their stays are on sites now.
    let nights = Set(board.targets.flatMap { board.nights[$0] }).sorted()
    let crowded = nights.compactMap { night -> CrowdedNight? in
      let present = stays.indices.filter { board.nights[$0].contains(night) }
      var matching = NightMatching(of: present, siteCount: sites.count, open: board.open)
      return matching.shortage().map { crowdedNight(night, $0) }
    }
    return crowded.isEmpty ? nil : .crowded(crowded)
  }

  private func crowdedNight(_ night: Int, _ shortage: NightMatching.Shortage) -> CrowdedNight {
    let date = CalendarDate(dayNumber: Int32(clamping: night))
    func taken(by kind: TakenSpan.Kind) -> [String] {
      sites.filter { site in
        site.taken.contains { $0.kind == kind && $0.dates.contains(night: date) }
      }.map(\.name)
    }
    return CrowdedNight(
      night: date, stays: shortage.stays.map { stays[$0].id },
      sites: shortage.sites.map { sites[$0].name }, fixed: taken(by: .fixed),
      closed: taken(by: .closed))
  }

  /// The stays whose arrangement the stays to be placed depend on, by arrival.
  private func linkedStays() -> [Int] {
    board.staysLinkedToTargets().map { stays[$0].id }
  }
}

extension StayDates {
  /// The nights as day numbers.
  fileprivate var days: Range<Int> { Int(arrival.dayNumber)..<Int(departure.dayNumber) }
}
