import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The work of a scratch pad changes rules when it is saved: all of it is one revision.
@MainActor
final class PadVersionTests: XCTestCase {
  @MainActor
  private struct Work {
    let pad: ScratchPad
    let rates: RateService
    let sites: CampSiteService
    let policies: PolicyService
    let campgrounds: CampgroundService

    init(_ desk: Desk) {
      pad = ScratchPad(on: desk.stack, clock: desk.stack.clock)
      let (context, stack) = (pad.managedObjectContext, desk.stack)
      rates = RateService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
      sites = CampSiteService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
      policies = PolicyService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
      campgrounds = CampgroundService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
    }

    func edit(_ name: String = "Base", to amount: Decimal) throws {
      try pad.perform("edit") { _ = try rates.edit(rates.findRate(name)) { $0.amount = amount } }
    }
  }

  private func revision(_ desk: Desk) throws -> Int64 {
    try XCTUnwrap(try desk.campgrounds.current()).rulesRevision
  }

  /// The versions of rates as `Base 40.00 1-2`.
  private func rates(_ desk: Desk) throws -> [String] {
    try desk.stack.mainContext.fetch(FetchRequest<Rate>()).map { rate in
      let end = rate.isInForce ? "" : "\(rate.endRevision)"
      return "\(rate.name) \(rate.amount.amount) \(rate.revision)-\(end)"
    }.sorted()
  }

