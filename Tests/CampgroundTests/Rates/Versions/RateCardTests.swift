import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The rules of a campground as a rate card, with all versions that they ever had.
@MainActor
final class RateCardTests: XCTestCase {
  private func card(_ desk: TestDesk) throws -> RateCard {
    try XCTUnwrap(try desk.rates.rateCard())
  }

  private func revision(_ desk: TestDesk) throws -> Int64 {
    try XCTUnwrap(try desk.campgrounds.current()).rulesRevision
  }

  /// What a night in July costs that is agreed under a revision.
  private func total(
    _ card: RateCard, at revision: Int64, on site: CampSite? = nil
  ) throws -> Int64 {
    let place = BookedPlace(site: site.map(SiteID.init), siteType: site?.type)
    let facts = StayFacts(
      nights: [.init(try day("2026-07-01"), at: place, agreedUnder: revision)],
      reservedUnder: revision)
    return try Bill(of: facts, by: card).totalMinor
  }

  func testANightIsPricedByTheVersionItWasAgreedUnder() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 40))
      let fee = try desk.rates.addFee("Booking", FeePlan(amount: 8))
      let agreed = try revision(desk)
      try desk.rates.edit(rate) { $0.amount = 50 }
      try desk.rates.edit(fee) { $0.amount = 9 }
      try desk.rates.addFee("Linen", FeePlan(amount: 1))
      try desk.rates.delete(fee)
      let card = try card(desk)
      XCTAssertEqual(
        try (agreed...agreed + 4).map { try total(card, at: $0) },
        [48_00, 58_00, 59_00, 60_00, 51_00])
    }
  }

  func testAllOfARuleIsOnTheCard() async throws {
    try await eachStore { desk in
      let season = try desk.rates.addSeason(
        "Winter", SeasonSpan(from: .init(month: 10, day: 15), through: .init(month: 4, day: 15)))
      let site = try desk.sites.add("15", features: CampSiteFeatures(type: .rv), rate: 45)
      try desk.rates.addRate(
        "Lake",
        RatePlan(
          amount: 300, kind: .weekly, for: ScopePlan(season: season, site: site, siteType: .rv),
          rank: 3))
      try desk.rates.addRate("Weekend", RatePlan(amount: 60, for: ScopePlan(weekdays: .weekend)))
      try desk.rates.addRate("Off", RatePlan(amount: 1, isActive: false))
      try desk.rates.addDiscount(
        "Senior",
        DiscountPlan(
          percent: 10, for: ScopePlan(season: season, weekdays: .weekend, siteType: .tent)))
      try desk.rates.addDiscount(
        "Long", DiscountPlan(amount: 20, minimumNights: 7, isAutomatic: true))
      try desk.rates.addFee(
        "Guest",
        FeePlan(
          amount: 5, basis: .personNight, includedCount: 2, taxGroup: "lodging",
          for: ScopePlan(
            season: season, weekdays: .weekend, from: day("2026-01-01"), through: day("2026-12-31"),
            siteType: .rv), isRefundable: true))
      try desk.rates.addTax(
        "City",
        TaxPlan(
          amount: 2, basis: .personNight, group: "city",
          for: ScopePlan(from: day("2026-01-01"), through: day("2026-12-31"), siteType: .rv),
          exemptFromNights: 30))
      try desk.rates.addDepositRule("Half", DepositPlan(percent: 50, minimumNights: 3))
      try desk.rates.addDepositRule("One", DepositPlan(nights: 1, for: ScopePlan(siteType: .rv)))
      try desk.rates.addDepositRule("Flat", DepositPlan(amount: 25))

      let card = try card(desk)
      let id = SiteID(site)
      XCTAssertGreaterThan(id.rawValue, 0)
      XCTAssertEqual(card.currency, .usd)
      XCTAssertFalse(card.pricesIncludeTax)
      XCTAssertEqual(
        card.rates.map(\.rule),
        [
          .init(
            "Lake", .weekly, 300_00,
            for: .init(season: season.span, site: id, siteType: "rv"), rank: 3),
          .init("Weekend", .nightly, 60_00, for: .init(weekdays: .weekend)),
          .init("Night", .nightly, 45_00, for: .init(site: id), rank: .max),
        ])
      XCTAssertEqual(
        card.discounts.map(\.rule),
        [
          .init("Long", .amount(20_00), minimumNights: 7),
          .init(
            "Senior", .percent(try Percentage(10)),
            for: .init(season: season.span, weekdays: .weekend, siteType: "tent"),
            isAutomatic: false),
        ])
      let year = (first: try day("2026-01-01"), last: try day("2026-12-31"))
      XCTAssertEqual(
        card.fees.map(\.rule),
        [
          .init(
            "Guest", 5_00, .personNight, includedCount: 2, taxGroup: "lodging",
            for: .init(
              season: season.span, weekdays: .weekend, firstNight: year.first,
              lastNight: year.last, siteType: "rv"))
        ])
      XCTAssertEqual(
        card.taxes,
        [
          .init(
            "City", .amount(2_00, .personNight), on: "city",
            for: .init(firstNight: year.first, lastNight: year.last, siteType: "rv"),
            exemptFromNights: 30)
        ])
      XCTAssertEqual(
        card.depositRules.map(\.rule),
        [
          .init("Flat", .amount(25_00)),
          .init("Half", .percent(try Percentage(50)), minimumNights: 3),
          .init("One", .nights(1), for: .init(siteType: "rv")),
        ])
      XCTAssertEqual(try total(card, at: revision(desk), on: site), 45_00)
    }
  }

  func testARateForASiteComesBeforeThePriceOfItsOwn() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      try desk.rates.addRate("General", RatePlan(amount: 60))
      XCTAssertEqual(try total(card(desk), at: revision(desk), on: site), 45_00)
      try desk.rates.addRate("Lake", RatePlan(amount: 70, for: ScopePlan(site: site)))
      XCTAssertEqual(try total(card(desk), at: revision(desk), on: site), 70_00)
    }
  }

  func testFiftyEditsAreFiftyVersions() async throws {
    try await eachStore { desk in
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 1))
      let site = try desk.sites.add("15", rate: 1)
      for amount in 2...50 {
        try desk.rates.edit(rate) { $0.amount = Decimal(amount) }
        try desk.sites.edit(site, rate: Decimal(100 + amount))
      }
      let card = try card(desk)
      XCTAssertEqual(card.rates.count, 100)
      for amount in 2...50 as ClosedRange<Int64> {
        // The rate, then the site's price; the first two revisions added them.
        let revision = 2 * amount - 1
        XCTAssertEqual(try total(card, at: revision), amount * 100)
        XCTAssertEqual(try total(card, at: revision + 1), amount * 100)
        XCTAssertEqual(try total(card, at: revision + 1, on: site), (100 + amount) * 100)
        XCTAssertEqual(try site.ownRateMinor(at: revision + 1), (100 + amount) * 100)
      }
      let (_, work) = try desk.stack.persistentStoreCoordinator.measure {
        try RateCard(
          of: XCTUnwrap(try desk.campgrounds.current()), in: desk.stack.mainContext)
      }
      XCTAssertLessThan(work.statements.count, 15, "\(work.statements.map(\.sql))")
      guard let file = desk.file else { return }
      XCTAssertEqual(
        try StoreShell(file).rows(
          """
          SELECT ZISOWNPRICE, count(*), count(DISTINCT ZREVISION),
            sum(ZENDREVISION = 9223372036854775807) FROM ZRATE GROUP BY 1 ORDER BY 1
          """), ["0|50|50|1", "1|49|49|0"])
    }
  }

  // MARK: Others

  func testTwoProgramsAtOneInstantNeverMixVersionsUp() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    let rate = try mine.rates.addRate("Base", RatePlan(amount: 10))
    try theirs.stack.refreshAfterForeignChanges()
    let same = try theirs.rates.findRate("Base")
    for amount in 1...10 {
      try mine.rates.edit(rate) { $0.amount = Decimal(10 * amount + 1) }
      try theirs.rates.edit(same) { $0.amount = Decimal(10 * amount + 2) }
    }
    try mine.stack.refreshAfterForeignChanges()
    for desk in [mine, theirs] {
      let card = try card(desk)
      XCTAssertEqual(try revision(desk), 21)
      XCTAssertEqual(try total(card, at: 1), 10_00)
      for amount in 1...10 as ClosedRange<Int64> {
        XCTAssertEqual(try total(card, at: 2 * amount), (10 * amount + 1) * 100)
        XCTAssertEqual(try total(card, at: 2 * amount + 1), (10 * amount + 2) * 100)
      }
    }
  }

  func testACardIsReadAgainOnlyOnceTheRulesAreOthers() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let (mine, theirs) = (try otherDesk(on: file), try otherDesk(on: file))
    try mine.rates.addRate("Base", RatePlan(amount: 40))
    func statements() throws -> Int {
      let coordinator = mine.stack.persistentStoreCoordinator
      return try coordinator.measure { try card(mine) }.1.statements.count {
        $0.sql.hasPrefix("SELECT")
      }
    }
    XCTAssertGreaterThan(try statements(), 5)
    XCTAssertLessThanOrEqual(try statements(), 2)
    // What is no rule changes nothing.
    _ = try mine.campers.addCamper("Ada", phoneNumber: nil)
    _ = try mine.sites.add("15")
    try theirs.stack.refreshAfterForeignChanges()
    _ = try theirs.campers.addCamper("Eve", phoneNumber: nil)
    XCTAssertLessThanOrEqual(try statements(), 2)
    // Without looking at what the main context knows.
    try theirs.rates.edit(theirs.rates.findRate("Base")) { $0.amount = 50 }
    XCTAssertEqual(try total(card(mine), at: 1), 40_00)
    XCTAssertEqual(try total(card(mine), at: 2), 50_00)
    XCTAssertLessThanOrEqual(try statements(), 2)
    try theirs.sites.edit(theirs.sites.find("15"), rate: 45)
    XCTAssertEqual(try card(mine).rates.count, 3)
    try theirs.campgrounds.edit(
      XCTUnwrap(try theirs.campgrounds.current()), name: "Lake", settings: CampgroundSettings())
    XCTAssertLessThanOrEqual(try statements(), 2)
  }

  func testACardOfATransactionThatFailsIsNotKept() async throws {
    struct Failure: Error {}
    let stack = try TestStoreStack()
    let desk = TestDesk(stack)
    let rate = try desk.rates.addRate("Base", RatePlan(amount: 40))
    let campground = try XCTUnwrap(try desk.campgrounds.current())
    let cards = stack.rateCards
    let (rateID, campgroundID) = (rate.objectID, campground.objectID)
    XCTAssertThrowsError(
      try stack.write { context in
        let inside = RateService(managedObjectContext: context, storeStack: stack)
        let own = try XCTUnwrap(try context.existingObject(with: rateID) as? Rate)
        try inside.edit(own) { $0.amount = 50 }
        let place = try XCTUnwrap(
          try context.existingObject(with: campgroundID) as? Campground)
        XCTAssertEqual(
          try cards.card(of: place, in: context).rates.map(\.rule.amountMinor).sorted(),
          [40_00, 50_00])
        throw Failure()
      })
    try desk.rates.edit(rate) { $0.amount = 60 }
    XCTAssertEqual(try card(desk).rates.map(\.rule.amountMinor).sorted(), [40_00, 60_00])
  }

  func testEachCampgroundHasItsOwn() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Base", RatePlan(amount: 40))
      let lake = try desk.campgrounds.add("Lake")
      let there = RateService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: lake.objectID)
      try there.addRate("Base", RatePlan(amount: 50))
      try there.edit(there.findRate("Base")) { $0.amount = 60 }
      XCTAssertEqual(try revision(desk), 1)
      XCTAssertEqual(lake.rulesRevision, 2)
      XCTAssertEqual(try card(desk).rates.map(\.rule.amountMinor), [40_00])
      XCTAssertEqual(try there.rateCard()?.rates.map(\.rule.amountMinor), [50_00, 60_00])
    }
  }
}
