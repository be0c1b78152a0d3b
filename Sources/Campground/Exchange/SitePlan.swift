import ObjectGraph

/// The campsites of one campground during an import, and the stays on their nights.
struct SitePlan {
  private let campground: Campground
  private let scratch: ManagedObjectContext
  private var sites: [String: CampSite]
  private var nights: [CampSite: [Int32: TakenStay]] = [:]

  /// Reads the sites, and the nights in the range that the rows span, in two fetches.
  init(of campground: Campground, rows: [StayRow], in session: ImportSession) throws {
    self.campground = campground
    scratch = session.scratch
    sites = try session.sites(of: campground)
    guard !sites.isEmpty, let first = rows.map(\.dates.arrival).min(),
      let end = rows.map(\.dates.departure).max()
    else { return }
    for night in try scratch.fetch(
      ReservationNight.self, where: "campSite.campground == %@ AND night BETWEEN {%@, %@}",
      campground, first.dayNumber, end.dayNumber - 1)
    {
      guard let site = night.campSite else { continue }
      if night.isFree(at: session.now), let hold = night.reservation {
        // The hold has expired, and the rows may need its nights.
        if hold.state == .hold { session.book.end(hold) }
        continue
      }
      nights[site, default: [:]][night.night] = try NightLedger.takenStay(of: night)
    }
  }

  /// The campsite with a name, created if it does not exist.
  mutating func site(
    named name: String, externalIdentifier: String?
  ) -> (site: CampSite, isNew: Bool) {
    if let known = sites[name] { return (known, false) }
    let site = CampSite(context: scratch)
    site.campground = campground
    site.rename(to: name)
    site.externalIdentifier = externalIdentifier
    sites[name] = site
    return (site, true)
  }

  /// The stays that overlap these dates, in the order of the nights.
  func stays(in dates: StayDates, on site: CampSite) -> [TakenStay] {
    guard let taken = nights[site] else { return [] }
    var stays: [TakenStay] = []
    for date in dates.nights {
      if let stay = taken[date.dayNumber], stays.last != stay { stays.append(stay) }
    }
    return stays
  }

  /// Marks the nights of these dates as taken.
  mutating func take(_ dates: StayDates, on site: CampSite, for code: String) {
    let stay = TakenStay(dates: dates, code: code)
    for date in dates.nights { nights[site, default: [:]][date.dayNumber] = stay }
  }
}
