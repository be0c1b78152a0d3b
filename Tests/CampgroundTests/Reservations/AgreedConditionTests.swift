import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// What taxes and fees are for is agreed with them: for which nights, which type of
/// site, from which person on.
///
/// There is a tent site T at 40 and a cabin C at 60; it is noon of 2026-06-15.
@MainActor
final class AgreedConditionTests: XCTestCase {
  private func camp(_ desk: TestDesk) throws {
    _ = try desk.campground(in: "UTC")
    for (name, type, rate) in [("T", CampSiteType.tent, 40), ("C", .cabin, 60)] as [(_, _, Decimal)]
    {
      let features = CampSiteFeatures(type: type, petsAllowed: true)
      _ = try desk.sites.add(name, features: features, rate: rate)
    }
  }

  @discardableResult
  private func reserve(
    _ desk: TestDesk, nights: Int, party: Party = Party()
  ) throws -> StayChange {
    let dates = try StayDates(arrival: day("2026-06-15"), nights: nights)
    return try desk.reservations.book(
      Booking(desk.sites.find("T"), for: nil, dates: dates, party: party), as: .reserved)
  }

  /// Checks R-1 in and posts its first night; it is 2026-06-16 then.
  private func stayFirstNight(_ desk: TestDesk) throws -> ReservationService {
    try desk.reservations.checkIn("R-1")
    try nightly(desk, on: "2026-06-16")
    return try desk.reservations(on: "2026-06-16")
  }

  private func june(_ first: Int, _ last: Int) throws -> SeasonSpan {
    try SeasonSpan(from: .init(month: 6, day: first), through: .init(month: 6, day: last))
  }

  // MARK: Nights

