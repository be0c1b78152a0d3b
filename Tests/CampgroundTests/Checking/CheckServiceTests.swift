import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Each rule that holds in every store is broken by another program, and found.
@MainActor
final class CheckServiceTests: XCTestCase {
  /// What is found in a store with a guest in house, one who left, a closed site, a closed day and a
  /// voucher, after statements of another program.
  private func findings(
    after sql: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> [StoreFinding] {
    let url = try temporaryFolder().file("Campground.sqlite")
    let desk = try otherDesk(on: url)
    // Who left: R-1, two nights, of which all is posted and paid.
    let left = try desk.stay("2026-06-13", nights: [4_000, 5_000], site: "15", isInHouse: true)
    try desk.folios.charge(7, for: "firewood", to: left)
    let slip = try desk.folios.pay(3, by: .cash, for: left)
    try desk.folios.reverse(slip, reason: "an error")
    try desk.folios.pay(97, by: .cash, for: left)
    try desk.reservations.checkOut(left.code)
    // Who is in house: R-2, three nights.
    let stay = try desk.stay(
      "2026-06-15", nights: [4_000, 4_000, 4_000], site: "16", isInHouse: true)
    try desk.folios.pay(10, by: .cash, for: stay)
    let site = try desk.sites.add("17")
    _ = try desk.blocks.block(
      site, StayDates(arrival: day("2026-06-15"), nights: 3), reason: "a tree")
    _ = try desk.folios.issueVoucher(50)
    try desk.folios.runNightly(day("2026-06-14"), closing: true)
    let check = CheckService(managedObjectContext: desk.stack.mainContext, storeStack: desk.stack)
    XCTAssertEqual(try check.findings(), [], file: file, line: line)
    try desk.stack.close()
    try StoreShell(url).change(sql)
    let other = try otherDesk(on: url)
    defer { try? other.stack.close() }
    return try CheckService(
      managedObjectContext: other.stack.mainContext, storeStack: other.stack
    ).findings()
  }

  /// Checks that one thing is found, with what is wrong.
  private func check(
    _ sql: String, finds rule: String, _ subject: String, _ problem: String, line: UInt = #line
  ) throws {
    let found = try findings(after: sql, line: line)
    XCTAssertEqual(found.map(\.rule), [rule], line: line)
    XCTAssertEqual(found.map(\.subject), [subject], line: line)
    XCTAssertEqual(found.map(\.problem), [problem], line: line)
    XCTAssertFalse(found.contains { $0.repair.isEmpty }, line: line)
  }

  func testAMissingNightOfAStayIsFound() async throws {
    try check(
      "DELETE FROM ZRESERVATIONNIGHT WHERE ZRESERVATION = 2 AND ZNIGHT = (SELECT max(ZNIGHT) "
        + "FROM ZRESERVATIONNIGHT WHERE ZRESERVATION = 2)",
      finds: "Nights of stays", "R-2",
      "does not take site 16 on 2026-06-17, so that others can book it")
  }

  func testANightThatIsNoPartOfItsStayIsFound() async throws {
    try check(
      "INSERT INTO ZRESERVATIONNIGHT (Z_PK, Z_ENT, Z_OPT, ZNIGHT, ZCAMPSITE, ZRESERVATION) "
        + "SELECT (SELECT max(Z_PK) + 1 FROM ZRESERVATIONNIGHT), Z_ENT, 1, ZNIGHT + 9, ZCAMPSITE, "
        + "ZRESERVATION FROM ZRESERVATIONNIGHT WHERE ZRESERVATION = 2 ORDER BY ZNIGHT DESC LIMIT 1; "
        + "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_NAME = 'ReservationNight'",
      finds: "Nights of stays", "R-2",
      "also takes site 16 on 2026-06-26, which is not part of it")
  }

  func testANightOfACanceledStayIsFound() async throws {
    let found = try findings(
      after: "UPDATE ZRESERVATION SET ZSTATUS = 'Declined' WHERE ZNUMBER = 2")
    XCTAssertEqual(found.map(\.rule), ["Nights of stays"])
    XCTAssertEqual(
      found.map(\.problem),
      ["takes site 16 on 2026-06-15, 2026-06-16, 2026-06-17, although it is declined"])
  }

  func testAStayWhoseSegmentsLackANightIsFound() async throws {
    let found = try findings(
      after: "UPDATE ZSTAYSEGMENT SET ZDATETO = ZDATETO - 86400 WHERE ZRESERVATION = 2")
    XCTAssertEqual(found.map(\.subject), ["R-2"])
    XCTAssertEqual(
      found.map(\.problem),
      [
        "is from 2026-06-15 to 2026-06-18, but its campsites are agreed for 2026-06-15, 2026-06-16"
      ])
  }

  func testAMissingNightOfAClosedSiteIsFound() async throws {
    try check(
      "DELETE FROM ZRESERVATIONNIGHT WHERE ZBLOCK IS NOT NULL AND ZNIGHT = (SELECT max(ZNIGHT) "
        + "FROM ZRESERVATIONNIGHT WHERE ZBLOCK IS NOT NULL)",
      finds: "Nights of closed sites", "site 17",
      "is out of service from 2026-06-15 to 2026-06-18, but taken on 2 of these nights")
  }

  func testANightThatNobodyTakesIsFound() async throws {
    let found = try findings(
      after: "UPDATE ZRESERVATIONNIGHT SET ZRESERVATION = NULL WHERE ZRESERVATION = 2 "
        + "AND ZNIGHT = (SELECT min(ZNIGHT) FROM ZRESERVATIONNIGHT WHERE ZRESERVATION = 2)")
    XCTAssertEqual(found.map(\.rule), ["Nights of stays", "Nights without an owner"])
    XCTAssertEqual(found.last?.problem, "is taken on 2026-06-15 by no stay")
  }

  func testABillThatIsNotInTheLedgerIsFound() async throws {
    try check(
      "UPDATE ZRESERVATION SET ZTOTALMINOR = ZTOTALMINOR + 100 WHERE ZNUMBER = 1",
      finds: "Bills", "R-1", "has a bill of $98.00, but lines for $97.00 in the ledger")
  }

  func testAReversalOfAnotherAmountIsFound() async throws {
    let found = try findings(
      after: "UPDATE ZFOLIOENTRY SET ZAMOUNTMINOR = 299 WHERE ZREVERSES IS NOT NULL")
    XCTAssertTrue(
      found.contains { $0.problem == "takes back -$2.99, but the line it reverses is -$3.00" },
      "\(found)")
  }

  func testALineThatIsReversedByAnotherOneThanItSaysIsFound() async throws {
    let found = try findings(
      after: "UPDATE ZFOLIOENTRY SET ZREVERSEDBY = NULL WHERE ZREVERSEDBY IS NOT NULL")
    XCTAssertEqual(Set(found.map(\.rule)), ["Reversed lines"])
  }

  func testMoneyThatWasNeverPaidIsFound() async throws {
    let found = try findings(
      after: "UPDATE ZFOLIOENTRY SET ZAMOUNTMINOR = 500 WHERE ZMETHOD IS NOT NULL "
        + "AND ZRESERVATION = 2")
    XCTAssertEqual(found.map(\.rule), ["Refunds"])
    XCTAssertEqual(found.map(\.problem), ["refunded $5.00 more than was paid"])
  }

  func testSumsOfAClosedDayThatAreNotThoseOfItsLinesAreFound() async throws {
    let found = try findings(after: "UPDATE ZCLOSEDDAY SET ZCHARGEDMINOR = ZCHARGEDMINOR + 1")
    XCTAssertEqual(found.map(\.rule), ["Closed days"])
    XCTAssertEqual(found.map(\.subject), ["2026-06-14"])
  }

  func testACampgroundThatIsClosedThroughAnotherDayIsFound() async throws {
    let found = try findings(
      after: "DELETE FROM ZCLOSEDDAY")
    XCTAssertEqual(found.map(\.rule), ["Closed days"])
    XCTAssertEqual(
      found.map(\.problem), ["is closed through 2026-06-14, but the last closed day is none"])
  }

  func testAVoucherThatIsWorthLessThanNothingIsFound() async throws {
    let found = try findings(after: "UPDATE ZVOUCHER SET ZREDEEMEDMINOR = 5001")
    XCTAssertEqual(found.map(\.rule), ["Vouchers"])
    XCTAssertEqual(found.map(\.problem), ["has a value of $50.00, of which $50.01 is redeemed"])
  }

  func testAReferenceToNothingIsFound() async throws {
    let found = try findings(after: "UPDATE ZRESERVATION SET ZCAMPER = 77 WHERE ZNUMBER = 2")
    XCTAssertEqual(found.map(\.rule), ["Missing objects"])
    XCTAssertEqual(found.map(\.subject), ["R-2"])
  }

  func testAPictureWithoutItsFileAndAFileWithoutAPictureAreFound() async throws {
    let url = try temporaryFolder().file("Campground.sqlite")
    let desk = try otherDesk(on: url)
    let employee = try desk.employees.addEmployee("Mia")
    let picture = EmployeePicture(context: desk.stack.mainContext)
    picture.employee = employee
    picture.picture = Data(repeating: 1, count: 200_000)
    try desk.stack.mainContext.saveThrough()
    let folder = url.deletingLastPathComponent()
      .appendingPathComponent(".Campground_SUPPORT/_EXTERNAL_DATA")
    let name = try XCTUnwrap(FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let other = UUID().uuidString
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent(name), to: folder.appendingPathComponent(other))
    let found = try CheckService(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack
    ).findings()
    XCTAssertEqual(found.map(\.rule), ["Missing files", "Files that nothing refers to"])
    XCTAssertEqual(found.map(\.subject), ["the picture of Mia", other])
    try desk.stack.close()
  }
}
