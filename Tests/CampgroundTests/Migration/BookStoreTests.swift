import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What becomes of a store of the book that has nothing odd.
@MainActor
final class BookStoreTests: BookStoreTestCase {
  func testAnEmptyStoreBecomesACampground() async throws {
    let desk = try desk(in: XCTUnwrap(TimeZone(identifier: "America/Denver"))) { _ in }
    let campground = try XCTUnwrap(try desk.campgrounds.current())
    XCTAssertEqual(campground.name, "Campground")
    XCTAssertEqual(campground.timeZoneIdentifier, "America/Denver")
    XCTAssertEqual(campground.currency, .usd)
    XCTAssertEqual(campground.localeIdentifier, "en_US")
    XCTAssertEqual(try desk.campgrounds.campgrounds().count, 1)
    XCTAssertEqual(try desk.sites.getNextCampSiteNumber(), 1)
  }

  func testCampersCampsitesAndReservationsStay() async throws {
    let desk = try desk { book in
      let ada = try book.camper("Ada Rivera", phone: "408-555-1234")
      let grace = try book.camper("Grace Hopper")
      let first = try book.site(15, electricity: true, water: false)
      let second = try book.site(16)
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"), of: ada, on: first)
      try book.reservation(from: at("2026-06-13"), to: at("2026-06-16"), of: grace, on: second)
    }
    XCTAssertEqual(
      try desk.campers.campers().map { [$0.fullName, $0.phoneNumber] },
      [["Ada Rivera", "408-555-1234"], ["Grace Hopper", nil]])
    let sites = try desk.sites.getCampSites()
    XCTAssertEqual(sites.map(\.name), ["15", "16"])
    XCTAssertEqual(sites.map(\.siteNumber), [15, 16])
    XCTAssertEqual(sites.map(\.electricity), [true, false])
    XCTAssertEqual(
      try stays(desk),
      [
        "R-1 Reserved on 15 2026-07-01 to 2026-07-04 for Ada Rivera keeps 3",
        "R-2 CheckedIn on 16 2026-06-13 to 2026-06-16 for Grace Hopper keeps 3",
      ])
    XCTAssertEqual(try desk.reservations.reservations().map(\.note), [nil, nil])
    XCTAssertEqual(desk.stack.mainContext.errors.map(\.message), [])
  }

  func testAStayIsStoredAsOneThatTheDeskMakes() async throws {
    let migrated = try desk { book in
      for number in Int16(1)...5 {
        let site = try book.site(number)
        let status = ["Reserved", "Requested", "Canceled", "Draft", "Reserved"][Int(number) - 1]
        let days = number == 5 ? ("2026-06-10", "2026-06-12") : ("2026-07-01", "2026-07-04")
        try book.reservation(status, from: at(days.0), to: at(days.1), on: site)
      }
    }
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let made = TestDesk(
      try TestStoreStack(store: PersistentStoreDescription(url: file)), file: file)
    for number in Int16(1)...5 {
      _ = try made.sites.addCampSite(number, electricity: false, water: false)
    }
    func booking(_ site: String) throws -> Booking {
      Booking(try made.sites.find(site), for: nil, dates: try stay("2026-07-01", "2026-07-04"))
    }
    _ = try made.reservations.reserve(booking("1"))
    _ = try made.reservations.request(booking("2"))
    _ = try made.reservations.reserve(booking("3"))
    try made.reservations.cancel("R-3")
    _ = try made.reservations.draft(booking("4"))
    _ = try ReservationImporter(
      managedObjectContext: made.stack.mainContext, storeStack: made.stack, clock: made.stack.clock
    ).importReservations(
      from: Data("site,arrival,departure\n5,2026-06-10,2026-06-12\n".utf8),
      options: ImportOptions(createsMissing: true))

    let (one, other) = (StoreShell(try XCTUnwrap(migrated.file)), StoreShell(file))
    for (table, order) in [
      ("ZRESERVATION", "ZNUMBER"), ("ZSTAYSEGMENT", "ZRESERVATION"),
      ("ZRESERVATIONNIGHT", "ZRESERVATION, ZNIGHT"), ("ZCAMPSITE", "ZNAME"),
    ] {
      let names = try other.rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY 1")
        .filter { !["Z_PK", "Z_OPT", "Z_ENT"].contains($0) }
      let sql = "SELECT \(names.joined(separator: ", ")) FROM \(table) ORDER BY \(order)"
      XCTAssertEqual(try one.rows(sql), try other.rows(sql), "\(table): \(names)")
    }
  }

  func testTheCalendarDateIsThatOfTheCampgroundsWall() async throws {
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    let desk = try desk(in: zone) { book in
      // 20:00 in California is the next day in UTC.
      let site = try book.site(1)
      try book.reservation(
        from: at("2026-07-01", 20, in: zone), to: at("2026-07-04", 11, in: zone), on: site)
    }
    XCTAssertEqual(
      try stays(desk), ["R-1 Reserved on 1 2026-07-01 to 2026-07-04 keeps 3"])
  }

  func testNightsOfTwentyFourHoursAreNightsAlsoWhereTheClocksChange() async throws {
    let zone = try XCTUnwrap(TimeZone(identifier: "America/Los_Angeles"))
    let desk = try desk(in: zone) { book in
      // On 2026-11-01 the clocks go back, so that two times 24 hours end at 23:00 of that day.
      let arrival = try at("2026-10-31", 0, in: zone)
      try book.reservation(
        from: arrival, to: arrival.addingTimeInterval(2 * 86_400), on: book.site(1))
    }
    XCTAssertEqual(
      try stays(desk), ["R-1 Reserved on 1 2026-10-31 to 2026-11-02 keeps 2"])
  }

