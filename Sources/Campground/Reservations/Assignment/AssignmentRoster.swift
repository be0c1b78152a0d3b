/// Translates between the caller's sites and stays and their numbers on the board.
struct AssignmentRoster<
  Site: Hashable & Sendable, StayID: Hashable & Comparable & Sendable
>: Sendable {
  private let sites: [AssignableSite<Site>]
  private let stays: [FloatingStay<Site, StayID>]
  private let asked: Int
  private let fits: [SiteSet]

  let board: AssignmentBoard

  /// - Parameters:
  ///   - stays: The floating stays by arrival, then those to be placed.
  ///   - asked: The number of those to be placed.
  init(
    sites: [AssignableSite<Site>], stays: [FloatingStay<Site, StayID>], asked: Int, minimumStay: Int
  ) {
    self.sites = sites
    self.stays = stays
    self.asked = asked
    let numbers = Dictionary(
      sites.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    fits = stays.map { stay in
      var set = SiteSet(capacity: sites.count)
      for site in stay.fits {
        if let number = numbers[site] { set.insert(number) }
      }
      return set
    }
    board = AssignmentBoard(
      taken: sites.map { $0.taken.map(\.dates.days) }, nights: stays.map(\.dates.days), fits: fits,
      present: stays.map { $0.site.flatMap { numbers[$0] } }, asked: asked,
      minimumStay: minimumStay)
  }

  /// Why a stay cannot have any site, whatever moves; nil if each one has some.
  func unplaceable() -> AssignmentRefusal<Site, StayID>? {
    for target in board.targets where board.open[target].isEmpty {
      let dates = stays[target].dates
      if fits[target].isEmpty { return .nothingFits(stays[target].id) }
      let obstacles = fits[target].compactMap { number -> Obstacle<Site>? in
        let inTheWay = sites[number].taken.filter { $0.dates.overlaps(dates) }
        return inTheWay.min { $0.dates.arrival < $1.dates.arrival }
          .map { Obstacle(site: sites[number].id, taken: $0) }
      }
      return .nothingFree(stays[target].id, inTheWay: obstacles)
    }
    return nil
  }

  /// The nights of the stays to be placed that have more stays than sites, as a refusal; nil if
  /// there are none.
  func crowded() -> AssignmentRefusal<Site, StayID>? {
    // All other nights have room, because their stays are on sites now.
    let nights = Set(board.targets.flatMap { board.nights[$0] }).sorted()
    let crowded = nights.compactMap { night -> CrowdedNight<Site, StayID>? in
      let present = stays.indices.filter { board.nights[$0].contains(night) }
      var matching = NightMatching(of: present, siteCount: sites.count, open: board.open)
      return matching.shortage().map { crowdedNight(night, $0) }
    }
    return crowded.isEmpty ? nil : .crowded(crowded)
  }

  private func crowdedNight(
    _ night: Int, _ shortage: NightMatching.Shortage
  ) -> CrowdedNight<Site, StayID> {
    let date = CalendarDate(dayNumber: Int32(clamping: night))
    func taken(by kind: TakenSpan.Kind) -> [Site] {
      sites.filter { site in
        site.taken.contains { $0.kind == kind && $0.dates.contains(night: date) }
      }.map(\.id)
    }
    return CrowdedNight(
      night: date, stays: shortage.stays.map { stays[$0].id },
      sites: shortage.sites.map { sites[$0].id }, fixed: taken(by: .fixed),
      closed: taken(by: .closed))
  }

  /// The stays whose arrangement the stays to be placed depend on, by arrival.
  func linkedStays() -> [StayID] {
    board.staysLinkedToTargets().map { stays[$0].id }
  }

  /// An arrangement with a site for every stay, in terms of the caller's sites and stays.
  func assignment(_ arrangement: [Int?]) -> SiteAssignment<Site, StayID> {
    var placed: [StayID: Site] = [:]
    var moves: [SiteMove<Site, StayID>] = []
    for (index, number) in arrangement.enumerated() {
      guard let number else { continue }
      let stay = stays[index]
      let site = sites[number].id
      if index >= stays.count - asked {
        placed[stay.id] = site
      } else if let present = stay.site, present != site {
        moves.append(SiteMove(stay: stay.id, from: present, to: site))
      }
    }
    return SiteAssignment(sites: placed, moves: moves)
  }
}

extension StayDates {
  /// The nights as day numbers.
  fileprivate var days: Range<Int> { Int(arrival.dayNumber)..<Int(departure.dayNumber) }
}
