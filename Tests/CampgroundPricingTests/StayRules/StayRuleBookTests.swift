import CampgroundPricing
import XCTest

/// Which rules a new stay breaks. All that is asked for is on site 15 where nothing else is said.
final class StayRuleBookTests: XCTestCase {
  /// The rules that a stay breaks, each with the nights at fault.
  private func broken(
    _ rules: [StayRuleBook.Rule], _ arrival: String, _ departure: String,
    at place: BookedPlace = .site15, byDay isByDay: Bool = false, bookedOn: String = "2026-06-01",
    _ change: (inout ProposedStay) throws -> Void = { _ in }
  ) throws -> [String] {
    var stay = try ProposedStay(
      StayPart(stay(arrival, departure), at: place, byDay: isByDay), bookedOn: day(bookedOn))
    try change(&stay)
    return StayRuleBook(rules).broken(by: stay)
  }

  // MARK: Minimums

  func testMinimumOfANightIsForTheWholeStay() throws {
    let rules = try [
      StayRuleBook.Rule(
        "Flag Day", .minimumPerNight, 3,
        for: RuleScope(firstNight: day("2026-06-14"), lastNight: day("2026-06-14")))
    ]
    XCTAssertEqual(try broken(rules, "2026-06-13", "2026-06-15"), ["Flag Day: 2026-06-14"])
    XCTAssertEqual(try broken(rules, "2026-06-13", "2026-06-16"), [])
    XCTAssertEqual(try broken(rules, "2026-06-12", "2026-06-14"), [])
    XCTAssertEqual(try broken(rules, "2026-06-14", "2026-06-16"), ["Flag Day: 2026-06-14"])
  }

  func testTheNightsInsideASeasonCountForItsMinimum() throws {
    let rules = try [
      StayRuleBook.Rule(
        "S1 week", .minimumInSeason, 7, for: RuleScope(season: season((6, 1), (6, 30))))
    ]
    // Seven nights from June 24 through June 30, then three of July.
    XCTAssertEqual(try broken(rules, "2026-06-24", "2026-07-04"), [])
    XCTAssertEqual(
      try broken(rules, "2026-06-25", "2026-07-05"),
      ["S1 week: 2026-06-25 2026-06-26 2026-06-27 2026-06-28 2026-06-29 2026-06-30"])
    XCTAssertEqual(try broken(rules, "2026-07-01", "2026-07-02"), [])
  }

  func testASundayArrivalForTwoNightsSeesTheMinimumOfMonday() throws {
    let weekdays = Weekdays([.monday, .tuesday, .wednesday, .thursday])
    let rules: [StayRuleBook.Rule] = [
      .init("Weekdays", .minimumPerNight, 4, for: RuleScope(weekdays: weekdays)),
      .init(
        "Weekend", .minimumPerNight, 2,
        for: RuleScope(weekdays: Weekdays([.friday, .saturday, .sunday]))),
    ]
    // 2026-06-14 is a Sunday.
    XCTAssertEqual(try broken(rules, "2026-06-14", "2026-06-16"), ["Weekdays: 2026-06-15"])
    XCTAssertEqual(try broken(rules, "2026-06-13", "2026-06-15"), [])
    XCTAssertEqual(try broken(rules, "2026-06-14", "2026-06-15"), ["Weekend: 2026-06-14"])
    XCTAssertEqual(try broken(rules, "2026-06-14", "2026-06-18"), [])
  }

  func testAStayIsAtMostAsLongAsTheSmallestMaximumOfItsNights() throws {
    let rules = [StayRuleBook.Rule("Two weeks", .maximumNights, 14)]
    XCTAssertEqual(try broken(rules, "2026-06-01", "2026-06-15"), [])
    XCTAssertEqual(try broken(rules, "2026-06-01", "2026-06-16").count, 1)
  }

  // MARK: Days

  func testNobodyArrivesOrDepartsOnAClosedDay() throws {
    let sundays = RuleScope(weekdays: Weekdays([.sunday]))
    let rules: [StayRuleBook.Rule] = [
      .init("In", .closedToArrival, for: sundays), .init("Out", .closedToDeparture, for: sundays),
    ]
    XCTAssertEqual(
      try broken(rules, "2026-06-14", "2026-06-21"), ["In: 2026-06-14", "Out: 2026-06-21"])
    XCTAssertEqual(try broken(rules, "2026-06-13", "2026-06-22"), [])
  }

