import ObjectGraph

/// The occupancy of a class's campsites, in the form that `SiteAssigner` needs.
struct ClassBoard {
  private let siteClass: SiteClass
  private let book: StayBook
  private let sites: [CampSite]

  /// How many nights around a stay are read to find the gaps that it would leave.
  private static let margin = 31

  /// The obstacles on each campsite, by their nights.
  private typealias Occupancy = [String: [TakenSpan: TakenStay]]

  /// Reads the campsites of the class.
  init(of siteClass: SiteClass, in book: StayBook) throws {
    self.siteClass = siteClass
    self.book = book
    sites = try book.context.fetch(CampSite.self, where: "siteClass == %@", siteClass)
  }

  // MARK: Queries

  /// A campsite that fits a party, whether it is taken or not.
  ///
  /// - Parameter left: a campsite to leave out.
  /// - Throws: `CampgroundError.refused` for a class without campsites, `.unfit` where none of them
  ///   fits.
  func anySite(
    for party: Party, _ dates: StayDates, but left: CampSite? = nil
  ) throws(CampgroundError) -> CampSite {
    let sites = sites(by: party)
    guard let site = sites.first(where: { $0 !== left && Self.fits($0, party, dates) }) else {
      throw nothingFits(party, dates)
    }
    return site
  }

  /// The best campsite for a stay, if necessary with other stays moved to make room.
  ///
  /// It first looks for a site that is free without moves; only then does it read the floating
  /// stays linked to these nights.
  ///
  /// - Parameters:
  ///   - own: the stay itself, if it already exists.
  ///   - present: the campsite that it should keep if possible.
  ///   - chosen: the only acceptable campsite.
  /// - Throws: `CampgroundError.refused` for a class without campsites; `.unfit` where none of them
  ///   fits; `.noRoom` where they are taken, and where the search gave up.
  func assignment(
    for dates: StayDates, _ party: Party, of own: Reservation? = nil, from present: CampSite? = nil,
    onto chosen: CampSite? = nil
  ) throws -> ClassAssignment {
    let order = sites(by: party)
    let fitting = order.filter {
      Self.fits($0, party, dates) && (chosen == nil || $0 === chosen)
    }
    guard !fitting.isEmpty else { throw nothingFits(party, dates, onto: chosen) }
    let gap = try shortestGap(beside: dates)
    let asked = FloatingStay(
      id: Int.max, dates: dates, fits: Set(fitting.map(\.name)), site: present?.name)

    var taken = try occupancy(dates, leavingOut: [own].compactMap { $0 })
    let quick = SiteAssigner(
      sites: assignable(order, taken), floating: [], asked: [asked], minimumStay: gap)
    if let found = try? quick.assign(), let site = site(found.sites[Int.max]) {
      return ClassAssignment(site: site, moves: [])
    }

    let (stays, range) = try floatingStays(linkedTo: dates, leavingOut: own)
    taken = try occupancy(range, leavingOut: stays + [own].compactMap { $0 })
    let assigner = SiteAssigner(
      sites: assignable(order, taken), floating: floats(stays, among: order), asked: [asked],
      minimumStay: gap, stepLimit: book.assignmentSteps)
    let found: SiteAssignment
    do {
      found = try assigner.assign()
    } catch {
      throw refused(error, stays, own, taken, dates)
    }
    guard let site = site(found.sites[Int.max]) else {
      throw nothingFits(party, dates, onto: chosen)
    }
    return ClassAssignment(
      site: site,
      moves: found.moves.compactMap { move in
        self.site(move.site).map { ClassAssignment.Move(stay: stays[move.stay], site: $0) }
      })
  }

  // MARK: Reading

