import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Each report agrees with Python to the cent, on the real stays of several campgrounds with a day
/// at the desk added to one of them.
@MainActor
final class ReportOracleTests: XCTestCase {
  private static let home = "Bodega Dunes"

  private let periods = [
    ("2023-07-01", "2023-07-31"), ("2023-04-01", "2023-08-31"), ("2023-07-19", "2023-07-19"),
    ("2023-07-20", "2023-07-22"), ("2022-01-01", "2022-12-31"),
  ]

  func testTheReportsOfTheRealStaysAgreeWithPython() async throws {
    let stays = try CampgroundData.folder().appendingPathComponent("stays.csv")
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let stack = try TestStoreStack(
      store: PersistentStoreDescription(url: file), now: try noon("2023-07-20"))
    let desk = TestDesk(stack)
    let home = try desk.campgrounds.add(Self.home, timeZone: .gmt)
    try setPrices(desk)
    let summary = try ReservationImporter(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: stack.clock
    ).importReservations(
      from: try Data(contentsOf: stays),
      options: ImportOptions(timeZone: .gmt, createsMissing: true))
    XCTAssertEqual(summary.imported, 1_700)
    try workADay(desk, home)

    let reports = ReportService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: stack.clock)
    let ours = try periods.flatMap { try lines(reports, $0) }
    try stack.close()
    let theirs = try ReportOracle.lines(
      of: file, campground: Self.home, today: "2023-07-20", periods: periods)
    // First the differences, since the lines are thousands.
    XCTAssertEqual(Set(ours).subtracting(theirs).sorted(), [])
    XCTAssertEqual(Set(theirs).subtracting(ours).sorted(), [])
    XCTAssertTrue(ours.sorted() == theirs.sorted())
    // None of them has nothing to say about July, after which nobody has paid for a stay to come.
    for report in Report.allCases where report != .deposits {
      XCTAssertTrue(
        ours.contains { $0.hasPrefix("\(report.rawValue)|2023-07-01") }, report.rawValue)
    }
    let revenue = ours.filter { $0.hasPrefix("revenue|2023-07-01|") }
    XCTAssertGreaterThan(revenue.count, 2, "\(revenue)")
  }

  private func decimal(_ text: String) throws -> Decimal {
    try XCTUnwrap(Decimal(string: text))
  }

  /// Prices that do not come out even: thirds of cents, weeks, and other nights at weekends.
  private func setPrices(_ desk: TestDesk) throws {
    try desk.rates.addRate("Base", RatePlan(amount: decimal("33.33")))
    try desk.rates.addRate(
      "Weekend", RatePlan(amount: decimal("47.11"), for: ScopePlan(weekdays: .weekend)))
    try desk.rates.addRate("Week", RatePlan(amount: 200, kind: .weekly))
    try desk.rates.addTax("Lodging tax", TaxPlan(percent: decimal("12.35")))
    try desk.rates.addTax("Sales tax", TaxPlan(percent: decimal("8.25"), group: "goods"))
    try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10))
  }

  private func workADay(_ desk: TestDesk, _ home: Campground) throws {
    // Some sites are of a type; one is closed for a while, one is retired.
    let sites = try desk.sites.getCampSites()
    for (index, site) in sites.enumerated() {
      site.type = index % 3 == 0 ? "rv" : index % 3 == 1 ? "tent" : nil
    }
    try desk.stack.mainContext.saveThrough()
    let camper = try desk.campers.addCamper("Ada Rivera", phoneNumber: nil)
    let spare = try ["X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8"].map { name in
      var features = CampSiteFeatures()
      features.type = name == "X2" ? .tent : .rv
      return try desk.sites.add(name, features: features)
    }
    try desk.blocks.block(spare[3], stay("2023-07-05", "2023-07-25"), reason: "roots")
    _ = try desk.sites.retire(spare[4], from: day("2023-07-10"))

    // Guests who are here, one of whom moves to a site of another type in the midst of the stay.
    func book(_ site: CampSite, _ arrival: String, _ nights: Int, party: Int = 2) throws -> String {
      var booking = Booking(
        site, for: camper, dates: try StayDates(arrival: day(arrival), nights: nights),
        party: Party(adults: party))
      booking.overridesRules = true
      return try desk.reservations.reserve(booking).code
    }
    try desk.policies.add(
      "Strict", PolicyPlan(steps: try PolicyPlan.steps(parsing: "0+ nights 1")), isDefault: true)
    let long = try book(spare[0], "2023-07-18", 6, party: 3)
    let short = try book(spare[1], "2023-07-19", 2)
    let missing = try book(spare[2], "2023-07-19", 3)
    let early = try book(spare[5], "2023-07-19", 3)
    var booking = Booking(
      spare[6], for: camper, dates: try StayDates(arrival: day("2023-07-19"), nights: 4),
      party: Party(adults: 5))
    booking.overridesRules = true
    booking.siteChanges = [SiteChange(on: try day("2023-07-21"), to: spare[7])]
    let halved = try desk.reservations.reserve(booking).code
    for code in [long, short, early, halved] {
      _ = try desk.reservations(at: evening("2023-07-19")).checkIn(code)
    }
    try desk.folios.runNightly(day("2023-07-19"))
    XCTAssertEqual(try desk.find(missing).status, "NoShow")
    _ = try desk.reservations.move(long, to: spare[2])
    try desk.folios.runNightly(day("2023-07-20"))

    let guest = try desk.find(long)
    try desk.folios.allow(decimal("7.77"), to: guest, reason: "noise", taxGroup: "lodging")
    try desk.folios.charge(20, for: "boat", to: guest, taxGroup: "goods")
    try desk.folios.pay(50, by: .card, for: guest)
    let night = try XCTUnwrap(
      desk.find(short).folio.flatMap { try? desk.folios.lines(of: $0) }?
        .first { $0.kind == .lodging })
    try desk.folios.reverse(night, reason: "power cut")

    // A guest who leaves early, and one without whose second site the stay ends: a night is kept.
    _ = try desk.reservations.checkOut(early)
    _ = try desk.reservations.checkOut(halved)

    // Sales, two of them taken back.
    let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Shop"))
    let bo = try desk.employees.addEmployee("Bo")
    let wood = try desk.sales.addItem(
      "firewood", ItemPlan(price: decimal("6.25"), taxGroup: "goods"))
    let first = try desk.sales.addSale(
      of: .item(wood), quantity: 3, by: kasey, on: day("2023-07-19"))
    try desk.sales.addSale(of: .item(wood), by: bo, settledBy: .payment(.card))
    try desk.sales.addSale(of: .words("tour"), amount: decimal("15.5"))
    let charged = try desk.sales.addSale(
      of: .item(wood), quantity: 2, by: kasey, settledBy: .charge(guest))
    try desk.sales.addSale(of: .words("kayak"), amount: 30, by: bo, settledBy: .charge(guest))
    try desk.sales.reverse(first)
    try desk.sales.reverse(charged)
  }

  private func lines(_ reports: ReportService, _ dates: (String, String)) throws -> [String] {
    let period = try ReportPeriod(from: day(dates.0), through: day(dates.1))
    let key = "\(dates.0)|\(dates.1)"
    func units(_ money: Money?) throws -> String {
      try money.map { "\(try $0.minorUnits())" } ?? "-"
    }
    func hundredths(_ percent: Decimal?) -> String { percent.map { "\($0 * 100)" } ?? "-" }
    let occupancy = try reports.occupancy(period)
    var lines = (occupancy.rows.map { ($0, $0.label ?? "-") } + [(occupancy.total, "total")]).map {
      row, type in
      "occupancy|\(key)|\(type)|\(row.soldNights)|\(row.availableNights)|\(row.allNights)|"
        + "\(row.closedNights)|\(hundredths(row.percentOfAvailable))|\(hundredths(row.percentOfAll))"
    }
    let revenue = try reports.revenue(period)
    lines += try (revenue.rows.map { ($0, $0.label ?? "-") } + [(revenue.total, "total")]).map {
      row, type in
      "revenue|\(key)|\(type)|\(row.soldNights)|\(row.postedNights)|\(try units(row.posted))|"
        + "\(try units(row.corrections))|\(try units(row.averageDailyRate))|"
        + "\(try units(row.revenuePerAvailableNight))"
    }
    for (report, counts) in [
      ("arrivals", try reports.arrivals(period)), ("departures", try reports.departures(period)),
      ("inhouse", try reports.inHouse(period)),
    ] {
      XCTAssertEqual(counts.count, period.dayCount)
      lines += counts.filter { $0.stays > 0 }.map {
        "\(report)|\(key)|\($0.day)|\($0.stays)|\($0.people)"
      }
    }
    lines += try reports.noShows(period).map {
      "noshows|\(key)|\($0.arrival)|\($0.code)|\($0.camper ?? "-")|\(try units($0.kept))"
    }
    lines += try reports.sales(period).map {
      "sales|\(key)|\($0.department ?? "-")|\($0.employee ?? "-")|\($0.total.saleCount)|"
        + "\($0.total.quantity)|\(try units($0.total.amount))"
    }
    lines += try reports.taxes(period).map {
      "tax|\(key)|\($0.name)|\($0.lineCount)|\(try units($0.amount))"
    }
    lines += try reports.balances(period).map {
      "balances|\(key)|\($0.code)|\(try units($0.balance.due))"
    }
    lines += try reports.receivables().map {
      "receivables|\(key)|\($0.code)|\(try units($0.due))"
    }
    lines += try reports.payments(period).map {
      "payments|\(key)|\($0.method.rawValue)|\($0.lineCount)|\(try units($0.paid))|"
        + "\(try units($0.refunded))"
    }
    lines += try reports.deposits(heldOn: period.last).map {
      "deposits|\(key)|\($0.code)|\(try units($0.held))"
    }
    lines += try reports.pace(period).rows.map {
      "pace|\(key)|\($0.month ?? "-")|\($0.nights)|\($0.nightsThen)|\($0.finalNights)"
    }
    lines += try reports.revenue(period, by: .month).rows.map {
      "forecast|\(key)|\($0.label ?? "-")|\($0.soldNights)|\($0.availableNights)"
    }
    return lines
  }
}