  func testWhatIsMigratedGoesOnAtTheDesk() async throws {
    let desk = try desk { book in
      let ada = try book.camper("Ada Rivera")
      try book.reservation(
        from: at("2026-06-15"), to: at("2026-06-18"), of: ada, on: book.site(15))
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"), on: book.site(16))
    }
    XCTAssertEqual(
      try desk.reservations.arrivals(on: day("2026-06-15")).map(\.code), ["R-1"])
    try desk.reservations.checkIn("R-1")
    try desk.reservations.checkOut("R-1")
    try desk.reservations.cancel("R-2")
    try desk.reservations.reinstate("R-2")
    let dates = try stay("2026-07-02", "2026-07-03")
    assertBreaks(.siteTaken, "site 16 is taken 2026-07-01 to 2026-07-04 (R-2)") {
      try desk.reservations.reserve(try desk.sites.find("16"), for: nil, dates: dates)
    }
    // The next number follows those that were given.
    let next = try desk.reservations.reserve(try desk.sites.find("15"), for: nil, dates: dates)
    XCTAssertEqual(next.code, "R-3")
  }

  func testTheHistorySaysThatAStayWasMigrated() async throws {
    let desk = try desk { book in
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"), on: book.site(15))
    }
    let stay = try XCTUnwrap(try desk.reservations.reservations().first)
    XCTAssertEqual(stay.madeAt, TestStoreStack.noon)
    XCTAssertEqual(stay.reservedAt, TestStoreStack.noon)
    XCTAssertEqual(stay.events.map(\.kind), [.imported])
    XCTAssertEqual(stay.events.first?.reason, "migrated from version 1")
    XCTAssertEqual(stay.events.first?.number, 1)
  }

  func testFiveHundredReservationsKeepTheirNights() async throws {
    let desk = try desk { book in
      for number in Int16(1)...500 {
        let camper = try book.camper("Guest of \(number)")
        let from = try at("2026-07-01").addingTimeInterval(Double(number % 30) * 86_400)
        // 1 to 5 nights.
        try book.reservation(
          from: from, to: from.addingTimeInterval(Double(number % 5 + 1) * 86_400), of: camper,
          on: book.site(number))
      }
    }
    XCTAssertEqual(try desk.count(Camper.self), 500)
    XCTAssertEqual(try desk.count(CampSite.self), 500)
    XCTAssertEqual(try desk.count(Reservation.self), 500)
    XCTAssertEqual(try desk.count(StaySegment.self), 500)
    XCTAssertEqual(try desk.count(ReservationNight.self), 100 * (1 + 2 + 3 + 4 + 5))
    XCTAssertEqual(
      try desk.reservations.reservations(status: .reserved).map(\.number).max(), 500)
    let shell = StoreShell(try XCTUnwrap(desk.file))
    XCTAssertEqual(try shell.rows("PRAGMA integrity_check"), ["ok"])
    XCTAssertEqual(
      try shell.rows(
        "SELECT count(*) FROM ZRESERVATION r WHERE r.ZCAMPER IS NULL OR r.ZCAMPSITE IS NULL"), ["0"]
    )
  }

  func testANewStoreIsNotMigratedAndHasNoCampgroundYet() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    XCTAssertNil(stack.migration)
    XCTAssertEqual(try TestDesk(stack).count(Campground.self), 0)
    try stack.close()
  }

  func testAStoreThatCoreDataMadeIsKnownByItsTables() async throws {
    let file = try temporaryFolder().appendingPathComponent("book.sqlite")
    let book = try BookStore(at: file)
    try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"), on: book.site(15))
    try book.close()
    // Hashes that nobody but Core Data can make, and no model, as of the time of the book.
    _ = try Python.run(
      """
      import os, plistlib, sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      facts = plistlib.loads(store.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
      hashes = {name: os.urandom(32) for name in facts["NSStoreModelVersionHashes"]}
      facts = {
          "NSStoreType": "SQLite", "NSPersistenceFrameworkVersion": 641,
          "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
          "NSStoreModelVersionIdentifiers": [""], "_NSAutoVacuumLevel": "2",
      }
      store.execute("UPDATE Z_METADATA SET Z_PLIST = ?", (plistlib.dumps(facts),))
      store.execute("DROP TABLE Z_MODELCACHE")
      store.commit()
      """, arguments: [file.path])
    let stack = try TestStoreStack(store: PersistentStoreDescription(url: file))
    XCTAssertEqual(stack.migration?.source, "1")
    XCTAssertEqual(
      try stays(TestDesk(stack)), ["R-1 Reserved on 15 2026-07-01 to 2026-07-04 keeps 3"])
    try stack.close()
  }

  func testAMigrationThatMayNotBeDoneLeavesTheStoreAsItIs() async throws {
    let file = try temporaryFolder().appendingPathComponent("book.sqlite")
    try BookStore(at: file).close()
    let before = try Data(contentsOf: file)
    let description = PersistentStoreDescription(url: file)
    description.shouldMigrateStoreAutomatically = false
    XCTAssertThrowsError(try CampgroundStack(store: description)) {
      XCTAssertEqual(
        ($0 as? ObjectGraphError)?.code, .persistentStoreIncompatibleVersionHash, "\($0)")
    }
    description.isReadOnly = true
    XCTAssertThrowsError(try CampgroundStack(store: description))
    XCTAssertEqual(try Data(contentsOf: file), before)
  }
}
