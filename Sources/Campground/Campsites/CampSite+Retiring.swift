import Foundation
import ObjectGraph

extension CampSite {
  /// Whether the campsite is in use on every night of a stay.
  public func isLet(_ dates: StayDates) -> Bool {
    retirement.map { dates.departure <= $0 } ?? true
  }
}

extension CampSiteService {
  /// Retires a campsite from a date on; its history stays unchanged.
  ///
  ///     try service.retire(site, from: CalendarDate(parsing: "2026-11-01"))
  ///
  /// Blocks that extend beyond the date end there.
  ///
  /// - Throws: `CampgroundError.inUse`, which names current and future reservations with a night
  ///   from that date on, requests included; expired holds do not count. `.gone`.
  @discardableResult
  public func retire(_ site: CampSite, from date: CalendarDate) throws -> CampSite {
    try scope.edit(site) { site, scratch in
      try StayBook(scope, in: scratch).assignElsewhere(from: site)
      try Self.requireNoStays(on: site, from: date, now: scope.clock.now, in: scratch)
      for block in try scratch.fetch(
        SiteBlock.self, where: "campSite == %@ AND dateTo > %@", site, date.midnightUTC)
      { block.end(on: date, in: scratch) }
      site.retirement = date
    }
  }

  /// Checks that a campsite has no stays from a date on; holds expired by `now` do not count. It
  /// asks the store, so that stays written by anyone count.
  ///
  /// - Throws: `CampgroundError.inUse`.
  static func requireNoStays(
    on site: CampSite, from date: CalendarDate, now: Date, in scratch: ManagedObjectContext
  ) throws {
    let segments = try scratch.fetch(
      StaySegment.self, where: "campSite == %@ AND dateTo > %@ AND isGivenUp == NO", site,
      date.midnightUTC)
    let later = Set(segments.compactMap(\.reservation)).filter { reservation in
      let isExpired = reservation.holdExpiresAt.map { $0 <= now } ?? false
      return reservation.state?.isFinal != true && !isExpired
    }
    guard later.isEmpty else {
      let codes = later.sorted { $0.number < $1.number }.map(\.code)
      throw CampgroundError.siteHasReservations(site.name, codes: codes)
    }
  }

  /// Returns a retired campsite to use.
  ///
  /// - Throws: `CampgroundError.gone`.
  @discardableResult
  public func restore(_ site: CampSite) throws -> CampSite {
    try scope.edit(site) { site, _ in site.retirement = nil }
  }
}
