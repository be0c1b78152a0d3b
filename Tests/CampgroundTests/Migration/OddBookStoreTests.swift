import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What a store of the book may have and a campground cannot.
@MainActor
final class OddBookStoreTests: BookStoreTestCase {
  private func notes(_ desk: TestDesk) throws -> [String?] {
    try desk.reservations.reservations().sorted { $0.number < $1.number }.map { stay in
      let prefix = "Before the migration: "
      return stay.note.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : "?" }
    }
  }

  func testCampersWithoutANameAreCountedAmongAll() async throws {
    let desk = try desk { book in
      try book.camper("Ada Rivera")
      try book.camper(nil)
      try book.camper(" \n ", phone: " ")
    }
    XCTAssertEqual(
      try desk.campers.campers().map { [$0.fullName, $0.phoneNumber] },
      [["Ada Rivera", nil], ["Guest 2", nil], ["Guest 3", nil]])
  }

  func testANameThatIsNoLineIsMadeOneAndNotLost() async throws {
    let long = String(repeating: "a", count: 300)
    let desk = try desk { book in
      try book.camper("Ada\nRivera")
      try book.camper(long)
    }
    let campers = try desk.campers.campers().sorted { $0.fullName < $1.fullName }
    XCTAssertEqual(campers.map(\.fullName), ["Ada Rivera", String(repeating: "a", count: 250)])
    XCTAssertEqual(
      campers.map(\.note),
      [
        "Before the migration: the name was recorded as \"Ada\nRivera\"",
        "Before the migration: the name was recorded as \"\(long)\"",
      ])
  }

  func testCampsitesOfOneNumberAndOfNoneGetNamesOfTheirOwn() async throws {
    let desk = try desk { book in
      for number in [15, 15, 0, 15, -3] as [Int16] { try book.site(number) }
      try book.site(nil)
    }
    XCTAssertEqual(
      Set(try desk.sites.getCampSites().map(\.name)),
      ["15", "15b", "15c", "unnumbered-1", "unnumbered-2", "unnumbered-3"])
    XCTAssertEqual(try desk.sites.find("15").siteNumber, 15)
    XCTAssertEqual(
      try ["15b", "unnumbered-1", "unnumbered-2", "unnumbered-3"].map {
        try desk.sites.find($0).note
      },
      [
        "Before the migration: the number was recorded as 15",
        "Before the migration: the number was recorded as 0",
        "Before the migration: the number was recorded as -3", nil,
      ])
  }

  func testACampsiteThatWasReservedAgainWasTakenFromTheReservationBefore() async throws {
    let desk = try desk { book in
      let site = try book.site(15)
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"), on: site)
      try book.reservation(from: at("2026-05-01"), to: at("2026-05-02"), on: site)
      try book.reservation(from: at("2026-08-01"), to: at("2026-08-04"), on: site)
    }
    XCTAssertEqual(
      try stays(desk),
      [
        "R-1 Requested 2026-07-01 to 2026-07-04", "R-2 CheckedOut 2026-05-01 to 2026-05-02",
        "R-3 Reserved on 15 2026-08-01 to 2026-08-04 keeps 3",
      ])
    XCTAssertEqual(try notes(desk), ["no site was recorded", "no site was recorded", nil])
  }

  func testARequestWithoutACampsiteIsMovedToOneAndAccepted() async throws {
    let desk = try desk { book in
      try book.site(15)
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"))
      try book.reservation("Canceled", from: at("2026-07-01"), to: at("2026-07-04"))
    }
    XCTAssertThrowsError(try desk.reservations.accept("R-1")) {
      XCTAssertEqual(reason(of: $0)?.text, "R-1 is requested and has no site yet")
      XCTAssertEqual(reason(of: $0)?.fix, .chooseSite("R-1"))
    }
    XCTAssertThrowsError(try desk.reservations.reinstate("R-2")) {
      XCTAssertEqual(reason(of: $0)?.text, "R-2 is canceled and has no site yet")
      XCTAssertEqual(reason(of: $0)?.fix, .advice("book another stay"))
    }
    try desk.reservations.move("R-1", to: try desk.sites.find("15"))
    try desk.reservations.accept("R-1")
    XCTAssertEqual(
      try stays(desk).first, "R-1 Reserved on 15 2026-07-01 to 2026-07-04 keeps 3")
  }

  func testAReservationWithoutACamperIsOneWithoutAGuest() async throws {
    let desk = try desk { book in
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-02"), on: book.site(15))
    }
    XCTAssertEqual(try stays(desk), ["R-1 Reserved on 15 2026-07-01 to 2026-07-02 keeps 1"])
    XCTAssertEqual(try notes(desk), [nil])
  }

  func testDatesThatMakeNoStayAreARequestForTheNearestThatDo() async throws {
    let desk = try desk { book in
      try book.reservation(from: nil, to: nil, on: book.site(1))
      try book.reservation(from: at("2026-07-01"), to: nil, on: book.site(2))
      try book.reservation(from: nil, to: at("2026-07-01"), on: book.site(3))
      try book.reservation(from: at("2026-07-04"), to: at("2026-07-01"), on: book.site(4))
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-01", 18), on: book.site(5))
      try book.reservation(from: at("2026-07-01"), to: at("2030-07-01"), on: book.site(6))
      try book.reservation(from: .distantPast, to: .distantFuture, on: book.site(7))
      try book.reservation(from: at("9999-12-31"), to: nil, on: book.site(8))
    }
    XCTAssertEqual(
      try stays(desk),
      [
        "R-1 Requested on 1 2026-06-15 to 2026-06-16",
        "R-2 Requested on 2 2026-07-01 to 2026-07-02",
        "R-3 Requested on 3 2026-06-30 to 2026-07-01",
        "R-4 Requested on 4 2026-07-04 to 2026-07-05",
        "R-5 Requested on 5 2026-07-01 to 2026-07-02",
        // 2029-03-27 is 1000 days after 2026-07-01.
        "R-6 Requested on 6 2026-07-01 to 2029-03-27",
      ] + (try stays(desk).suffix(2)))
    XCTAssertEqual(
      try notes(desk).prefix(6),
      [
        "no dates were recorded", "no departure was recorded", "no arrival was recorded",
        "a stay from 2026-07-04 to 2026-07-01 was recorded",
        "a stay from 2026-07-01 to 2026-07-01 was recorded",
        "a stay from 2026-07-01 to 2030-07-01 was recorded",
      ])
    XCTAssertEqual(
      try desk.reservations.reservations().filter { $0.dates == nil }.map(\.code), [])
    try desk.reservations.expire("R-1")
  }

  func testStatusesAreWhatTheyComeToAndUnknownOnesAreInTheNote() async throws {
    let words = [
      "Complete", "confirmed", "Checked In", "Cancelled", "No Show", "Invalid", "Pending", "VIP",
      "",
      "RESERVED",
    ]
    let desk = try desk { book in
      for (index, word) in words.enumerated() {
        try book.reservation(
          word, from: at("2026-07-01"), to: at("2026-07-02"), on: book.site(Int16(index + 1)))
      }
    }
    XCTAssertEqual(
      try stays(desk).map { $0.split(separator: " ")[1] },
      [
        "Reserved", "Reserved", "Reserved", "Canceled", "NoShow", "Declined", "Requested",
        "Reserved", "Reserved", "Reserved",
      ])
    XCTAssertEqual(
      try notes(desk),
      [
        "the status was recorded as \"Complete\"", "the status was recorded as \"confirmed\"",
        "the status was recorded as \"Checked In\"", "the status was recorded as \"Cancelled\"",
        "the status was recorded as \"No Show\"", "the status was recorded as \"Invalid\"",
        "the status was recorded as \"Pending\"", "the status was recorded as \"VIP\"",
        "the status was recorded as \"\"", nil,
      ])
    let canceled = try XCTUnwrap(try desk.reservations.reservations(status: .canceled).first)
    XCTAssertEqual(canceled.canceledAt, TestStoreStack.noon)
    XCTAssertNil(canceled.reason)
  }

  func testOfReservationsThatOverlapTheFirstKeepsItsNights() async throws {
    // The book's own code keeps a campsite to one reservation; the file does not.
    let desk = try desk(changing: "UPDATE ZRESERVATION SET ZCAMPSITE = 1") { book in
      let site = try book.site(15)
      try book.reservation(from: at("2026-07-01"), to: at("2026-07-04"), on: site)
      try book.reservation(from: at("2026-07-03"), to: at("2026-07-05"))
      try book.reservation(from: at("2026-07-04"), to: at("2026-07-06"))
      try book.reservation(from: at("2026-05-01"), to: at("2026-05-04"))
      try book.reservation(from: at("2026-05-03"), to: at("2026-05-05"))
    }
    XCTAssertEqual(
      try stays(desk),
      [
        "R-1 Reserved on 15 2026-07-01 to 2026-07-04 keeps 3",
        "R-2 Requested on 15 2026-07-03 to 2026-07-05",
        "R-3 Reserved on 15 2026-07-04 to 2026-07-06 keeps 2",
        "R-4 CheckedOut on 15 2026-05-01 to 2026-05-04 keeps 3",
        "R-5 CheckedOut 2026-05-03 to 2026-05-05",
      ])
    XCTAssertEqual(
      try notes(desk),
      [
        nil, "site 15 was recorded, but R-1 has it on some of the nights", nil, nil,
        "site 15 was recorded, but R-4 has it on some of the nights",
      ])
    assertBreaks(
      .siteTaken, "site 15 is taken 2026-07-01 to 2026-07-04 (R-1), 2026-07-04 to 2026-07-06 (R-3)"
    ) { try desk.reservations.accept("R-2") }
  }
}
