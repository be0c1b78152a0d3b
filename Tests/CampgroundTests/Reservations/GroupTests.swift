import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Several stays on one bill.
@MainActor
final class GroupTests: XCTestCase {
  /// Three sites at 40.00 a night, and who pays.
  private func camp(_ desk: TestDesk) throws -> (sites: [CampSite], leader: Camper) {
    let sites = try ["1", "2", "3"].map { try desk.sites.add($0, rate: 40) }
    return (sites, try desk.campers.addCamper("Rivera", phoneNumber: nil))
  }

  // MARK: Booking

  func testAGroupBooksAllItsSitesOnOneBill() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-03")
      let made = try desk.reservations.bookGroup(
        " Scout troop 7 ", sites.map { Booking($0, for: leader, dates: dates) })
      XCTAssertEqual(made.map(\.code), ["R-1", "R-2", "R-3"])
      let group = try desk.reservations.group("scout TROOP 7")
      XCTAssertEqual(group.name, "Scout troop 7")
      XCTAssertEqual(group.folio?.payer, leader)
      XCTAssertEqual(group.folio?.reservations, group.reservations)
      XCTAssertEqual(group.stays.map(\.siteName), ["1", "2", "3"])
      XCTAssertEqual(try desk.count(Folio.self), 1)
      // Three sites, two nights, 40.00 each.
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("240.00"))
      try desk.folios.pay(100, by: .cash, for: desk.find("R-1"))
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("140.00"))
      XCTAssertEqual(try desk.count(Folio.self), 1)
    }
  }

  func testASiteThatIsTakenIsNamedAndNothingIsBooked() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      _ = try desk.reservations.reserve(
        sites[1], for: nil, dates: stay("2026-07-02", "2026-07-03"))
      let dates = try stay("2026-07-01", "2026-07-03")
      assertBreaks(
        .siteTaken(
          site: "2", by: [TakenStay(dates: try stay("2026-07-02", "2026-07-03"), code: "R-1")])
      ) {
        try desk.reservations.bookGroup(
          "Scouts", sites.map { Booking($0, for: leader, dates: dates) })
      }
      XCTAssertEqual(try desk.count(Reservation.self), 1)
      XCTAssertEqual(try desk.count(ReservationNight.self), 1)
      XCTAssertEqual(try desk.count(Folio.self), 0)
      XCTAssertFalse(desk.stack.mainContext.hasChanges)
    }
  }

  func testSitesOfAGroupMayHaveDatesOfTheirOwn() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      try desk.reservations.bookGroup(
        "Scouts",
        [
          Booking(sites[0], for: leader, dates: stay("2026-07-01", "2026-07-03")),
          Booking(sites[0], for: leader, dates: stay("2026-07-03", "2026-07-04")),
          Booking(sites[1], for: leader, dates: stay("2026-06-30", "2026-07-01")),
        ])
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(group.stays.map(\.numberOfNights), [1, 2, 1])
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("160.00"))
    }
  }

  func testWhatMakesNoGroupIsRefused() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-03")
      let one = Booking(sites[0], for: leader, dates: dates)
      assertBreaks("a group needs at least one site") {
        try desk.reservations.bookGroup("Scouts", [])
      }
      assertBreaks(.emptyName(of: "group")) { try desk.reservations.bookGroup(" ", [one]) }
      assertBreaks(
        .invalidValue,
        "the text of a group must be one line, without line breaks or control characters"
      ) { try desk.reservations.bookGroup("a\nb", [one]) }
      var second = one
      second.dates = try stay("2026-07-02", "2026-07-05")
      assertBreaks("site 1 is listed twice for the same nights") {
        try desk.reservations.bookGroup("Scouts", [one, second])
      }
      assertBreaks(.unknownGroup("Scouts", known: [])) {
        try desk.reservations.add([one], toGroup: "Scouts")
      }
      try desk.reservations.bookGroup("Scouts", [one])
      assertBreaks(.nameTaken, "there is already a group \"SCOUTS\"") {
        try desk.reservations.bookGroup(
          "SCOUTS", [Booking(sites[1], for: leader, dates: dates)])
      }
      assertBreaks(.unknownGroup("Guides", known: ["Scouts"])) {
        try desk.reservations.group("Guides")
      }
      XCTAssertEqual(try desk.count(Reservation.self), 1)
      XCTAssertEqual(try desk.count(Folio.self), 1)
    }
  }

  func testTheStoreItselfRefusesASecondGroupOfOneName() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      try desk.reservations.bookGroup(
        "Scouts", [Booking(sites[0], for: leader, dates: stay("2026-07-01", "2026-07-02"))])
      let context = desk.stack.mainContext
      let group = ReservationGroup(context: context)
      group.name = "Scouts"
      group.campground = sites[0].campground
      group.folio = Folio(context: context)
      group.folio?.openedAt = TestStoreStack.noon
      group.folio?.campground = sites[0].campground
      XCTAssertThrowsError(try context.saveThrough()) {
        XCTAssertEqual(
          ($0 as? ObjectGraphError)?.code, .managedObjectConstraintMerge, "\($0)")
      }
      context.rollback()
    }
  }

  // MARK: Adding, joining, leaving

  func testSitesAreAddedToAGroup() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-02")
      try desk.reservations.bookGroup("Scouts", [Booking(sites[0], for: leader, dates: dates)])
      let added = try desk.reservations.add(
        sites[1...].map { Booking($0, for: nil, dates: dates) }, toGroup: "Scouts")
      XCTAssertEqual(added.map(\.code), ["R-2", "R-3"])
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(group.stays.count, 3)
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("120.00"))
    }
  }

  func testAReservationJoinsAndLeavesAGroupWhileNothingWasWrittenAboutIt() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-02")
      try desk.reservations.bookGroup("Scouts", [Booking(sites[0], for: leader, dates: dates)])
      let own = try desk.reservations.reserve(sites[1], for: leader, dates: dates)
      try desk.reservations.join("R-2", group: "Scouts")
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(own.group, group)
      XCTAssertEqual(own.folio, group.folio)
      assertBreaks("R-2 is already on the bill of \"Scouts\"") {
        try desk.reservations.join("R-2", group: "Scouts")
      }
      try desk.reservations.leaveGroup("R-2")
      XCTAssertNil(own.group)
      XCTAssertNil(own.folio)
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("40.00"))
      assertBreaks("R-2 is not on a group's bill") {
        try desk.reservations.leaveGroup("R-2")
      }

      try desk.folios.pay(10, by: .cash, for: own)
      assertBreaks(.hasLines("R-2", bill: "F-2")) {
        try desk.reservations.join("R-2", group: "Scouts")
      }
      try desk.folios.pay(10, by: .cash, for: desk.find("R-1"))
      assertBreaks(.hasLines("R-1", bill: "Scouts")) {
        try desk.reservations.leaveGroup("R-1")
      }
      let canceled = try desk.reservations.reserve(sites[2], for: nil, dates: dates)
      try desk.reservations.cancel(canceled.code)
      assertBreaks("R-3 is canceled and can no longer change") {
        try desk.reservations.join("R-3", group: "Scouts")
      }
    }
  }

  func testAGroupIsGoneWithItsLastStay() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      try desk.reservations.bookGroup(
        "Scouts", [Booking(sites[0], for: leader, dates: stay("2026-07-01", "2026-07-02"))])
      try desk.reservations.leaveGroup("R-1")
      XCTAssertEqual(try desk.reservations.groups(), [])
      XCTAssertEqual(try desk.count(Folio.self), 0)
      XCTAssertEqual(try desk.find("R-1").state, .reserved)
    }
  }

  // MARK: Calling off

  func testOneStayOrAllOfAGroupAreCanceled() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-03")
      try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: leader, dates: dates) })
      try desk.reservations.cancel("R-2")
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("160.00"))
      let changes = try desk.reservations.cancelGroup("Scouts", reason: "rain")
      XCTAssertEqual(changes.map(\.code), ["R-1", "R-3"])
      XCTAssertEqual(try desk.find("R-1").reason, "rain")
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("0.00"))
      assertBreaks("group \"Scouts\" has nothing left to cancel") {
        try desk.reservations.cancelGroup("Scouts")
      }
    }
  }

  func testGuestsOfAGroupWhoAreHereStay() async throws {
    let desk = TestDesk(try TestStoreStack())
    let (sites, leader) = try camp(desk)
    let dates = try stay("2026-06-15", "2026-06-17")
    try desk.reservations.bookGroup("Scouts", sites.map { Booking($0, for: leader, dates: dates) })
    try desk.reservations.checkIn("R-1")
    XCTAssertEqual(try desk.reservations.cancelGroup("Scouts").map(\.code), ["R-2", "R-3"])
    XCTAssertEqual(try desk.find("R-1").state, .checkedIn)
  }

  // MARK: Sharing

  func testAnAmountIsSharedEquallyByLargestRemainder() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-02")
      try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: leader, dates: dates) })
      let group = try desk.reservations.group("Scouts")
      XCTAssertEqual(
        try desk.folios.shares(of: 100, in: group).map(\.amount.description),
        ["$33.34", "$33.33", "$33.33"])
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)

      try desk.folios.charge(100, for: "Meeting hall", toGroup: group)
      XCTAssertEqual(try desk.count(FolioEntry.self), 3)
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$73.34")
      XCTAssertEqual(try desk.due(desk.find("R-3")), "$73.33")
      XCTAssertEqual(try desk.folios.balance(of: group).due, try usd("220.00"))

      // Two cents over three stays: the third gets no line.
      try desk.folios.charge(Decimal(2) / 100, for: "Stamp", toGroup: group)
      XCTAssertEqual(try desk.count(FolioEntry.self), 5)

      // A stay that came to nothing shares nothing.
      try desk.reservations.cancel("R-3")
      XCTAssertEqual(
        try desk.folios.shares(of: 1, in: group).map(\.code), ["R-1", "R-2"])
      assertBreaks(.invalidValue, "enter an amount above $0.00, not $0.00") {
        try desk.folios.charge(0, for: "Nothing", toGroup: group)
      }
      assertBreaks(.emptyName(of: "charge")) {
        try desk.folios.charge(1, for: " ", toGroup: group)
      }
      try desk.reservations.cancelGroup("Scouts")
      assertBreaks(.nobodyToShare("Scouts")) {
        try desk.folios.charge(1, for: "Hall", toGroup: group)
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 5)
    }
  }

  // MARK: Shown before it is accepted

  func testAGroupIsShownBeforeItIsBooked() async throws {
    try await eachStore { desk in
      let (sites, leader) = try camp(desk)
      let dates = try stay("2026-07-01", "2026-07-02")
      let bookings = sites.map { Booking($0, for: leader, dates: dates) }
      let shown = try desk.reservations.preview { try $0.bookGroup("Scouts", bookings) }
      XCTAssertEqual(shown.map(\.difference.description), ["$40.00", "$40.00", "$40.00"])
      XCTAssertEqual(try desk.count(Reservation.self), 0)
      XCTAssertEqual(try desk.count(Folio.self), 0)
      let made = try desk.reservations.accepting(shown).bookGroup("Scouts", bookings)
      XCTAssertEqual(made.map(\.code), ["R-1", "R-2", "R-3"])
    }
  }
}
