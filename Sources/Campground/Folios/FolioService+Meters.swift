import Foundation
import ObjectGraph

extension FolioService {
  /// Records a meter reading, and charges the usage since the previous one to the guest who has
  /// been on the site since then.
  ///
  /// The first reading of a meter, or of its replacement, only serves as a baseline. Nothing is
  /// charged where nobody was on the site or no rate is set. A guest who has left is charged too,
  /// and then owes on a bill that was settled. A guest who returns to the site pays for everything.
  /// Where there were several stays, the caller must name the one that pays, unless the reading is
  /// for the day on which the guests changed: then the departing stay pays.
  ///
  /// A reading whose charge was reversed is ignored: the next one is compared with the one before
  /// it.
  ///
  /// - Parameters:
  ///   - isReplaced: whether the meter is a new one.
  ///   - payer: the stay that pays, where several used the meter since the previous reading.
  /// - Returns: The reading; its `entry` is the line that charges it.
  /// - Throws: `CampgroundError.refused` for a stay that was not at the meter, or without one where
  ///   several were; for a reading lower or earlier than the last one; and for a day that is closed
  ///   or still to come. `.invalidValue` for a reading below zero, and for a charge that is too
  ///   large; `.gone`.
  public func readMeter(
    _ kind: MeterKind, of site: CampSite, showing value: Decimal, isReplaced: Bool = false,
    for payer: Reservation? = nil, on wanted: CalendarDate? = nil
  ) throws -> MeterReading {
    try refuse(
      unless: !value.isNaN && value >= 0, .invalidValue, about: [.property("reading")],
      "a meter reading is at least 0, not \(value)")
    return try scope.write { scratch in
      let site = try scratch.current(site)
      guard let known = site.campground else { throw CampgroundError.gone("the campground") }
      let campground = try scratch.current(known)
      let day = try Ledger.openDay(wanted, at: campground, now: scope.clock.now)
      let before = try MeterReading.last(kind, of: site, in: scratch)
      if let before {
        try Self.check(value, after: before, isReplaced: isReplaced, on: day)
      }
      let payer = try payer.map { try scratch.current($0) }
      let users = try MeterUsers(
        of: site, since: before, through: min(day, scope.today(at: campground)), in: scratch)
      let reading = MeterReading(context: scratch)
      reading.kind = kind
      reading.position = try MeterReading.nextPosition(kind, of: site, in: scratch)
      reading.value = value
      reading.day = day
      reading.readAt = scope.clock.now
      reading.campSite = site
      if let payer { try users.require(payer) }
      guard let before, !isReplaced else {
        reading.reservation = payer ?? users.guest
        return reading
      }
      reading.since = before.day
      reading.reservation = payer ?? users.guest
      let used = value - before.value
      if let rate = try Self.rate(kind, at: campground, in: scratch), rate.isActive, used > 0 {
        reading.reservation = try payer ?? users.payer(of: kind, onDay: wanted)
        try charge(used, at: rate, for: reading, on: day, in: scratch)
      }
      return reading
    }
  }

  /// The readings of a campsite, the latest first.
  public func meterReadings(of site: CampSite, kind: MeterKind? = nil) throws -> [MeterReading] {
    try managedObjectContext.fetch(
      FetchRequest<MeterReading>(
        .all(["campSite == %@": site, "kind == %@": kind?.rawValue]),
        by: ["-day", "kind", "-position"]))
  }

  /// Sets the price per unit of a meter from now on.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a price that is negative or beyond `Money.most`,
  ///   and without a unit; `.unknown` for a group without a tax.
  @discardableResult
  public func setMeterRate(
    _ kind: MeterKind, price: Decimal, unit: String, taxGroup: String? = nil
  ) throws -> MeterRate {
    try refuse(unless: !price.isNaN && price >= 0, with: .negativeRate(price))
    let unit = try NameRule.checked(unit, of: "unit")
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      try refuse(
        unless: price <= Money.most, with: .invalidAmount(.tooLarge(price, campground.currency)))
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

  /// The meter rates, by kind.
  public func meterRates() throws -> [MeterRate] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return campground.meterRates.sorted { $0.kind.rawValue < $1.kind.rawValue }
  }

  // MARK: Helpers

  private static func check(
    _ value: Decimal, after before: MeterReading, isReplaced: Bool, on day: CalendarDate
  ) throws(CampgroundError) {
    let last = before.day
    try refuse(
      unless: last <= day, about: [.date(day)], "the meter was last read on \(last), after \(day)",
      fix: .advice("enter \(last) or a later date"))
    try refuse(
      unless: value >= before.value || isReplaced, about: [.property("reading")],
      "the \(before.kind.rawValue) meter of site \(before.campSite?.name ?? "") read "
        + "\(before.value) and cannot go back to \(value) unless it was replaced",
      fix: .replaceMeter)
  }

  private func charge(
    _ used: Decimal, at rate: MeterRate, for reading: MeterReading, on day: CalendarDate,
    in scratch: ManagedObjectContext
  ) throws {
    guard let stay = reading.reservation, let campground = stay.campground else { return }
    let units = try Ledger.minorUnits(try Money(rate.price, campground.currency) * used)
    guard units > 0 else { return }
    let page = LedgerPage(of: stay, on: day, by: scope.pen("meter", in: scratch))
    let name = reading.kind.rawValue.prefix(1).uppercased() + reading.kind.rawValue.dropFirst()
    let line = try page.charge(
      .init(
        on: day, units, "\(name) \(used) \(rate.unit) at \(rate.money.exactDescription)", .meter,
        taxGroup: rate.taxGroup), in: scope)
    line.meterReading = reading
  }

  private static func rate(
    _ kind: MeterKind, at campground: Campground, in context: ManagedObjectContext
  ) throws -> MeterRate? {
    try context.fetch(
      MeterRate.self, where: "campground == %@ AND kind == %@", campground, kind.rawValue
    ).first
  }
}
