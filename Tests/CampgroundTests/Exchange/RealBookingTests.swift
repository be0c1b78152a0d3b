import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// A year of real bookings of two houses, mapped onto sites by room type: what the reports make of it
/// is what a script in Python works out from the rows alone.
@MainActor
final class RealBookingTests: XCTestCase {
  /// The file with a column of what each stay cost: its average daily rate times its nights.
  private static let withTotals = #"""
    import csv, io, sys
    from decimal import Decimal, ROUND_HALF_UP
    rows = list(csv.DictReader(io.TextIOWrapper(sys.stdin.buffer, "utf-8", newline="")))
    out = csv.DictWriter(sys.stdout, list(rows[0]) + ["total"])
    out.writeheader()
    for row in rows:
        nights = int(row["stays_in_weekend_nights"]) + int(row["stays_in_week_nights"])
        total = (Decimal(row["adr"]) * nights).quantize(Decimal("0.01"), ROUND_HALF_UP)
        out.writerow({**row, "total": total})
    """#

  /// For each house and month: the nights of guests who came, their revenue in cents, and the nights
  /// that cost something, by which alone the average daily rate is divided. A total that the nights
  /// do not divide leaves a cent more to the first.
  private static let oracle = #"""
    import collections, csv, datetime, io, json, sys
    from decimal import Decimal
    rows = csv.DictReader(io.TextIOWrapper(sys.stdin.buffer, "utf-8", newline=""))
    months = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0, 0]))
    names = ["January", "February", "March", "April", "May", "June", "July", "August", "September",
             "October", "November", "December"]
    for row in rows:
        count = int(row["stays_in_weekend_nights"]) + int(row["stays_in_week_nights"])
        guests = sum(int(row[n]) for n in ["adults", "children", "babies"] if row[n] not in ["", "NA"])
        if row["reservation_status"] != "Check-Out" or count == 0 or guests == 0: continue
        first = datetime.date(int(row["arrival_date_year"]),
                              names.index(row["arrival_date_month"]) + 1,
                              int(row["arrival_date_day_of_month"]))
        each, rest = divmod(int(Decimal(row["total"]) * 100), count)
        for index in range(count):
            night = first + datetime.timedelta(days=index)
            sums = months[row["hotel"]][night.strftime("%Y-%m")]
            sums[0] += 1
            cents = each + (1 if index < rest else 0)
            sums[1] += cents
            sums[2] += cents != 0
    print(json.dumps(months))
    """#

  private var options: ImportOptions {
    var options = ImportOptions(
      createsMissing: true,
      columns: [
        ColumnChoice("hotel", to: .campground),
        ColumnChoice("assigned_room_type", to: .siteClass),
        ColumnChoice("arrival_date_year", to: .arrivalYear),
        ColumnChoice("arrival_date_month", to: .arrivalMonth),
        ColumnChoice("arrival_date_day_of_month", to: .arrivalDay),
        ColumnChoice("stays_in_weekend_nights", to: .nights),
        ColumnChoice("stays_in_week_nights", to: .nights),
        ColumnChoice("children", to: .children), ColumnChoice("babies", to: .children),
        ColumnChoice("country", to: nil),
      ])
    options.skipsRejects = true
    return options
  }

  func testTheBookingsOfAYearAreMappedOntoSitesByRoomType() async throws {
    let folder = try CampgroundData.folder()
    let data = try Data(contentsOf: folder.appendingPathComponent("bookings_2015.csv"))
    let file = try Python.run(Self.withTotals, data)
    let desk = TestDesk(try TestStoreStack())
    let summary = try ReservationImporter(beside: desk.reservations)
      .importReservations(from: file, options: options)
    XCTAssertEqual(summary.rowsRead, 21_996)
    XCTAssertEqual(summary.rowsRejected, 176)
    let nights = Set(summary.rejects.filter { $0.column == "stays_in_weekend_nights" }.map(\.row))
    let guests = Set(summary.rejects.filter { $0.column == "adults" }.map(\.row))
    XCTAssertEqual([nights.count, guests.count, nights.intersection(guests).count], [154, 29, 7])
    XCTAssertEqual(summary.imported, 21_996 - 176)
    let expected = try JSONDecoder().decode(
      [String: [String: [Int64]]].self, from: Python.run(Self.oracle, file))
    XCTAssertEqual(
      try desk.count(ReservationNight.self),
      Int(expected.values.flatMap(\.values).reduce(0) { $0 + $1[0] }))
    let houses = try desk.campgrounds.campgrounds().filter { expected[$0.name] != nil }
    XCTAssertEqual(houses.count, 2)
    for house in houses { try check(house, XCTUnwrap(expected[house.name]), desk) }
  }

  /// Compares occupancy, average daily rate and revenue per available site-night, month by month.
  private func check(
    _ house: Campground, _ months: [String: [Int64]], _ desk: TestDesk
  ) throws {
    let reports = ReportService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock, campground: house.objectID)
    let period = try ReportPeriod(from: day("2015-07-01"), through: day("2016-01-31"))
    let occupancy = try reports.occupancy(period, by: .month).rows
    let revenue = try reports.revenue(period, by: .month).rows
    XCTAssertEqual(occupancy.compactMap(\.label).count, 7)
    let sites = Int64(house.sites.count)
    for (nights, money) in zip(occupancy, revenue) {
      let name = try XCTUnwrap(nights.label)
      let days: Int64 = ["2015-09", "2015-11"].contains(name) ? 30 : 31
      let (count, cents) = (months[name]?[0] ?? 0, months[name]?[1] ?? 0)
      let label = "\(house.name), \(name)"
      XCTAssertEqual(Int64(nights.soldNights), count, label)
      XCTAssertEqual(Int64(nights.allNights), sites * days, label)
      XCTAssertEqual(try money.booked.minorUnits(), cents, label)
      let paid = months[name]?[2] ?? 0
      guard paid > 0 else { continue }
      // Rounded half-up.
      XCTAssertEqual(
        try money.bookedDailyRate?.minorUnits(), (2 * cents + paid) / (2 * paid), label)
      XCTAssertEqual(
        try money.bookedPerAvailableNight?.minorUnits(),
        (2 * cents + sites * days) / (2 * sites * days), label)
    }
    let all = try reports.occupancy(period).total
    XCTAssertEqual(Int64(all.soldNights), months.values.reduce(0) { $0 + $1[0] }, house.name)
  }
}
