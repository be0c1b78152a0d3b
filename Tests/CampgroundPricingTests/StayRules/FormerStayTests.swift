import CampgroundPricing
import XCTest

/// What rules about stays know of a stay before it is changed; today is 2026-06-15.
final class FormerStayTests: XCTestCase {
  /// The rules that a stay breaks which was on site 15 so far, or elsewhere.
  private func broken(
    _ rules: [StayRuleBook.Rule], from former: StayDates, at formerPlace: BookedPlace = .site15,
    to dates: StayDates, on place: BookedPlace = .site15, hasArrived: Bool = false,
    _ change: (inout ProposedStay) throws -> Void = { _ in }
  ) throws -> [String] {
    var stay = ProposedStay(StayPart(dates, at: place), bookedOn: try day("2026-06-15"))
    stay.former = FormerStay([StayPart(former, at: formerPlace)], hasArrived: hasArrived)
    try change(&stay)
    return StayRuleBook(rules).broken(by: stay)
  }

  private static let daysAhead = StayRuleBook.Rule("Adv", .advanceDays, 2)

  func testAnEndThatStaysAsItIsIsNotAskedAboutAgainAlsoOnAnotherSite() throws {
    let rules: [StayRuleBook.Rule] = [
      Self.daysAhead, .init("In", .closedToArrival), .init("Out", .closedToDeparture),
    ]
    let dates = try stay("2026-06-16", "2026-06-18")
    XCTAssertEqual(try broken(rules, from: dates, to: dates, on: .site16), [])
    XCTAssertEqual(
      try broken(rules, from: dates, to: stay("2026-06-16", "2026-06-19")), ["Out: 2026-06-19"])
    XCTAssertEqual(
      try broken(rules, from: dates, to: stay("2026-06-15", "2026-06-18"), on: .site16),
      ["Adv: 2026-06-15", "In: 2026-06-15"])
  }

  func testAnArrivalThatIsPastByNowIsNotAskedAboutAgain() throws {
    let past = try stay("2026-06-14", "2026-06-16")
    XCTAssertEqual(try broken([], from: past, to: stay("2026-06-14", "2026-06-18")), [])
    XCTAssertEqual(
      try broken([], from: past, to: stay("2026-06-13", "2026-06-18")), ["past: 2026-06-13"])
  }

  func testARuleThatWasNotForTheFormerSiteIsAskedOnAMove() throws {
    func tent(_ number: Int64) -> BookedPlace {
      BookedPlace(site: SiteID(rawValue: number), siteType: "tent")
    }
    let rules: [StayRuleBook.Rule] = [
      .init("Cabins", .advanceDays, 2, for: RuleScope(siteType: "cabin")),
      .init("Lake", .advanceDays, 2, for: RuleScope(site: SiteID(rawValue: 2))),
      .init("Tents", .advanceDays, 2, for: RuleScope(siteType: "tent")),
    ]
    let dates = try stay("2026-06-16", "2026-06-18")
    let cabin = BookedPlace(site: SiteID(rawValue: 3), siteType: "cabin")
    XCTAssertEqual(
      try broken(rules, from: dates, at: tent(1), to: dates, on: cabin), ["Cabins: 2026-06-16"])
    XCTAssertEqual(
      try broken(rules, from: dates, at: tent(1), to: dates, on: tent(2)), ["Lake: 2026-06-16"])
  }

  func testTheGapsBesideAMovedStayAreThoseOfTheOtherSite() throws {
    let rules = [StayRuleBook.Rule("Orphans", .gap, 1)]
    let dates = try stay("2026-07-01", "2026-07-04")
    for (place, expected) in [(BookedPlace.site15, []), (.site16, ["Orphans: 2026-07-04"])] {
      XCTAssertEqual(
        try broken(rules, from: dates, to: stay("2026-07-02", "2026-07-04"), on: place) {
          $0.takenFrom = try day("2026-07-05")
        }, expected)
    }
  }

  func testAStayThatKeepsItsArrivalIsNotAtFaultForTheGapBeforeIt() throws {
    let rules = [StayRuleBook.Rule("Orphans", .gap, 2)]
    let dates = try stay("2026-06-20", "2026-06-22")
    for (arrival, expected) in [
      ("2026-06-20", []), ("2026-06-21", ["Orphans: 2026-06-19 2026-06-20"]),
    ] {
      XCTAssertEqual(
        try broken(rules, from: dates, to: stay(arrival, "2026-06-23")) {
          $0.freeFrom = try day("2026-06-19")
        }, expected)
    }
  }

  func testAGuestWhoIsHereMayMoveWhateverIsSaidAboutArrivals() throws {
    let other = RuleScope(site: SiteID(rawValue: 16))
    let rules: [StayRuleBook.Rule] = [
      .init("Adv", .advanceDays, 2, for: other), .init("Orphans", .gap, 1),
    ]
    let dates = try stay("2026-06-15", "2026-06-20")
    for (hasArrived, arrival, gap) in [
      (true, [], []), (false, ["Adv: 2026-06-15"], ["Orphans: 2026-06-16"]),
    ] {
      XCTAssertEqual(
        try broken(rules, from: dates, to: dates, on: .site16, hasArrived: hasArrived), arrival)
      // From site 15, on June 17.
      XCTAssertEqual(
        try broken(rules, from: dates, to: dates, on: .site16, hasArrived: hasArrived) {
          $0.part.dates = try stay("2026-06-17", "2026-06-20")
          $0.freeFrom = try day("2026-06-16")
        }, gap)
    }
  }
}
