import ObjectGraph

/// Current and future stays, which prevent deleting a campsite or changing how it is booked.
extension CampSiteService {
  /// The current and future stays on a campsite, including those with nights there before the guest
  /// was moved, by arrival and number.
  public func openStays(on site: CampSite) throws -> [Reservation] {
    let today = scope.today(at: site.campground)
    return try stays(withNightsOn: site, in: managedObjectContext)
      .filter { !$0.isOver(on: today) }
      .sorted { ($0.arrival, $0.number) < ($1.arrival, $1.number) }
  }

  /// Checks that a campsite can be deleted.
  ///
  /// - Throws: `CampgroundError.inUse`, also if only guests who have since moved to another
  ///   campsite stand in the way.
  func requireNoOpenStays(of site: CampSite, in scratch: ManagedObjectContext) throws {
    let open = try openStays(of: site, in: scratch)
    let today = scope.today(at: site.campground)
    let remaining = open.filter { stay in
      stay.siteSpans.contains { span in
        span.site === site
          && (span.dates.departure > today || span.dates.departure == stay.departure)
      }
    }
    guard remaining.isEmpty else {
      throw CampgroundError.siteHasReservations(site.name, codes: remaining.map(\.code))
    }
    guard open.isEmpty else {
      let codes = open.map(\.code)
      throw CampgroundError(
        .inUse, about: [.site(site.name)] + .users(codes),
        "a guest still in house has stayed on site \(site.name): " + codes.listed(),
        fix: .retire(site: site.name))
    }
  }

  /// Checks that a campsite has no open stays before it changes between overnight and day use,
  /// because their dates would mean something else.
  ///
  /// - Parameter wasByDay: whether it was booked by the day before the change.
  /// - Throws: `CampgroundError.unfit`.
  func requireLetAsBefore(
    _ site: CampSite, byDay wasByDay: Bool, in scratch: ManagedObjectContext
  ) throws {
    guard (site.siteType == .dayUse) != wasByDay else { return }
    let open = try openStays(of: site, in: scratch)
    guard open.isEmpty else {
      let codes = open.map(\.code)
      throw CampgroundError(
        .unfit, about: [.property("type"), .site(site.name)] + .users(codes),
        "site \(site.name) has current or future \(wasByDay ? "day-use" : "overnight") stays: "
          + codes.listed(), fix: .advice("move or cancel them first, or wait until they end"))
    }
  }

  /// The current and future stays on a campsite, including those with nights there before the guest
  /// was moved or moved on, by number.
  private func openStays(
    of site: CampSite, in scratch: ManagedObjectContext
  ) throws -> [Reservation] {
    let today = scope.today(at: site.campground)
    return try stays(withNightsOn: site, in: scratch).filter { !$0.isOver(on: today) }
      .sorted { $0.number < $1.number }
  }

  /// The stays that have or had nights on a campsite.
  private func stays(
    withNightsOn site: CampSite, in context: ManagedObjectContext
  ) throws -> [Reservation] {
    let segments = try context.fetch(
      StaySegment.self, where: "campSite == %@ AND isGivenUp == NO", site,
      prefetching: ["reservation"])
    return Array(Set(segments.compactMap(\.reservation)))
  }
}
