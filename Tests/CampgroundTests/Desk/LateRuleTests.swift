import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Rules that somebody else's save made apply to what a scratch pad had already written.
@MainActor
final class LateRuleTests: XCTestCase {
  private let yen = CampgroundSettings(currency: try? Currency("JPY"))

  /// Sites 15 and 16 for 40 a night, and a camper.
  private func prepare(_ desk: TestDesk, rate: Decimal? = 40) throws {
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    for name in ["15", "16"] { _ = try desk.sites.add(name, rate: rate) }
  }

  private func booking(_ desk: TestDesk, _ site: String = "15") throws -> Booking {
    Booking(
      try desk.sites.find(site), for: try desk.campers.find("Ada"),
      dates: try stay("2026-07-01", "2026-07-03"))
  }

  private func policy(_ kept: CancellationTerms.Kept) throws -> PolicyPlan {
    PolicyPlan(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept)], graceMinutes: 0)
  }

  private func reserve(_ pad: Desk, _ site: String) throws {
    let dates = try stay("2026-07-01", "2026-07-03")
    try pad.perform("reserve") {
      _ = try $0.reservations.reserve(
        Booking($0.campSites.find(site), for: $0.campers.find("Ada"), dates: dates))
    }
  }

  /// However often it is tried, a save breaks a rule.
  private func assertNeverSaved(
    _ pad: Desk, _ code: CampgroundError.Code, _ text: String, line: UInt = #line
  ) {
    for _ in 1...2 { assertBreaks(code, text, line: line) { try pad.save() } }
    XCTAssertEqual(pad.scratchPad?.commands.isEmpty, false, line: line)
  }

  // MARK: Currencies

  func testTheCurrencyStaysWhereSomebodyWroteAnAmountMeanwhile() async throws {
    try await eachStore { desk in
      try prepare(desk, rate: nil)
      let (pad, yen) = (desk.scratchPad(), yen)
      try pad.perform("edit") {
        try $0.campgrounds.edit(XCTUnwrap($0.campgrounds.current()), settings: yen)
      }
      let rate = try desk.rates.addRate("Base", RatePlan(amount: 10.5))
      assertNeverSaved(pad, .inUse, "amounts are already in USD: 1 rate")
      try desk.rates.delete(rate)
      try pad.save()
      XCTAssertEqual(try desk.campgrounds.current()?.currencyCode, "JPY")
    }
  }

  func testAmountsAreNotSavedInACurrencyThatTheyWereNotWrittenIn() async throws {
    try await eachStore { desk in
      try prepare(desk, rate: nil)
      let pad = desk.scratchPad()
      try pad.perform("rate") { try $0.rates.addRate("Base", RatePlan(amount: 10)) }
      let campground = try XCTUnwrap(desk.campgrounds.current())
      try desk.campgrounds.edit(campground, settings: yen)
      // Also when the pad has looked around since.
      pad.scratchPad?.refresh()
      assertBreaks("someone changed the currency to JPY meanwhile; these amounts are in USD") {
        try pad.save()
      }
      XCTAssertEqual(try desk.count(Rate.self), 0)
      // It shows 10 yen now.
      try pad.save()
      XCTAssertEqual(try desk.rates.findRate("Base").amountMinor, 10)
    }
  }

  func testAmountsWrittenAfterThePadSawTheOtherCurrencyAreSaved() async throws {
    try await eachStore { desk in
      try prepare(desk, rate: nil)
      let pad = desk.scratchPad()
      try pad.perform("camper") { _ = try $0.campers.addCamper("Eve", phoneNumber: nil) }
      let campground = try XCTUnwrap(desk.campgrounds.current())
      try desk.campgrounds.edit(campground, settings: yen)
      pad.scratchPad?.refresh()
      try pad.perform("rate") { try $0.rates.addRate("Base", RatePlan(amount: 1_050)) }
      try pad.save()
      XCTAssertEqual(try desk.rates.findRate("Base").amountMinor, 1_050)
    }
  }

  // MARK: Policies and discounts

  func testStaysKeepThePolicyThatTheyWereBookedUnder() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let known = try desk.policies.add("Kind", policy(.nothing))
      let pad = desk.scratchPad()
      let strict = try policy(.percent(100))
      try reserve(pad, "15")
      try pad.perform("policy") {
        try $0.policies.edit($0.policies.find("Kind"), name: "Strict") { $0 = strict }
      }
      try reserve(pad, "16")
      // Others change rules meanwhile, too, so that the revisions of the pad come later.
      try desk.rates.addFee("Dogs", FeePlan(amount: 8, basis: .pet))
      XCTAssertEqual(known.name, "Kind")
      try pad.save()
      let terms = try desk.reservations.reservations().map { stay in
        try desk.folios.confirmation(of: stay).notes[0]
      }
      XCTAssertTrue(
        terms[0].contains("(policy Kind): 0 days or more before arrival, we refund everything"))
      XCTAssertTrue(
        terms[1].contains(
          "(policy Strict): 0 days or more before arrival, we keep the price of all")
      )
    }
  }

  func testASeasonThatARateWasMadeForMeanwhileIsNotDeleted() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let summer = try desk.rates.addSeason(
        "Summer", SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31)))
      let pad = desk.scratchPad()
      try pad.perform("season") { try $0.rates.delete($0.rates.findSeason("Summer")) }
      try desk.rates.addRate("Peak", RatePlan(amount: 60, for: ScopePlan(season: summer)))
      assertNeverSaved(
        pad, .inUse,
        "season \"Summer\" is used by rate \"Peak\"; choose another season there first")
    }
  }

  func testTwoClerksGiveNewReservationsOnePolicyBetweenThem() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let (kind, strict) = (try policy(.nothing), try policy(.percent(100)))
      let pad = desk.scratchPad()
      // The first one is for new reservations, unless somebody else had one first.
      try pad.perform("policy") { try $0.policies.add("Strict", strict) }
      try desk.policies.add("Kind", kind)
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual(
          "\($0)", "someone changed cancellation policy Strict meanwhile: yes is now no")
      }
      try pad.save()
      XCTAssertEqual(
        try desk.policies.policies().filter(\.isDefault).map(\.name), ["Kind"])
    }
  }

  // MARK: Names

  func testTwoGroupsOfOneNameStayTwoWhateverTheCapitals() async throws {
    for name in ["Scouts", "scouts"] {
      try await eachStore { desk in
        try prepare(desk)
        let pad = desk.scratchPad()
        let dates = try stay("2026-07-01", "2026-07-03")
        try pad.perform("group") {
          _ = try $0.reservations.bookGroup(
            "Scouts", [Booking($0.campSites.find("15"), for: nil, dates: dates)])
        }
        try desk.reservations.bookGroup(name, [booking(desk, "16")])
        assertNeverSaved(pad, .nameTaken, "there is already a group \"Scouts\"")
        XCTAssertEqual(try desk.reservations.group(name).reservations.map(\.code), ["R-1"])
      }
    }
  }

  func testNamesThatSomebodyTookMeanwhileAreTaken() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let (kind, strict) = (try policy(.nothing), try policy(.percent(100)))
      let pad = desk.scratchPad()
      try pad.perform("policy") { try $0.policies.add("Kind", kind) }
      try desk.policies.add("Kind", strict)
      assertNeverSaved(pad, .nameTaken, "there is already a cancellation policy \"Kind\"")
      XCTAssertEqual(PolicyPlan(try desk.policies.find("Kind")), strict)
      let site = desk.scratchPad()
      try site.perform("site") { _ = try $0.campSites.add("17") }
      _ = try desk.sites.add("17")
      assertNeverSaved(site, .nameTaken, "there is already a site 17")
    }
  }
}
