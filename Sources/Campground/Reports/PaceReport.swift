import Foundation
import ObjectGraph

/// What is on the books for a period, beside what was on the books for the same dates of last year
/// on the same day of that year.
public struct PaceReport: Hashable, Sendable {
  /// A month of the period, or all of it.
  public struct Row: Hashable, Sendable {
    /// The month as `2026-07`; nil for the whole period.
    public let month: String?
    /// The nights on the books now.
    public internal(set) var nights = 0
    /// Their lodging less discounts and allowances, in minor units.
    var units: Int64 = 0
    /// The nights of last year that were on the books then.
    public internal(set) var nightsThen = 0
    var unitsThen: Int64 = 0
    /// The nights of last year as they turned out.
    public internal(set) var finalNights = 0
    var finalUnits: Int64 = 0
    let currency: Currency

    /// The lodging on the books now.
    public var booked: Money { Money(minorUnits: units, currency) }
    /// The lodging of last year that was on the books then.
    public var bookedThen: Money { Money(minorUnits: unitsThen, currency) }
    /// The lodging of last year as it turned out.
    public var finalBooked: Money { Money(minorUnits: finalUnits, currency) }

    /// The nights now against those of last year, in percent rounded half-up; nil where there were
    /// none.
    public var change: Int? {
      guard nightsThen > 0 else { return nil }
      return Int((Double(nights - nightsThen) * 100 / Double(nightsThen)).rounded())
    }
  }

  /// The months of the period, in order.
  public let rows: [Row]
  /// The whole period.
  public let total: Row
  /// The day of last year on which it is compared.
  public let day: CalendarDate
  /// The nights of last year whose stays were imported when they were over, so that nobody knows
  /// when they were booked; they count as booked then.
  public let importedNights: Int
}

extension ReportService {
  /// The pace.
  ///
  /// A stay counts with its present nights; one that was called off later counts with those that
  /// were reserved, and with the lodging that it gave up.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits, and store errors.
  public func pace(_ period: ReportPeriod) throws -> PaceReport {
    let campground = try campground()
    let today = scope.today(at: campground)
    let day = today.adding(months: -12)
    let draft = PaceDraft(period, campground?.currency ?? .usd)
    guard let campground else { return draft.report(on: day, imported: 0) }
    let booked = try bookedNights(period, ledgerNights(period, at: campground), at: campground)
    for night in booked { try draft.add(night.units, on: night.spent.night, to: \.units) }
    // Last year, its nights as those of this year.
    let former = try ReportPeriod(
      from: period.first.adding(months: -12), through: period.last.adding(months: -12))
    let then = scope.clock.now.addingTimeInterval(
      -86_400 * TimeInterval(day.distance(to: today)))
    let history = try paceEvents(former, at: campground)
    let givenUp = try givenUpLodging(former, at: campground)
    var (known, imported): (Set<ManagedObjectID>, Int) = ([], 0)
    for stay in try paceStays(period, former, at: campground) {
      if stay.isSold { draft.add(stay.dates) { $0.nights += 1 } }
      guard former.nightCount(from: stay.dates.lowerBound, to: stay.dates.upperBound) > 0 else {
        continue
      }
      if stay.isSold { draft.add(stay.dates, ofLastYear: true) { $0.finalNights += 1 } }
      let events = history[stay.id] ?? PaceEvents()
      let isOver = events.imported.map { stay.dates.upperBound.midnightUTC <= $0 } ?? false
      guard isOver || (events.booked.map { $0 <= then } ?? false) else { continue }
      if stay.isSold {
        known.insert(stay.id)
        draft.add(stay.dates, ofLastYear: true) {
          $0.nightsThen += 1
          if isOver { imported += 1 }
        }
      } else if let end = events.calledOff, end > then {
        draft.add(stay.reserved, ofLastYear: true) { $0.nightsThen += 1 }
        try draft.spread(givenUp[stay.id] ?? 0, over: stay.reserved)
      }
    }
    let turnedOut = try bookedNights(former, ledgerNights(former, at: campground), at: campground)
    for night in turnedOut {
      let day = night.spent.night
      try draft.add(night.units, on: day, ofLastYear: true, to: \.finalUnits)
      if known.contains(night.spent.stay) {
        try draft.add(night.units, on: day, ofLastYear: true, to: \.unitsThen)
      }
    }
    return draft.report(on: day, imported: imported)
  }

  /// The stays of a period and of the same dates of last year, read once.
  private func paceStays(
    _ period: ReportPeriod, _ former: ReportPeriod, at campground: Campground
  ) throws -> [PaceStay] {
    try rows(
      of: "Reservation",
      reading: ["objectID", "status", "dateFrom", "dateTo", "reservedFrom", "reservedTo"],
      where: here(
        "dateFrom <= %@ AND dateTo > %@ AND (dateFrom <= %@ OR dateTo > %@)",
        [period.last, former.first, former.last, period.first].map(\.midnightUTC), "campground",
        at: campground)
    ).compactMap(PaceStay.init)
  }

