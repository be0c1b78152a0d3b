import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The commands of a scratch pad change rules when they are saved, in their order.
@MainActor
final class PadVersionTests: XCTestCase {
  private func edit(_ pad: Desk, _ name: String = "Base", to amount: Decimal) throws {
    try pad.perform("edit") {
      _ = try $0.rates.edit($0.rates.findRate(name)) { $0.amount = amount }
    }
  }

  private func revision(_ desk: TestDesk) throws -> Int64 {
    try XCTUnwrap(try desk.campgrounds.current()).rulesRevision
  }

  /// The versions of rates as `Base 40.00 1-2`.
  private func rates(_ desk: TestDesk) throws -> [String] {
    try desk.stack.mainContext.fetch(FetchRequest<Rate>()).map { rate in
      let end = rate.isInForce ? "" : "\(rate.endRevision)"
      return "\(rate.name) \(rate.amount.amount) \(rate.revision)-\(end)"
    }.sorted()
  }

  func testEachCommandIsARevision() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.addRate("Old", RatePlan(amount: 10))
      let site = try desk.sites.add("15", rate: 30)
      let pad = desk.scratchPad()
      try edit(pad, to: 45)
      try edit(pad, to: 50)
      try pad.perform("add") { try $0.rates.addRate("New", RatePlan(amount: 20)) }
      try pad.perform("delete") { try $0.rates.delete($0.rates.findRate("Old")) }
      try pad.perform("site") { try $0.campSites.edit($0.campSites.find("15"), rate: 35) }
      let work = try XCTUnwrap(pad.scratchPad?.unsavedWork)
      XCTAssertEqual(work.description, "4 changes: 1 added, 2 changed, 1 deleted")
      XCTAssertEqual(try rates(desk), ["Base 40 1-", "Old 10 2-"])
      XCTAssertEqual(try pad.save()?.work, work)
      XCTAssertEqual(try revision(desk), 8)
      XCTAssertEqual(
        try rates(desk),
        [
          " 15 30 3-8", "Base 40 1-4", "Base 45 4-5", "Base 50 5-", "New 20 6-", "Old 10 2-7",
        ])
      XCTAssertEqual(site.rateRevision, 8)
    }
  }

  func testWhatIsUndoneIsNoVersion() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let pad = desk.scratchPad()
      try edit(pad, to: 50)
      try pad.undo()
      try edit(pad, to: 60)
      try pad.save()
      XCTAssertEqual(try rates(desk), ["Base 40 1-2", "Base 60 2-"])
    }
  }

  func testASaveThatFailsLeavesTheStoreAsItWas() async throws {
    try await twoDesks { mine, theirs in
      let pad = mine.scratchPad()
      try edit(pad, to: 50)
      try theirs.rates.edit(theirs.rates.findRate("Base")) { $0.amount = 45 }
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual("\($0)", "someone changed rate Base meanwhile: 4000 is now 4500")
      }
      XCTAssertEqual(pad.scratchPad?.unsavedWork.description, "1 change: 1 changed")
      XCTAssertEqual(try rates(mine), ["Base 40 1-2", "Base 45 2-"])
      try pad.save()
      XCTAssertEqual(try rates(mine), ["Base 40 1-2", "Base 45 2-3", "Base 50 3-"])
      XCTAssertEqual(try revision(mine), 3)
    }
  }

  private func twoDesks(_ body: (TestDesk, TestDesk) throws -> Void) async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    try theirs.stack.refreshAfterForeignChanges()
    try body(mine, theirs)
    try mine.stack.close()
    try theirs.stack.close()
  }

  func testOthersThatChangeOtherRulesAreInNobodysWay() async throws {
    try await twoDesks { mine, theirs in
      let season = try mine.rates.addSeason(
        "Peak", SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 6, day: 9)))
      try mine.rates.addRate("Peak", RatePlan(amount: 60, for: ScopePlan(season: season)))
      try theirs.stack.refreshAfterForeignChanges()
      let pad = mine.scratchPad()
      try edit(pad, "Base", to: 50)
      try edit(pad, "Peak", to: 70)
      // A setting of the campground, too, which has the revision in its row.
      try pad.perform("hold") {
        try $0.campgrounds.edit(
          XCTUnwrap($0.campgrounds.current()), settings: CampgroundSettings(holdMinutes: 20))
      }
      try theirs.rates.addRate("Other", RatePlan(amount: 10))
      try theirs.rates.edit(
        theirs.rates.findSeason("Peak"),
        span: SeasonSpan(from: .init(month: 7, day: 1), through: .init(month: 7, day: 9)))
      try pad.save()
      XCTAssertEqual(try revision(mine), 7)
      XCTAssertEqual(
        try rates(mine),
        [
          "Base 40 1-6", "Base 50 6-", "Other 10 4-", "Peak 60 3-5", "Peak 60 5-7", "Peak 70 7-",
        ])
      XCTAssertEqual(try mine.campgrounds.current()?.holdMinutes, 20)
    }
  }

  func testAStayIsAgreedUnderTheRulesOfItsPad() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let pad = desk.scratchPad()
      let dates = try stay("2026-07-01", "2026-07-02")
      @MainActor func reserve(_ months: Int) throws {
        let dates = try StayDates(arrival: dates.arrival.advanced(by: 40 * months), nights: 1)
        try pad.perform("reserve") {
          _ = try $0.reservations.reserve($0.campSites.find("15"), for: nil, dates: dates)
        }
      }
      try reserve(0)
      try edit(pad, to: 50)
      try reserve(1)
      // Somebody else's revision comes first.
      try desk.rates.addFee("Dogs", FeePlan(amount: 8, basis: .pet))
      try pad.save()
      XCTAssertEqual(try ["R-1", "R-2"].map { try desk.find($0).totalMinor }, [40_00, 50_00])
      try desk.rates.edit(desk.rates.findRate("Base")) { $0.amount = 90 }
      for code in ["R-1", "R-2"] { try desk.reservations.edit(code, note: "kept") }
      XCTAssertEqual(try ["R-1", "R-2"].map { try desk.find($0).totalMinor }, [40_00, 50_00])
    }
  }

  func testUnsavedRulesCountAlsoAfterAnUndo() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      // The card is known.
      _ = try desk.rates.rateCard()
      let pad = desk.scratchPad()
      try edit(pad, to: 50)
      try pad.perform("camper") { _ = try $0.campers.addCamper("Ada", phoneNumber: nil) }
      try pad.undo()
      let dates = try stay("2026-07-01", "2026-07-02")
      let shown = try pad.perform("reserve") {
        try $0.reservations.reserve($0.campSites.find("15"), for: nil, dates: dates).totalMinor
      }
      XCTAssertEqual(shown, 50_00)
      try pad.save()
      XCTAssertEqual(try desk.find("R-1").totalMinor, 50_00)
    }
  }

  func testATaxChangesOnTheDayOfTheSave() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Tax", TaxPlan(percent: 10))
      let pad = desk.scratchPad()
      try pad.perform("tax") { try $0.rates.edit($0.rates.findTax("Tax")) { $0.percent = 12 } }
      try pad.save()
      let taxes = try XCTUnwrap(try desk.rates.rateCard()).taxes
      XCTAssertEqual(taxes.compactMap(\.scope.lastNight), [try day("2026-06-14")])
      XCTAssertEqual(taxes.compactMap(\.scope.firstNight), [try day("2026-06-15")])
    }
  }

  func testACampgroundAndItsRulesAreAddedInAPad() async throws {
    try await eachStore { desk in
      let pad = desk.scratchPad()
      try pad.perform("rate") { try $0.rates.addRate("Base", RatePlan(amount: 40)) }
      try pad.perform("site") { _ = try $0.campSites.add("15", rate: 30) }
      try pad.save()
      XCTAssertEqual(try revision(desk), 2)
      XCTAssertEqual(try rates(desk), ["Base 40 1-"])
      XCTAssertEqual(try desk.rates.rateCard()?.rates.map(\.from), [1, 2])
    }
  }

  func testUnsavedRulesOfAPadAreOnItsCard() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let pad = desk.scratchPad()
      try edit(pad, to: 50)
      func amounts(_ card: RateCard?) -> [Int64] {
        card?.rates.filter { $0.until == nil }.map(\.rule.amountMinor) ?? []
      }
      XCTAssertEqual(amounts(try pad.services.rates.rateCard()), [50_00])
      XCTAssertEqual(amounts(try desk.rates.rateCard()), [40_00])
    }
  }
}