  /// The campsites, the smallest that is large enough for a party first.
  private func sites(by party: Party) -> [CampSite] {
    let needs = party.needs
    return sites.map { ($0, SiteFit($0, for: needs)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func fits(_ site: CampSite, _ party: Party, _ dates: StayDates) -> Bool {
    site.isLet(dates) && party.needs.unmet(by: site, allowingUnknown: true).isEmpty
  }

  private func shortestGap(beside dates: StayDates) throws -> Int {
    guard let campground = siteClass.campground else { return 1 }
    return try StayRuleBook(of: campground, in: book.context)
      .shortestGap(beside: dates, at: BookedPlace(siteClass))
  }

  /// The floating stays of the class that share a night with the dates, or with one of these stays,
  /// and so on, by arrival; and the dates from the first to the last of all these nights.
  private func floatingStays(
    linkedTo dates: StayDates, leavingOut own: Reservation?
  ) throws -> (stays: [Reservation], range: StayDates) {
    let known = Set(sites.map(\.objectID))
    var (stays, range): ([Reservation], StayDates) = ([], dates)
    while true {
      let found = try book.context.fetch(
        Reservation.self,
        where: "siteClass == %@ AND isLocked == NO AND status IN %@ AND dateFrom < %@ "
          + "AND dateTo > %@", siteClass, [ReservationStatus.hold, .reserved].map(\.rawValue),
        range.departure.midnightUTC, range.arrival.midnightUTC, by: ["dateFrom", "number"]
      ).filter { stay in
        try stay !== own && book.floats(stay) && !stay.isLapsed(at: book.now)
          && stay.campSite.map { known.contains($0.objectID) } ?? false
      }
      guard found.count > stays.count else { return (stays, range) }
      stays = found
      range = try StayDates(
        arrival: stays.reduce(range.arrival) { min($0, $1.arrival) },
        departure: stays.reduce(range.departure) { max($0, $1.departure) })
    }
  }

  /// The taken nights of the campsites within a range of dates and a margin.
  private func occupancy(
    _ dates: StayDates, leavingOut left: [Reservation]
  ) throws -> Occupancy {
    let left = Set(left.map(\.objectID))
    let nights = try book.context.fetch(
      ReservationNight.self, where: "night BETWEEN {%@, %@} AND campSite IN %@",
      dates.arrival.advanced(by: -Self.margin).dayNumber,
      dates.departure.advanced(by: Self.margin).dayNumber, sites.map(\.objectID), by: ["night"]
    ).filter { night in
      guard let stay = night.reservation else { return true }
      let isOver = night.isFree(at: book.now) && stay.isLapsed(at: book.now)
      return !isOver && !left.contains(stay.objectID)
    }
    var occupancy: Occupancy = [:]
    for (site, nights) in Dictionary(grouping: nights, by: \.campSite) {
      guard let site else { continue }
      for run in Self.runs(of: nights) {
        let span = TakenSpan(
          dates: try StayDates(arrival: run.first.date, departure: run.last.date.advanced(by: 1)),
          kind: run.first.block == nil ? .fixed : .closed)
        occupancy[site.name, default: [:]][span] = try NightLedger.takenStay(of: run.first)
      }
    }
    return occupancy
  }

  /// The runs of consecutive nights of one stay or block each, as their first and last nights.
  private static func runs(
    of nights: [ReservationNight]
  ) -> [(first: ReservationNight, last: ReservationNight)] {
    var runs: [(first: ReservationNight, last: ReservationNight)] = []
    for night in nights {
      if let last = runs.last?.last, last.night + 1 == night.night,
        last.reservation === night.reservation, last.block === night.block
      {
        runs[runs.count - 1].last = night
      } else {
        runs.append((night, night))
      }
    }
    return runs
  }

  // MARK: Input of the assigner

  private func assignable(_ sites: [CampSite], _ taken: Occupancy) -> [AssignableSite] {
    sites.map { AssignableSite(name: $0.name, taken: (taken[$0.name] ?? [:]).map(\.key)) }
  }

  /// A stay may always keep its site, even if it no longer fits.
  private func floats(_ stays: [Reservation], among sites: [CampSite]) -> [FloatingStay] {
    stays.enumerated().compactMap { index, stay in
      stay.dates.map { dates in
        let fitting = sites.filter { $0 === stay.campSite || Self.fits($0, stay.party, dates) }
        return FloatingStay(
          id: index, dates: dates, fits: Set(fitting.map(\.name)), site: stay.campSite?.name)
      }
    }
  }

  private func site(_ name: String?) -> CampSite? {
    sites.first { $0.name == name }
  }

  // MARK: Text

  private func nothingFits(
    _ party: Party, _ dates: StayDates, onto chosen: CampSite? = nil
  ) -> CampgroundError {
    guard !sites.isEmpty else { return noSites }
    let sites = sites(by: party).filter { chosen == nil || $0 === chosen }
    let reasons = sites.map { site -> (site: String, reason: String) in
      let unmet = party.needs.unmet(by: site, allowingUnknown: true).map(\.description)
      let retired =
        site.isLet(dates) ? [] : site.retirement.map { ["is retired from \($0)"] } ?? []
      return (site.name, (unmet + retired).joined(separator: ", "))
    }
    // Sites of a class are much alike, so common reasons are stated once.
    var groups: [(sites: [String], reason: String)] = []
    for (site, reason) in reasons {
      if let place = groups.firstIndex(where: { $0.reason == reason }) {
        groups[place].sites.append(site)
      } else {
        groups.append(([site], reason))
      }
    }
    let words = groups.map { group in
      group.sites.count == 1
        ? "\(group.sites[0]) \(group.reason)"
        : "each of \(group.sites.listedToTheLast()) \(group.reason)"
    }
    return CampgroundError(
      .unfit, about: [.named("class", siteClass.name)],
      "no site in class \(siteClass.name) fits: " + words.listed(by: "; "), fix: .showFitting)
  }

  private var noSites: CampgroundError {
    CampgroundError(
      about: [.named("class", siteClass.name)], "class \(siteClass.name) has no sites",
      fix: .edit("class", siteClass.name))
  }

  private func refused(
    _ refusal: AssignmentRefusal, _ stays: [Reservation], _ own: Reservation?,
    _ taken: Occupancy, _ dates: StayDates
  ) -> CampgroundError {
    let name = siteClass.name
    func codes(_ indexes: [Int]) -> [String] {
      let others = indexes.filter { $0 != Int.max }.map { stays[$0] }
      // Those that the same command books have no code yet.
      let new = others.count(where: \.isInserted)
      return others.filter { !$0.isInserted }.sorted { $0.number < $1.number }.map(\.code)
        + (new == 0 ? [] : ["\(new) more of this booking"])
        + (indexes.contains(Int.max) ? [own?.code ?? "this stay"] : [])
    }
    switch refusal {
    case .nothingFits: return noSites
    case .nothingFree(_, let obstacles):
      let inTheWay = obstacles.compactMap { obstacle -> (site: String, stay: TakenStay)? in
        taken[obstacle.site]?[obstacle.taken].map { (obstacle.site, $0) }
      }
      return .noRoom(
        in: name,
        "no site in class \(name) is free \(dates), and these stays cannot be moved: "
          + inTheWay.map { "\($0.site) is taken \($0.stay)" }.listed(by: "; "),
        because: inTheWay.map(\.stay))
    case .crowded(let nights):
      return .crowded(name, nights, codes: codes)
    case .noArrangement(let linked):
      return .noRoom(
        in: name,
        "class \(name) has a site for every night, but none for all nights of "
          + "\(codes(linked).listedToTheLast()), even if they are moved")
    case .gaveUp(let steps):
      return .noRoom(
        in: name,
        "no room found in class \(name) after \(steps) steps; there may still be some",
        fix: .assignByHand)
    }
  }
}
