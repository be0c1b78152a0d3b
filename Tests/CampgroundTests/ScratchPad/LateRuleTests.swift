import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Rules that somebody else's save made apply to what a scratch pad had already written.
@MainActor
final class LateRuleTests: XCTestCase {
  /// A pad and the services that work in it.
  @MainActor
  private struct Work {
    let pad: ScratchPad
    let campgrounds: CampgroundService
    let campers: CamperService
    let sites: CampSiteService
    let reservations: ReservationService
    let rates: RateService
    let policies: PolicyService

    init(_ desk: Desk) {
      let pad = ScratchPad(on: desk.stack)
      let (context, stack) = (pad.managedObjectContext, desk.stack)
      self.pad = pad
      campgrounds = CampgroundService(
        managedObjectContext: context, storeStack: stack, savingTo: .context)
      campers = CamperService(managedObjectContext: context, storeStack: stack, savingTo: .context)
      sites = CampSiteService(managedObjectContext: context, storeStack: stack, savingTo: .context)
      reservations = ReservationService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
      rates = RateService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
      policies = PolicyService(
        managedObjectContext: context, storeStack: stack, clock: stack.clock, savingTo: .context)
    }

    func booking(_ site: String) throws -> Booking {
      Booking(
        try sites.find(site), for: try campers.find("Ada"),
        dates: try stay("2026-07-01", "2026-07-03"))
    }
  }

  private let yen = CampgroundSettings(currency: try? Currency("JPY"))

  /// Sites 15 and 16 for 40 a night, and a camper.
  private func prepare(_ desk: Desk, rate: Decimal? = 40) throws {
    _ = try desk.campers.addCamper("Ada", phoneNumber: nil)
    for name in ["15", "16"] { _ = try desk.sites.add(name, rate: rate) }
  }

  private func booking(_ desk: Desk, _ site: String = "15") throws -> Booking {
    Booking(
      try desk.sites.find(site), for: try desk.campers.find("Ada"),
      dates: try stay("2026-07-01", "2026-07-03"))
  }

