import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The bill of a stay on several campsites, whatever is done with the stay. Site 15 costs
/// 40.00 a night and site 16 costs 55.00; R-1 is on 15 for two nights from June 20 on,
/// then R-2 on 16 for three.
@MainActor
final class SplitMoneyTests: XCTestCase {
  private func raise(_ desk: Desk) throws {
    try desk.sites.edit(desk.sites.find("15"), rate: 50)
    try desk.sites.edit(desk.sites.find("16"), rate: 60)
  }

  // MARK: Prices of now

  func testAllPartsGetThePricesOfNowWhenOneIsRepriced() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try raise(desk)
      let change = try desk.reservations.reprice("R-2")
      // 2 × 50 and 3 × 60, after 245.
      XCTAssertEqual(try desk.find("R-1").total, try usd("100"))
      XCTAssertEqual(try desk.find("R-2").total, try usd("180"))
      XCTAssertEqual(change.whole.difference, try usd("35"))
      XCTAssertEqual(change.balance.due, try usd("280"))
    }
  }

  func testAnAddedNightHasThePriceOfNowAndSaysWhatTheWholeStayWouldCost() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try raise(desk)
      let change = try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(change.whole.after.total, try usd("305"))
      // 2 × 50 and 4 × 60.
      XCTAssertEqual(change.whole.totalAtCurrentPrices, try usd("340"))
    }
  }

  func testOtherDatesMayGiveAllPartsThePricesOfNow() async throws {
    try await eachStore { desk in
      let (first, second, _) = try desk.splitStay()
      try desk.sites.edit(first, rate: 50)
      try desk.sites.edit(second, rate: 60)
      // 2 × 50 and 4 × 60.
      try desk.reservations.extend("R-1", by: 1, repricing: true)
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-22 $100.00", "R-2 Reserved 16 06-22…06-26 $240.00"])
    }
  }

  func testNightsThatWerePostedKeepTheirPriceInEveryPart() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.folios(on: "2026-06-21").runNightly()
      try raise(desk)
      try desk.reservations(on: "2026-06-21").reprice("R-1")
      // 40 are posted, 50 to come on site 15.
      XCTAssertEqual(try desk.find("R-1").total, try usd("90"))
      XCTAssertEqual(try desk.find("R-2").total, try usd("180"))
      XCTAssertEqual(try desk.due(desk.find("R-2")), "$270.00")
    }
  }

  // MARK: Deposits

  func testADepositIsThatOfTheWholeStayAndAskedForWithItsFirstPart() async throws {
    try await eachStore { desk in
      try desk.rates.addDepositRule("Half", DepositPlan(percent: 50))
      let (first, second, guest) = try desk.twoSites()
      let made = try desk.reservations.book(
        desk.booking(
          first, for: guest, stay("2026-06-20", "2026-06-25"), then: ("2026-06-22", second)))
      XCTAssertEqual(made.deposit?.amount, try usd("122.50"))
      XCTAssertEqual(try desk.find("R-1").depositMinor, 12_250)
      XCTAssertNil(try desk.find("R-2").depositMinor)
      // By whichever code it is paid and asked about.
      try desk.folios.pay(100, by: .card, for: desk.find("R-2"))
      for code in ["R-1", "R-2"] {
        let paid = try desk.folios.balance(of: desk.find(code)).paid
        let deposit = try XCTUnwrap(Deposit(of: desk.find(code), paid: paid))
        XCTAssertEqual(deposit.open, try usd("22.50"), code)
      }
      // On one site the stay costs 200.
      let joined = try desk.reservations.join("R-1")
      XCTAssertEqual(joined.whole.deposit?.amount, try usd("100"))
      XCTAssertEqual(joined.whole.deposit?.open, try usd("0"))
      XCTAssertEqual(try desk.find("R-1").depositMinor, 10_000)
    }
  }

  // MARK: Papers

  func testTheCancellationOfAStayIsOnePaperByAnyOfItsCodes() async throws {
    try await eachStore { desk in
      try desk.policies.add(
        "Standard", PolicyPlan(steps: PolicyPlan.steps(parsing: "0+ nights 1 fee 10")))
      try desk.splitStay()
      try desk.folios.pay(100, by: .cash, for: desk.find("R-2"))
      try desk.reservations(on: "2026-06-16").cancel("R-2", reason: "ill")
      let papers = try ["R-1", "R-2"].map { try desk.folios.confirmation(of: desk.find($0)) }
      XCTAssertEqual(papers.map(\.title), ["Cancellation R-1", "Cancellation R-2"])
      XCTAssertEqual(papers[0].sections, papers[1].sections)
      XCTAssertEqual(papers[0].closing, papers[1].closing)
      XCTAssertEqual(papers[0].facts, papers[1].facts)
      let text = papers[1].text
      for part in ["15, 2026-06-20 to 2026-06-22 (R-1)", "2026-06-20", "2026-06-25", "ill"] {
        XCTAssertTrue(text.contains(part), "\(part) in \(text)")
      }
      // The fee of the day of calling off and the first night; what was paid beyond is the guest's.
      let kept = papers[0].sections.flatMap(\.lines).map(\.amount)
      XCTAssertEqual(kept, [try usd("10"), try usd("40")])
      XCTAssertEqual(
        papers[0].closing.map { "\($0.text) \($0.amount)" },
        ["Paid $100.00", "To be given back $50.00"])
    }
  }

  // MARK: The party

  func testAnotherPartyIsCountedOnAllPartsAndPostedNightsStay() async throws {
    try await eachStore { desk in
      try desk.rates.addFee("Person", FeePlan(amount: 3, basis: .personNight))
      try desk.splitStay()
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$260.00")
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.folios(on: "2026-06-21").runNightly()
      let change = try desk.reservations(on: "2026-06-21")
        .edit("R-2", party: Party(people: 3))
      // The first night is posted for one; the four others are for three: 4 × 2 × 3 more.
      XCTAssertEqual(change.whole.difference, try usd("24"))
      XCTAssertEqual(try ["R-1", "R-2"].map { try desk.find($0).partySize }, [3, 3])
      // 3 + 9 on site 15, 3 × 9 on site 16.
      XCTAssertEqual(try desk.find("R-1").total, try usd("92"))
      XCTAssertEqual(try desk.find("R-2").total, try usd("192"))
    }
  }

  // MARK: Imported stays

  func testAnImportedStayIsSplitWithoutAnotherPrice() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 50)
      let other = try desk.sites.add("16", rate: 50)
      _ = try StayImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock
      ).importStays(
        from: Data("site,arrival,departure\n15,2026-06-20,2026-06-23\n".utf8))
      // A rate that was raised meanwhile changes nothing.
      for site in [site, other] { try desk.sites.edit(site, rate: 80) }
      let change = try desk.reservations.split("R-1", on: day("2026-06-21"), to: other)
      XCTAssertEqual(change.whole.difference, try usd("0"))
      XCTAssertEqual(
        try desk.story,
        ["R-1 Reserved 15 06-20…06-21 $50.00", "R-2 Reserved 16 06-21…06-23 $100.00"])
      XCTAssertEqual(try desk.due(desk.find("R-2")), "$150.00")
      try desk.reservations.join("R-1")
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$150.00")
    }
  }

  func testRowsOfAFileThatFollowEachOtherAreStaysOfTheirOwn() async throws {
    try await eachStore { desk in
      for name in ["15", "16"] { _ = try desk.sites.add(name, rate: 50) }
      _ = try StayImporter(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock
      ).importStays(
        from: Data(
          "site,arrival,departure\n15,2026-06-20,2026-06-22\n16,2026-06-22,2026-06-23\n".utf8))
      // Nobody knows whose they are.
      XCTAssertFalse(StayChain(of: try desk.find("R-1")).isSplit)
      assertBreaks(.onOneSite("R-2")) { try desk.reservations.join("R-2") }
    }
  }

  // MARK: Days

  func testDaysAreClosedBetweenThePartsWithTheNightsOfEach() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      for date in ["2026-06-21", "2026-06-22"] {
        XCTAssertTrue(try desk.folios(on: date).runNightly(closing: true).isDayClosed, date)
      }
      try desk.reservations(on: "2026-06-22").checkIn("R-2")
      for date in ["2026-06-23", "2026-06-24", "2026-06-25"] {
        try desk.folios(on: date).runNightly(closing: true)
      }
      try desk.reservations(on: "2026-06-25").checkOut("R-2")
      let days = try desk.folios.closedDays().sorted { $0.day < $1.day }
      XCTAssertEqual(
        days.map(\.charged.description),
        ["$40.00", "$40.00"] + Array(repeating: "$55.00", count: 3))
      XCTAssertEqual(days.map(\.nightsSold), [1, 1, 1, 1, 1])
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-1")).charged, try usd("245"))
    }
  }

  func testTheNightOfAGuestWhoChangesTheSiteADayLateIsPostedOnItsDay() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      var reports: [NightlyReport] = []
      for date in ["2026-06-21", "2026-06-22", "2026-06-23"] {
        reports.append(try desk.folios(on: date).runNightly(closing: true))
      }
      // On June 22 the guest was still on site 15, and has the night of R-2 all the same.
      XCTAssertEqual(reports.map(\.linesPosted), [1, 1, 1])
      XCTAssertEqual(reports.map(\.overdueChanges), [[], [], ["R-2"]])
      XCTAssertEqual(reports.last?.noShows, [])
      try desk.reservations(on: "2026-06-23").checkIn("R-2")
      let next = try desk.folios(on: "2026-06-24").runNightly(closing: true)
      XCTAssertEqual(next.overdueChanges, [])
      let closed = try desk.folios.closedDays()
      XCTAssertEqual(closed.map(\.charged.description), ["$55.00", "$55.00", "$40.00", "$40.00"])
      XCTAssertEqual(closed.map(\.nightsSold), [1, 1, 1, 1])
      try desk.reservations(on: "2026-06-25").checkOut("R-2")
      XCTAssertEqual(try desk.folios.balance(of: desk.find("R-2")).charged, try usd("245"))
    }
  }

  func testADayIsNotClosedWithAnUnpostedNightOfAGuestWhoDidNotMoveOver() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.folios(on: "2026-06-22").runNightly()
      let late = try desk.folios(on: "2026-06-23")
      assertBreaks(.dayHasUnpostedNights(try day("2026-06-22"), codes: ["R-2"])) {
        try late.closeDay(try day("2026-06-22"))
      }
      try late.runNightly()
      XCTAssertEqual(try late.closeDay(try day("2026-06-22")).nightsSold, 1)
    }
  }

  func testWhoIsJoinedOntoTheSiteWhereTheGuestStayedPaysItsPrice() async throws {
    try await eachStore { desk in
      try desk.splitStay()
      try desk.reservations(on: "2026-06-20").checkIn("R-1")
      try desk.folios(on: "2026-06-23").runNightly()
      // The night of R-2 at 55.00 is posted, and was spent on site 15.
      try desk.reservations(on: "2026-06-23").join("R-1")
      XCTAssertEqual(try desk.find("R-1").total, try usd("200"))
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$200.00")
    }
  }
}