  func testWhoHasASiteByTheDayDepartsOnThatDay() throws {
    let mondays = RuleScope(weekdays: Weekdays([.monday]))
    let rules = [StayRuleBook.Rule("Out", .closedToDeparture, for: mondays)]
    // 2026-06-22 is a Monday.
    let out = ["Out: 2026-06-22"]
    XCTAssertEqual(try broken(rules, "2026-06-21", "2026-06-22", byDay: true), [])
    XCTAssertEqual(try broken(rules, "2026-06-22", "2026-06-23", byDay: true), out)
    XCTAssertEqual(try broken(rules, "2026-06-21", "2026-06-22"), out)
    XCTAssertEqual(try broken(rules, "2026-06-22", "2026-06-23"), [])
    XCTAssertEqual(try broken(rules, "2026-06-20", "2026-06-23", byDay: true), out)
  }

  func testABookingWindowOfSixMonthsMovesWithTheDayOfBooking() throws {
    let rules = [StayRuleBook.Rule("Half a year", .bookingWindow, 6)]
    XCTAssertEqual(try broken(rules, "2018-08-28", "2018-08-30", bookedOn: "2018-02-28"), [])
    XCTAssertEqual(
      try broken(rules, "2018-08-29", "2018-08-30", bookedOn: "2018-02-28"),
      ["Half a year: 2018-08-29"])
    XCTAssertEqual(try broken(rules, "2018-09-01", "2018-09-03", bookedOn: "2018-03-01"), [])
    XCTAssertEqual(
      try broken(rules, "2018-09-02", "2018-09-03", bookedOn: "2018-03-01"),
      ["Half a year: 2018-09-02"])
  }

  func testABookingIsMadeSoManyDaysAhead() throws {
    let rules = [StayRuleBook.Rule("Two days", .advanceDays, 2)]
    XCTAssertEqual(try broken(rules, "2026-06-14", "2026-06-16", bookedOn: "2026-06-12"), [])
    XCTAssertEqual(
      try broken(rules, "2026-06-14", "2026-06-16", bookedOn: "2026-06-13"),
      ["Two days: 2026-06-14"])
  }

  func testNobodyArrivesOnADayThatIsPastUnlessThatIsAllowed() throws {
    XCTAssertEqual(
      try broken([], "2026-06-14", "2026-06-16", bookedOn: "2026-06-15"), ["past: 2026-06-14"])
    XCTAssertEqual(try broken([], "2026-06-15", "2026-06-16", bookedOn: "2026-06-15"), [])
    XCTAssertEqual(
      try broken([], "2026-06-14", "2026-06-16", bookedOn: "2026-06-15") { $0.allowsPast = true },
      [])
  }

  func testARuleOfASeasonMayReachOverNewYear() throws {
    let winter = try RuleScope(season: season((10, 15), (4, 15)))
    let rules = [StayRuleBook.Rule("Winter", .minimumPerNight, 2, for: winter)]
    XCTAssertEqual(try broken(rules, "2027-01-01", "2027-01-02"), ["Winter: 2027-01-01"])
    XCTAssertEqual(try broken(rules, "2027-04-16", "2027-04-17"), [])
  }

  // MARK: Gaps

  func testABookingLeavesNoGapOfForbiddenLength() throws {
    let rules = [StayRuleBook.Rule("No orphans", .gap, 1)]
    for (freeFrom, expected) in [
      ("2026-06-14", []), ("2026-06-13", ["No orphans: 2026-06-13"]), ("2026-06-12", []),
    ] {
      XCTAssertEqual(
        try broken(rules, "2026-06-14", "2026-06-16") { $0.freeFrom = try day(freeFrom) },
        expected)
    }
    for (takenFrom, expected) in [
      ("2026-06-16", []), ("2026-06-17", ["No orphans: 2026-06-16"]), ("2026-06-18", []),
    ] {
      XCTAssertEqual(
        try broken(rules, "2026-06-14", "2026-06-16") { $0.takenFrom = try day(takenFrom) },
        expected)
    }
  }