  private func paceEvents(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> [ManagedObjectID: PaceEvents] {
    try rows(
      of: "Event", reading: ["reservation", "kind", "happenedAt"],
      where: "kind IN %@ AND isTakenBack == NO AND reservation.campground == %@ "
        + "AND reservation.dateFrom <= %@ AND reservation.dateTo > %@",
      [
        [Event.Kind.reserved, .imported, .canceled, .noShow].map(\.rawValue), campground,
        period.last.midnightUTC, period.first.midnightUTC,
      ]
    ).reduce(into: [:]) { events, row in
      guard let stay = row.object("reservation"), let instant = row.instant("happenedAt") else {
        return
      }
      events[stay, default: PaceEvents()].add(
        row.text("kind").flatMap(Event.Kind.init(rawValue:)), instant)
    }
  }

  /// The lodging that stays gave up, in minor units.
  private func givenUpLodging(
    _ period: ReportPeriod, at campground: Campground
  ) throws -> [ManagedObjectID: Int64] {
    try groups(
      of: "GivenUpNights", by: ["reservation"], adding: ["amountMinor"],
      where: "reservation.campground == %@ AND reservation.dateFrom <= %@ "
        + "AND reservation.dateTo > %@",
      [campground, period.last.midnightUTC, period.first.midnightUTC]
    ).reduce(into: [:]) { sums, row in
      if let stay = row.object("reservation") { sums[stay] = row.sum("amountMinor") }
    }
  }
}

/// A stay as the pace counts it.
private struct PaceStay {
  let id: ManagedObjectID
  let isSold: Bool
  let dates: Range<CalendarDate>
  /// The dates that were reserved first.
  let reserved: Range<CalendarDate>

  init?(_ row: StoredRow) {
    guard let id = row.object("objectID"), let arrival = row.date("dateFrom"),
      let departure = row.date("dateTo"), arrival < departure
    else { return nil }
    (self.id, isSold, dates) = (id, row.isSold("status"), arrival..<departure)
    let first = row.date("reservedFrom") ?? arrival
    reserved = first..<max(first, row.date("reservedTo") ?? departure)
  }
}

/// When a stay was booked and called off.
private struct PaceEvents {
  var booked: Date?
  var imported: Date?
  var calledOff: Date?

  mutating func add(_ kind: Event.Kind?, _ instant: Date) {
    switch kind {
    case .imported: imported = instant
    case .canceled, .noShow: calledOff = max(calledOff ?? instant, instant)
    default: booked = min(booked ?? instant, instant)
    }
    if kind == .imported { booked = min(booked ?? instant, instant) }
  }
}

/// Adds up the rows of a pace.
private final class PaceDraft {
  private let period: ReportPeriod
  private let currency: Currency
  private var rows: [PaceReport.Row]
  /// The row of each night of the period.
  private var places: [CalendarDate: Int] = [:]
  /// The row of each night of last year that is one of the period by the calendar.
  private var placesOfLastYear: [CalendarDate: Int] = [:]

  init(_ period: ReportPeriod, _ currency: Currency) {
    (self.period, self.currency) = (period, currency)
    rows = period.months.map { PaceReport.Row(month: $0.name, currency: currency) }
    for (place, month) in period.months.enumerated() {
      for night in month.period.days { places[night] = place }
    }
    // A leap day falls on the night before it.
    for night in period.first.advanced(by: -367)...period.last.advanced(by: -364) {
      placesOfLastYear[night] = places[night.adding(months: 12)]
    }
  }

  private func place(of night: CalendarDate, _ isOfLastYear: Bool) -> Int? {
    isOfLastYear ? placesOfLastYear[night] : places[night]
  }

  /// Adds the nights of a stay that are in the period.
  func add(
    _ dates: Range<CalendarDate>, ofLastYear: Bool = false,
    _ change: (inout PaceReport.Row) -> Void
  ) {
    for night in dates {
      if let place = place(of: night, ofLastYear) { change(&rows[place]) }
    }
  }

  func add(
    _ units: Int64, on night: CalendarDate, ofLastYear: Bool = false,
    to sum: WritableKeyPath<PaceReport.Row, Int64>
  ) throws {
    guard let place = place(of: night, ofLastYear) else { return }
    try ReportService.add(units, to: &rows[place][keyPath: sum], currency)
  }

  /// Spreads the lodging given up evenly over the nights that were reserved.
  func spread(_ units: Int64, over dates: Range<CalendarDate>) throws {
    let count = Int64(dates.count)
    guard count > 0 else { return }
    for (index, night) in dates.enumerated() {
      let share = units / count + (Int64(index) < units % count ? 1 : 0)
      try add(share, on: night, ofLastYear: true, to: \.unitsThen)
    }
  }

  func report(on day: CalendarDate, imported: Int) -> PaceReport {
    var total = PaceReport.Row(month: nil, currency: currency)
    for row in rows {
      total.nights += row.nights
      total.nightsThen += row.nightsThen
      total.finalNights += row.finalNights
      total.units += row.units
      total.unitsThen += row.unitsThen
      total.finalUnits += row.finalUnits
    }
    return PaceReport(rows: rows, total: total, day: day, importedNights: imported)
  }
}
