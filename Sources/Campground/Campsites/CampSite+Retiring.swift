extension CampSite {
  /// The date from which it is not let any more; nil while it is.
  public var retirement: CalendarDate? {
    get { retiredFrom.map(CalendarDate.init(midnightUTC:)) }
    set { retiredFrom = newValue?.midnightUTC }
  }

  /// Whether it is let on every night of a stay.
  public func isLet(_ dates: StayDates) -> Bool {
    retirement.map { dates.departure <= $0 } ?? true
  }
}

extension CampSiteService {
  /// Lets a campsite no more from a date on; its history stays as it is.
  ///
  ///     try service.retire(site, from: CalendarDate(parsing: "2026-11-01"))
  ///
  /// Blocks that reach beyond the date end there.
  ///
  /// - Throws: `CampgroundError.siteHasReservations`, which names those that are not over and have a
  ///   night from that date on, requests included; holds that are over do not count. `.gone`.
  @discardableResult
  public func retire(_ site: CampSite, from date: CalendarDate) throws -> CampSite {
    try scope.write { scratch in
      let site = try scratch.current(site)
      let now = scope.clock.now
      let later = site.reservations.filter { reservation in
        let isOver = reservation.state?.isFinal ?? false
        let isExpired = reservation.holdExpiresAt.map { $0 <= now } ?? false
        return !isOver && !isExpired && reservation.departure > date
      }
      guard later.isEmpty else {
        let codes = later.sorted { $0.number < $1.number }.map(\.code)
        throw CampgroundError.siteHasReservations(site.name, codes: codes)
      }
      for block in site.blocks where block.reopening > date {
        block.end(on: date, in: scratch)
      }
      site.retirement = date
      return site
    }
  }

  /// Lets a campsite again that was retired.
  ///
  /// - Throws: `CampgroundError.gone`.
  @discardableResult
  public func restore(_ site: CampSite) throws -> CampSite {
    try scope.write { scratch in
      let site = try scratch.current(site)
      site.retirement = nil
      return site
    }
  }
}