  func testAllWorkIsOneRevision() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      try desk.rates.addRate("Old", RatePlan(amount: 10))
      let site = try desk.sites.add("15", rate: 30)
      let work = Work(desk)
      try work.edit(to: 45)
      try work.edit(to: 50)
      try work.rates.addRate("New", RatePlan(amount: 20))
      try work.rates.delete(work.rates.findRate("Old"))
      try work.sites.edit(work.sites.find("15"), rate: 35)
      XCTAssertEqual(work.pad.unsavedWork.description, "4 changes: 1 added, 2 changed, 1 deleted")
      XCTAssertEqual(try rates(desk), ["Base 40 1-", "Old 10 2-"])
      let saved = try work.pad.save()
      XCTAssertEqual(saved.work.description, "4 changes: 1 added, 2 changed, 1 deleted")
      XCTAssertEqual(try revision(desk), 4)
      XCTAssertEqual(
        try rates(desk), [" 15 30 3-4", "Base 40 1-4", "Base 50 4-", "New 20 4-", "Old 10 2-4"])
      XCTAssertEqual(site.rateRevision, 4)
      XCTAssertFalse(work.pad.hasUnsavedWork)
    }
  }

  func testWhatIsUndoneIsNoVersion() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let work = Work(desk)
      try work.edit(to: 50)
      try work.pad.undo()
      XCTAssertFalse(work.pad.hasUnsavedWork)
      try work.edit(to: 60)
      try work.pad.save()
      XCTAssertEqual(try rates(desk), ["Base 40 1-2", "Base 60 2-"])
    }
  }

  func testASaveThatFailsLeavesThePadAsItWas() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    try theirs.stack.refreshAfterForeignChanges()
    let work = Work(mine)
    try work.edit(to: 50)
    try theirs.rates.edit(theirs.rates.findRate("Base")) { $0.amount = 45 }
    for _ in 1...2 {
      XCTAssertThrowsError(try work.pad.save()) { error in
        guard case .changedMeanwhile(let conflicts) = error as? CampgroundError else {
          return XCTFail("\(error)")
        }
        XCTAssertEqual(conflicts.map(\.label), ["rate Base"])
        XCTAssertEqual(conflicts.map { $0.properties.map(\.name) }, [["amountMinor"]])
      }
      XCTAssertEqual(work.pad.unsavedWork.description, "1 change: 1 changed")
      XCTAssertEqual(try rates(mine), ["Base 40 1-2", "Base 45 2-"])
    }
    try work.pad.undo()
    XCTAssertFalse(work.pad.hasUnsavedWork)
  }

  func testWhoeversValuesAreChosenEachRevisionHasOneVersion() async throws {
    for (choice, last) in [(ScratchPad.Choice.mine, "50"), (.theirs, "45")] {
      let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
      let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
      try mine.rates.addRate("Base", RatePlan(amount: 40))
      try theirs.stack.refreshAfterForeignChanges()
      let work = Work(mine)
      try work.edit(to: 50)
      try theirs.rates.edit(theirs.rates.findRate("Base")) { $0.amount = 45 }
      XCTAssertThrowsError(try work.pad.save())
      try work.pad.save(choice)
      XCTAssertEqual(
        try rates(mine), ["Base 40 1-2", "Base 45 2-3", "Base \(last) 3-"].sorted())
      XCTAssertEqual(try revision(mine), 3)
    }
  }

  func testWhatOthersDeletedIsToldAsAConflict() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    try mine.rates.addTax("Tax", TaxPlan(percent: 10))
    _ = try mine.sites.add("15", rate: 30)
    try theirs.stack.refreshAfterForeignChanges()
    let work = Work(mine)
    try work.edit(to: 50)
    try work.rates.edit(work.rates.findTax("Tax")) { $0.percent = 12 }
    try work.sites.edit(work.sites.find("15"), rate: 35)
    try theirs.rates.delete(theirs.rates.findRate("Base"))
    try theirs.rates.delete(theirs.rates.findTax("Tax"))
    try theirs.sites.delete(theirs.sites.find("15"))
    XCTAssertThrowsError(try work.pad.save()) { error in
      guard case .changedMeanwhile(let conflicts) = error as? CampgroundError else {
        return XCTFail("\(error)")
      }
      XCTAssertEqual(conflicts.map(\.label), ["rate Base", "site 15", "tax Tax"])
      XCTAssertTrue(conflicts.allSatisfy(\.isDeletedInStore))
    }
    try work.pad.save(.mine)
    XCTAssertEqual(try rates(mine), ["Base 40 1-4", "Base 50 6-"])
    let card = try XCTUnwrap(try mine.rates.rateCard())
    XCTAssertEqual(
      ([3, 4, 6] as [Int64]).map { revision in
        card.rates.filter { $0.isInForce(at: revision) && $0.rule.scope.site == nil }
          .map(\.rule.amountMinor)
      }, [[40_00], [], [50_00]])
    XCTAssertEqual(try mine.sites.find("15").ownRateMinor(at: 6), 35_00)
  }

  func testWhatWasToBeDeletedAndOthersChangedEndsAsTheyHadIt() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    try theirs.stack.refreshAfterForeignChanges()
    let work = Work(mine)
    try work.rates.delete(work.rates.findRate("Base"))
    try theirs.rates.edit(theirs.rates.findRate("Base")) { $0.amount = 45 }
    XCTAssertThrowsError(try work.pad.save())
    try work.pad.save(.mine)
    XCTAssertEqual(try rates(mine), ["Base 40 1-2", "Base 45 2-3"])
    XCTAssertEqual(try mine.rates.rates(), [])
  }

  func testOthersThatChangeOtherRulesAreInNobodysWay() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    let season = try mine.rates.addSeason(
      "Peak", SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 6, day: 9)))
    try mine.rates.addRate("Peak", RatePlan(amount: 60, season: season))
    try theirs.stack.refreshAfterForeignChanges()
    let work = Work(mine)
    try work.edit("Base", to: 50)
    try work.edit("Peak", to: 70)
    // A setting of the campground, too, which has the revision in its row.
    try work.campgrounds.edit(
      XCTUnwrap(try work.campgrounds.current()), settings: CampgroundSettings(holdMinutes: 20))
    try theirs.rates.addRate("Other", RatePlan(amount: 10))
    try theirs.rates.edit(
      theirs.rates.findSeason("Peak"),
      span: SeasonSpan(from: .init(month: 7, day: 1), through: .init(month: 7, day: 9)))
    try work.pad.save()
    XCTAssertEqual(try revision(mine), 6)
    XCTAssertEqual(
      try rates(mine),
      [
        "Base 40 1-6", "Base 50 6-", "Other 10 4-", "Peak 60 3-5", "Peak 60 5-6", "Peak 70 6-",
      ])
    XCTAssertEqual(try mine.campgrounds.current()?.holdMinutes, 20)
    let card = try XCTUnwrap(try mine.rates.rateCard())
    XCTAssertEqual(
      try ([3, 5, 6] as [Int64]).map { revision -> [Int64] in
        let rate = try XCTUnwrap(
          card.rates.first { $0.rule.name == "Peak" && $0.isInForce(at: revision) }
        ).rule
        return [Int64(rate.scope.season?.first.month ?? 0), rate.amountMinor]
      }, [[6, 60_00], [7, 60_00], [7, 70_00]])
  }

  func testTwoWhoAddTheSameAgree() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    try theirs.stack.refreshAfterForeignChanges()
    let work = Work(mine)
    try work.rates.addRate("New", RatePlan(amount: 50))
    try theirs.rates.addRate("New", RatePlan(amount: 50))
    try work.pad.save()
    try theirs.stack.refreshAfterForeignChanges()
    XCTAssertEqual(try theirs.rates.rates().map(\.name), ["Base", "New"])
  }

  func testATaxChangesOnTheDayOfTheSave() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Tax", TaxPlan(percent: 10))
      let work = Work(desk)
      try work.rates.edit(work.rates.findTax("Tax")) { $0.percent = 12 }
      try work.pad.save()
      let taxes = try XCTUnwrap(try desk.rates.rateCard()).taxes
      XCTAssertEqual(taxes.compactMap(\.scope.lastNight), [try day("2026-06-14")])
      XCTAssertEqual(taxes.compactMap(\.scope.firstNight), [try day("2026-06-15")])
    }
  }

  func testACampgroundAndItsRulesAreAddedInAPad() async throws {
    try await eachStore { desk in
      let work = Work(desk)
      try work.rates.addRate("Base", RatePlan(amount: 40))
      _ = try work.sites.add("15", rate: 30)
      try work.pad.save()
      XCTAssertEqual(try revision(desk), 1)
      XCTAssertEqual(try rates(desk), ["Base 40 1-"])
      XCTAssertEqual(try desk.rates.rateCard()?.rates.map(\.from), [1, 1])
    }
  }

  func testUnsavedRulesOfAPadAreOnItsCard() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let work = Work(desk)
      try work.edit(to: 50)
      XCTAssertEqual(try work.rates.rateCard()?.rates.map(\.rule.amountMinor), [50_00])
      XCTAssertEqual(try desk.rates.rateCard()?.rates.map(\.rule.amountMinor), [40_00])
    }
  }
}