  func testNightsThatArePastAreNoGap() throws {
    let rules = [StayRuleBook.Rule("No orphans", .gap, 1)]
    XCTAssertEqual(
      try broken(rules, "2026-06-15", "2026-06-17", bookedOn: "2026-06-15") {
        $0.freeFrom = try day("2026-06-14")
      }, [])
    XCTAssertEqual(
      try broken(rules, "2026-06-16", "2026-06-17", bookedOn: "2026-06-15") {
        $0.freeFrom = try day("2026-06-15")
      }, ["No orphans: 2026-06-15"])
  }

  func testTheShortestGapIsTheOneThatSomebodyMayHave() throws {
    let monday = try day("2026-06-15")
    let book = StayRuleBook([
      .init("Orphans", .gap, 1), .init("Long", .maximumNights, 9),
      .init(
        "Peak", .minimumPerNight, 3, for: RuleScope(firstNight: monday, lastNight: monday)),
      .init("Other", .minimumPerNight, 7, for: RuleScope(site: SiteID(rawValue: 16))),
    ])
    XCTAssertEqual(
      book.shortestGap(beside: try stay("2026-06-16", "2026-06-18"), at: .site15), 3)
    XCTAssertEqual(
      book.shortestGap(beside: try stay("2026-06-17", "2026-06-18"), at: .site15), 2)
    XCTAssertEqual(
      StayRuleBook().shortestGap(beside: try stay("2026-06-17", "2026-06-18"), at: .site15), 1)
    XCTAssertEqual(book.longestForbiddenGap, 1)
  }

  // MARK: Places

  func testARuleIsForATypeASiteOrAClass() throws {
    let lake = ClassID(rawValue: 5)
    let rules: [StayRuleBook.Rule] = [
      .init("Cabins", .minimumPerNight, 2, for: RuleScope(siteType: "cabin")),
      .init("Lake", .minimumPerNight, 2, for: RuleScope(siteClass: lake)),
      .init("Site", .minimumPerNight, 3, for: RuleScope(site: SiteID(rawValue: 15))),
    ]
    func names(at place: BookedPlace) throws -> [String] {
      try broken(rules, "2026-06-20", "2026-06-21", at: place)
    }
    XCTAssertEqual(
      try names(at: BookedPlace(site: SiteID(rawValue: 1), siteType: "cabin")),
      ["Cabins: 2026-06-20"])
    XCTAssertEqual(try names(at: BookedPlace(siteClass: lake)), ["Lake: 2026-06-20"])
    XCTAssertEqual(try names(at: .site15), ["Site: 2026-06-20"])
    XCTAssertEqual(try names(at: .site16), [])
  }

  func testEachCampsiteOfAStayIsAskedAboutWhatIsThere() throws {
    let change = try day("2026-06-22")
    let onChange = RuleScope(firstNight: change, lastNight: change)
    let rules: [StayRuleBook.Rule] = [
      .init("In", .closedToArrival), .init("Five", .minimumPerNight, 6, for: onChange),
      .init("Out", .closedToDeparture), .init("Window", .bookingWindow, 1, for: onChange),
    ]
    XCTAssertEqual(
      try broken(rules, "2026-06-20", "2026-06-25") {
        $0.part.dates = try stay("2026-06-20", "2026-06-22")
      }, ["In: 2026-06-20"])
    XCTAssertEqual(
      try broken(rules, "2026-06-20", "2026-06-25") {
        $0.part.dates = try stay("2026-06-22", "2026-06-25")
      }, ["Five: 2026-06-22", "Out: 2026-06-25"])
  }

  // MARK: Words

  func testAViolationNamesTheRuleItsValueAndTheNights() throws {
    let book = StayRuleBook([
      .init("Half a year", .bookingWindow, 6), .init("Peak", .minimumPerNight, 3),
    ])
    let broken = book.violations(
      of: try ProposedStay(
        StayPart(stay("2027-06-13", "2027-06-15"), at: .site15), bookedOn: day("2026-06-15")))
    XCTAssertEqual(
      broken.map(\.description),
      [
        "\"Half a year\" takes bookings at most 6 months ahead: on 2026-06-15 for arrivals through "
          + "2026-12-15, not 2027-06-13",
        "\"Peak\" requires at least 3 nights if the night of 2027-06-13 is included; 2027-06-13 to "
          + "2027-06-15 has 2",
      ])
    XCTAssertEqual(broken.map(\.rule), book.rules)
  }
}