  private func policy(_ kept: CancellationTerms.Kept) throws -> PolicyPlan {
    PolicyPlan(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: kept)], graceMinutes: 0)
  }

  /// Whatever is chosen, a save breaks a rule.
  private func assertNeverSaved(_ work: Work, _ rule: CampgroundError, line: UInt = #line) {
    for choice in [nil, ScratchPad.Choice.mine, .theirs] {
      assertBreaks(rule, line: line) { try work.pad.save(choice) }
    }
    XCTAssertTrue(work.pad.hasUnsavedWork, line: line)
  }

  // MARK: Currencies

  func testTheCurrencyStaysWhereSomebodyWroteAnAmountMeanwhile() async throws {
    try await eachStore { desk in
      try prepare(desk, rate: nil)
      let work = Work(desk)
      let campground = try XCTUnwrap(work.campgrounds.current())
      try work.campgrounds.edit(campground, settings: yen)
      try desk.rates.addRate("Base", RatePlan(amount: 10.5))
      assertNeverSaved(work, .currencyInUse(.usd, by: ["1 rate"]))
      // An amount that goes with the save does not count.
      try work.rates.delete(work.rates.findRate("Base"))
      try work.pad.save()
      XCTAssertEqual(try desk.campgrounds.current()?.currencyCode, "JPY")
    }
  }

  func testAmountsAreNotSavedInACurrencyThatTheyWereNotWrittenIn() async throws {
    try await eachStore { desk in
      try prepare(desk, rate: nil)
      let work = Work(desk)
      try work.rates.addRate("Base", RatePlan(amount: 10.5))
      let campground = try XCTUnwrap(desk.campgrounds.current())
      try desk.campgrounds.edit(campground, settings: yen)
      // Also when the pad has looked around since.
      work.pad.refresh()
      assertNeverSaved(
        work,
        .currencyChanged(
          campground: campground.name, from: .usd, to: try Currency("JPY")))
      XCTAssertEqual(try desk.count(Rate.self), 0)
    }
  }

  func testAmountsWrittenAfterThePadSawTheOtherCurrencyAreSaved() async throws {
    try await eachStore { desk in
      try prepare(desk, rate: nil)
      let work = Work(desk)
      _ = try work.campers.addCamper("Eve", phoneNumber: nil)
      let campground = try XCTUnwrap(desk.campgrounds.current())
      try desk.campgrounds.edit(campground, settings: yen)
      work.pad.refresh()
      try work.rates.addRate("Base", RatePlan(amount: 1_050))
      try work.pad.save()
      XCTAssertEqual(try desk.rates.findRate("Base").amountMinor, 1_050)
    }
  }

  // MARK: Policies and discounts

  func testStaysOfBothSidesKeepThePolicyThatTheyWereBookedUnder() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let known = try desk.policies.add("Kind", policy(.nothing))
      let work = Work(desk)
      _ = try work.reservations.reserve(work.booking("15"))
      try work.policies.edit(work.policies.find("Kind"), name: "Strict") {
        $0 = try policy(.percent(100))
      }
      _ = try work.reservations.reserve(work.booking("16"))
      // Others change it meanwhile, too, so that the revisions of the pad come later.
      try desk.rates.addFee("Dogs", FeePlan(amount: 8, basis: .pet))
      XCTAssertEqual(known.name, "Kind")
      try work.pad.save()
      let terms = try desk.reservations.reservations().map { stay in
        try desk.folios.confirmation(of: stay).notes[0]
      }
      XCTAssertTrue(
        terms[0].contains("(policy Kind): 0 days or more before arrival we keep nothing"))
      XCTAssertTrue(
        terms[1].contains("(policy Strict): 0 days or more before arrival we keep the price of all")
      )
    }
  }

  func testAStayKeepsThePolicyThatIsGoneByThen() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let known = try desk.policies.add("Kind", policy(.percent(100)))
      let work = Work(desk)
      _ = try work.reservations.reserve(work.booking("15"))
      try desk.policies.delete(known)
      try work.pad.save()
      XCTAssertTrue(
        try desk.folios.confirmation(of: desk.find("R-1")).notes[0].contains("(policy Kind)"))
    }
  }

  func testASeasonThatARateWasMadeForMeanwhileIsNotDeleted() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let summer = try desk.rates.addSeason(
        "Summer", SeasonSpan(from: .init(month: 6, day: 1), through: .init(month: 8, day: 31)))
      let work = Work(desk)
      try work.rates.delete(work.rates.findSeason("Summer"))
      try desk.rates.addRate("Peak", RatePlan(amount: 60, season: summer))
      assertNeverSaved(
        work,
        .inUse(
          of: "season", name: "Summer", by: ["rate \"Peak\""],
          remedy: "let them go, or give them another season, first"))
    }
  }

  // MARK: Groups

  func testTwoGroupsOfOneNameStayTwoWhateverTheCapitals() async throws {
    for name in ["Scouts", "scouts"] {
      try await eachStore { desk in
        try prepare(desk)
        let work = Work(desk)
        try work.reservations.bookGroup("Scouts", [work.booking("15")])
        try desk.reservations.bookGroup(name, [booking(desk, "16")])
        assertNeverSaved(work, .group(.nameTaken("Scouts")))
        XCTAssertEqual(try desk.reservations.group(name).reservations.map(\.code), ["R-1"])
      }
    }
  }

  // MARK: Names

  func testAPolicyWhoseNameSomebodyTookIsDecidedAnew() async throws {
    try await eachStore { desk in
      try prepare(desk)
      let work = Work(desk)
      try work.policies.add("Kind", policy(.nothing))
      _ = try work.reservations.reserve(work.booking("15"))
      try desk.policies.add("Kind", policy(.percent(100)))
      for choice in [nil, ScratchPad.Choice.mine, .theirs] {
        XCTAssertThrowsError(try work.pad.save(choice)) { error in
          guard case CampgroundError.changedMeanwhile(let met) = error else {
            return XCTFail("\(error)")
          }
          XCTAssertEqual(Set(met.map(\.choices)), [[]])
        }
      }
      XCTAssertEqual(
        PolicyPlan(try desk.policies.find("Kind")), try policy(.percent(100)))
    }
  }
}