  func testNightsThatAreAddedBehindTheChangeOfATaxHaveTheNewOne() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addTax("Old", TaxPlan(percent: 10, for: ScopePlan(through: day("2026-06-16"))))
      try desk.rates.addTax("New", TaxPlan(percent: 20, for: ScopePlan(from: day("2026-06-17"))))
      try reserve(desk, nights: 2)
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(try later.extend("R-1", by: 1)),
        ["+ 2026-06-17 New $8.00", "+ 2026-06-17 Night $40.00"])
      // New is for nights from today on by now, and Old for none from today on.
      try desk.rates.edit(desk.rates.findTax("New")) { $0.scope.from = nil }
      try desk.rates.delete(desk.rates.findTax("Old"))
      XCTAssertEqual(
        difference(try later.extend("R-1", by: 1)),
        ["+ 2026-06-18 New $8.00", "+ 2026-06-18 Night $40.00"])
      XCTAssertEqual(
        difference(try later.preview { try $0.reprice("R-1") }),
        [])
    }
  }

  func testANightThatIsAddedInTheSeasonHasItsFeeAndKeepsItWhenTheSeasonMoves() async throws {
    try await eachStore { desk in
      try camp(desk)
      let peak = try desk.rates.addSeason("Peak", june(17, 18))
      try desk.rates.addFee("Peak", FeePlan(amount: 6, basis: .night, for: ScopePlan(season: peak)))
      try reserve(desk, nights: 2)
      XCTAssertEqual(
        difference(try desk.reservations.extend("R-1", by: 1)),
        ["+ 2026-06-17 Night $40.00", "+ 2026-06-17 Peak $6.00"])
      try desk.rates.edit(peak, span: june(19, 20))
      XCTAssertEqual(
        difference(try desk.reservations.extend("R-1", by: 2)),
        ["+ 2026-06-18 Night $40.00", "+ 2026-06-19 Night $40.00", "+ 2026-06-19 Peak $6.00"])
      XCTAssertEqual(
        difference(try desk.reservations.preview { try $0.reprice("R-1") }),
        ["- 2026-06-17 Peak $6.00"])
      XCTAssertEqual(
        difference(try desk.reservations.edit("R-1", party: Party(adults: 2))), [])
    }
  }

  func testWhatIsChargedOnceFollowsTheStayIntoItsSeasonAtTheAgreedAmount() async throws {
    try await eachStore { desk in
      try camp(desk)
      let fire = try desk.rates.addSeason("Fire", june(17, 20))
      try desk.rates.addFee("Fire", FeePlan(amount: 10, for: ScopePlan(season: fire)))
      // The season begins on the third night.
      try reserve(desk, nights: 4)
      try desk.rates.edit(desk.rates.findFee("Fire")) { $0.amount = 25 }
      let early = try desk.reservations.shorten("R-1", by: 2)
      XCTAssertEqual(
        difference(early),
        ["- 2026-06-17 Fire $10.00", "- 2026-06-17 Night $40.00", "- 2026-06-18 Night $40.00"])
      let moved = try desk.reservations.changeDates("R-1", to: stay("2026-06-19", "2026-06-21"))
      XCTAssertEqual(
        moved.newLines.filter { $0.kind == .fee }.map(words), ["2026-06-19 Fire $10.00"])
    }
  }

  func testAPersonWhoComesAfterTheNightsOfAFeeIsNotChargedIt() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addFee(
        "Fair", FeePlan(amount: 5, basis: .person, for: ScopePlan(through: day("2026-06-15"))))
      try desk.rates.addFee("Guest", FeePlan(amount: 3, basis: .person))
      try reserve(desk, nights: 3)
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(try later.edit("R-1", party: Party(adults: 2))), ["+ 2026-06-16 Guest $3.00"])
    }
  }

  // MARK: Types of sites

  func testAStayThatMovesToACabinPaysEachTaxForItsNights() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addTax("Pitch", TaxPlan(percent: 5, for: ScopePlan(siteType: .tent)))
      try desk.rates.addTax("Lodging", TaxPlan(percent: 10, for: ScopePlan(siteType: .cabin)))
      try reserve(desk, nights: 3)
      let later = try stayFirstNight(desk)
      let move = try later.move("R-1", to: desk.sites.find("C"))
      XCTAssertEqual(
        difference(move),
        [
          "+ 2026-06-16 Lodging $6.00", "+ 2026-06-16 Night $60.00", "- 2026-06-16 Night $40.00",
          "- 2026-06-16 Pitch $2.00", "+ 2026-06-17 Lodging $6.00", "+ 2026-06-17 Night $60.00",
          "- 2026-06-17 Night $40.00", "- 2026-06-17 Pitch $2.00",
        ])
      // The first night was spent in a tent whatever is changed later.
      XCTAssertEqual(
        difference(try later.edit("R-1", party: Party(adults: 2))), [])
      try nightly(desk, on: "2026-06-17")
      let longer = try desk.reservations(on: "2026-06-17").extend("R-1", by: 1)
      XCTAssertEqual(
        difference(longer), ["+ 2026-06-18 Lodging $6.00", "+ 2026-06-18 Night $60.00"])
      // 40 + 2, and three nights of 66.
      XCTAssertEqual(longer.after.total?.description, "$240.00")
    }
  }

  func testAStayThatMovesBeforeItBeginsPaysTheTaxesOfTheOtherTypeAlone() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addTax("Pitch", TaxPlan(percent: 5, for: ScopePlan(siteType: .tent)))
      try desk.rates.addTax("Lodging", TaxPlan(percent: 10, for: ScopePlan(siteType: .cabin)))
      try reserve(desk, nights: 1)
      let move = try desk.reservations.move("R-1", to: desk.sites.find("C"))
      XCTAssertEqual(
        move.newLines.map(words), ["2026-06-15 Night $60.00", "2026-06-15 Lodging $6.00"])
    }
  }

  func testAStayThatIsSplitPaysForEachTypeItsOwn() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addTax("Lodging", TaxPlan(percent: 10, for: ScopePlan(siteType: .cabin)))
      try desk.rates.addFee("Linen", FeePlan(amount: 7, for: ScopePlan(siteType: .cabin)))
      try reserve(desk, nights: 3)
      try desk.reservations.split("R-1", on: day("2026-06-17"), to: desk.sites.find("C"))
      let bill = try XCTUnwrap(desk.folios.bill(of: desk.find("R-1")))
      let lines = bill.lines.filter { $0.kind != .lodging }
      XCTAssertEqual(
        lines.map(words).sorted(), ["2026-06-17 Linen $7.00", "2026-06-17 Lodging $6.00"])
    }
  }

  func testASiteThatGetsAnotherTypeChangesNothingForAgreedNights() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addTax("Lodging", TaxPlan(percent: 10, for: ScopePlan(siteType: .cabin)))
      try reserve(desk, nights: 2)
      try desk.sites.edit(desk.sites.find("T"), features: CampSiteFeatures(type: .cabin))
      XCTAssertEqual(
        difference(try desk.reservations.extend("R-1", by: 1)),
        ["+ 2026-06-17 Lodging $4.00", "+ 2026-06-17 Night $40.00"])
    }
  }

  // MARK: From the third person on

  func testAnotherPartyIsCountedFromTheAgreedPersonOn() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addFee(
        "Person", FeePlan(amount: 5, basis: .personNight, includedCount: 2))
      try desk.rates.addFee("Car", FeePlan(amount: 8, basis: .vehicle, includedCount: 1))
      try reserve(desk, nights: 3, party: Party(adults: 2, vehicles: 2))
      for name in ["Person", "Car"] {
        try desk.rates.edit(desk.rates.findFee(name)) {
          $0.amount = 20
          $0.includedCount = nil
        }
      }
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(
          try later.preview { try $0.edit("R-1", party: Party(adults: 4, vehicles: 3)) }),
        [
          "+ 2026-06-16 Car $8.00", "+ 2026-06-16 Person × 2 $10.00",
          "+ 2026-06-17 Person × 2 $10.00",
        ])
      // What is charged once was charged when they came.
      XCTAssertEqual(
        difference(try later.edit("R-1", party: Party(adults: 2, vehicles: 0))), [])
    }
  }

  // MARK: Which rule a line is from

  func testAFeeWhoseNameLooksLikeACountIsItself() async throws {
    try await eachStore { desk in
      try camp(desk)
      try desk.rates.addFee("Dog", FeePlan(amount: 3, basis: .pet))
      try desk.rates.addFee("Dog × 2", FeePlan(amount: 5, basis: .pet, includedCount: 1))
      try reserve(desk, nights: 2, party: Party(adults: 1, pets: 2))
      let later = try stayFirstNight(desk)
      XCTAssertEqual(
        difference(try later.edit("R-1", party: Party(adults: 1, pets: 3))),
        ["+ 2026-06-16 Dog $3.00", "+ 2026-06-16 Dog × 2 $5.00"])
    }
  }

  func testTheConditionsAreKnownToAnotherProgram() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = try otherDesk(on: file)
    try camp(desk)
    let peak = try desk.rates.addSeason("Peak", june(16, 20))
    try desk.rates.addFee(
      "Person",
      FeePlan(
        amount: 5, basis: .personNight, includedCount: 2,
        for: ScopePlan(
          season: peak, weekdays: .weekend, from: day("2026-06-18"), through: day("2026-06-20"),
          siteType: .tent)))
    // Monday to Sunday: Friday the 19th and Saturday the 20th.
    try reserve(desk, nights: 7)
    try desk.rates.delete(desk.rates.findFee("Person"))
    try desk.stack.close()
    let other = try otherDesk(on: file)
    XCTAssertEqual(
      difference(try other.reservations.edit("R-1", party: Party(adults: 3))),
      ["+ 2026-06-19 Person $5.00", "+ 2026-06-20 Person $5.00"])
    try other.stack.close()
  }
}
