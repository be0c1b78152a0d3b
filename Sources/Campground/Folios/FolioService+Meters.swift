import Foundation
import ObjectGraph

extension FolioService {
  /// Notes what a meter shows, and charges what was used since the reading before to whoever is on
  /// the site.
  ///
  /// The first reading of a meter, and that of a meter which replaced another, is only what later
  /// ones are compared with. Nothing is charged while nobody is checked in or there is no rate.
  ///
  /// - Parameter isReplaced: whether the meter is a new one.
  /// - Returns: the reading; its `entry` is the line that charges it.
  /// - Throws: `LedgerRule.meterWentBack`, `.readingBelowZero`, `.readingTooEarly`, `.dayClosed`,
  ///   `.dayToCome`; `CampgroundError.invalidAmount`, `.gone`.
  public func readMeter(
    _ kind: MeterKind, of site: CampSite, showing value: Decimal, isReplaced: Bool = false,
    on day: CalendarDate? = nil
  ) throws -> MeterReading {
    guard !value.isNaN, value >= 0 else {
      throw CampgroundError.ledger(.readingBelowZero("\(value)"))
    }
    return try scope.write { scratch in
      let site = try scratch.current(site)
      guard let known = site.campground else { throw CampgroundError.gone("the campground") }
      let campground = try scratch.current(known)
      let day = try Ledger.openDay(day, at: campground, now: scope.clock.now)
      let before = try Self.lastReading(kind, of: site, in: scratch)
      if let before {
        try Self.check(value, after: before, isReplaced: isReplaced, on: day)
      }
      let reading = MeterReading(context: scratch)
      reading.kind = kind
      reading.position = (before?.position ?? 0) &+ 1
      reading.value = value
      reading.day = day.midnightUTC
      reading.readAt = scope.clock.now
      reading.campSite = site
      reading.reservation = try Self.guest(on: site, in: scratch)
      if let before, !isReplaced { try charge(reading, since: before, on: day, in: scratch) }
      return reading
    }
  }

  /// The readings of a campsite, the latest first.
  public func meterReadings(of site: CampSite, kind: MeterKind? = nil) throws -> [MeterReading] {
    let request = MeterReading.fetchRequest()
    request.predicate =
      try kind.map {
        try FetchPredicate(format: "campSite == %@ AND kind == %@", site, $0.rawValue)
      } ?? FetchPredicate(format: "campSite == %@", site)
    request.sortDescriptors = [
      FetchSortDescriptor(key: "day", ascending: false),
      FetchSortDescriptor(key: "kind", ascending: true),
      FetchSortDescriptor(key: "position", ascending: false),
    ]
    return try managedObjectContext.fetch(request)
  }

  /// Sets what a unit of what a meter counts costs from now on.
  ///
  /// - Throws: `CampgroundError.negativeRate`, `.emptyName` for no unit, `.unknownName` for a group
  ///   without a tax.
  @discardableResult
  public func setMeterRate(
    _ kind: MeterKind, price: Decimal, unit: String, taxGroup: String? = nil
  ) throws -> MeterRate {
    guard !price.isNaN, price >= 0 else { throw CampgroundError.negativeRate(price) }
    let unit = try NameRule.checked(unit, of: "unit")
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      let group = try TaxGroup.checked(taxGroup, at: campground, in: scratch)
      let rate = try Self.rate(kind, at: campground, in: scratch) ?? MeterRate(context: scratch)
      rate.kind = kind
      rate.price = price
      rate.unit = unit
      rate.taxGroup = group
      rate.isActive = true
      rate.campground = campground
      return rate
    }
  }

  /// The prices of what meters count, by kind.
  public func meterRates() throws -> [MeterRate] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return campground.meterRates.sorted { $0.kind.rawValue < $1.kind.rawValue }
  }

  // MARK: Parts

  private static func check(
    _ value: Decimal, after before: MeterReading, isReplaced: Bool, on day: CalendarDate
  ) throws(CampgroundError) {
    let last = CalendarDate(midnightUTC: before.day)
    guard last <= day else { throw .ledger(.readingTooEarly(day, last: last)) }
    guard value >= before.value || isReplaced else {
      throw .ledger(
        .meterWentBack(
          before.kind, site: before.campSite?.name ?? "", from: "\(before.value)", to: "\(value)"))
    }
  }

  private func charge(
    _ reading: MeterReading, since before: MeterReading, on day: CalendarDate,
    in scratch: ManagedObjectContext
  ) throws {
    guard let guest = reading.reservation, let campground = guest.campground,
      let rate = try Self.rate(reading.kind, at: campground, in: scratch), rate.isActive
    else { return }
    let used = reading.value - before.value
    let price = try Money(rate.price, campground.currency) * used
    let units = try Ledger.minorUnits(price)
    guard units > 0 else { return }
    let page = LedgerPage(
      context: scratch, folio: try Ledger.folio(of: guest, in: scratch, now: scope.clock.now),
      reservation: guest, day: day, now: scope.clock.now)
    let name = reading.kind.rawValue.prefix(1).uppercased() + reading.kind.rawValue.dropFirst()
    let line = page.write(
      .meter, "\(name) \(used) \(rate.unit) at \(rate.money.exactDescription)", units,
      group: rate.taxGroup)
    line.meterReading = reading
    try page.tax(line)
  }

  private static func lastReading(
    _ kind: MeterKind, of site: CampSite, in context: ManagedObjectContext
  ) throws -> MeterReading? {
    let request = MeterReading.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND kind == %@", site, kind.rawValue)
    request.sortDescriptors = [FetchSortDescriptor(key: "position", ascending: false)]
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  /// Who is checked in on a site; nil where that is nobody.
  private static func guest(
    on site: CampSite, in context: ManagedObjectContext
  ) throws -> Reservation? {
    let request = Reservation.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND status == %@", site, ReservationStatus.checkedIn.rawValue)
    request.sortDescriptors = [FetchSortDescriptor(key: "dateFrom", ascending: false)]
    request.fetchLimit = 1
    return try context.fetch(request).first
  }

  private static func rate(
    _ kind: MeterKind, at campground: Campground, in context: ManagedObjectContext
  ) throws -> MeterRate? {
    let request = MeterRate.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campground == %@ AND kind == %@", campground, kind.rawValue)
    return try context.fetch(request).first
  }
}
