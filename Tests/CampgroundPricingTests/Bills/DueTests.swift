import CampgroundPricing
import XCTest

/// Deposits, policies and what is due when, by the numbers of the domain reference; amounts are in
/// cents.
final class DueTests: XCTestCase {
  private func night(_ amountMinor: Int64) -> [RateCard.Rate] {
    [.init("Night", .nightly, amountMinor)]
  }

  // MARK: Deposit and what is due

  func testTheMostSpecificDepositRuleCounts() throws {
    let card = RateCard(
      night(100_00),
      depositRules: [
        .init("A", .percent(try percent("10"))), .init("Z", .nights(1), for: .init(siteType: "rv")),
      ])
    let stay = try PricedStay(card, from: "2026-07-01", nights: 3, at: .init(siteType: "rv"))
    XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), 100_00)
    let tent = try PricedStay(card, from: "2026-07-01", nights: 3)
    XCTAssertEqual(try Bill.deposit(for: tent.facts, tent.bill(), by: card), 30_00)
  }

  func testADepositIsShownCappedByTheTotalAndStays() throws {
    let card = RateCard(night(40_00), depositRules: [.init("All", .amount(100_00))])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    let booked = try CalendarDate(parsing: "2026-01-02")
    let agreed = try Bill.deposit(for: stay.facts, stay.bill(), by: card)
    XCTAssertEqual(agreed, 100_00)
    func due() throws -> [Int64] {
      try stay.bill().due(depositMinor: agreed, booked: booked).map(\.amountMinor)
    }
    XCTAssertEqual(try due(), [40_00])
    try stay.change(nights: 3)
    XCTAssertEqual(try due(), [100_00, 20_00])
  }

  func testADepositIsByTheRulesOfTheDayTheStayBecameReserved() throws {
    let raised = try PricedStay.revision("2026-03-01")
    var card = RateCard(night(100_00))
    card.depositRules = [
      Versioned(.init("Deposit", .amount(20_00)), until: raised),
      Versioned(.init("Deposit", .amount(50_00)), from: raised),
    ]
    // Held in February, reserved in March.
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1, on: "2026-02-01")
    XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), 20_00)
    stay.facts.reserve(at: try PricedStay.instant("2026-03-01"), revision: raised, under: nil)
    XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), 50_00)
  }

  func testOfDepositRulesForAllTheOneForTheLongestStaysCounts() throws {
    let card = RateCard(
      night(100_00),
      depositRules: [
        .init("A", .nights(1)), .init("B", .percent(try percent("50")), minimumNights: 7),
      ])
    for (nights, deposit) in [(6, 100_00), (7, 350_00)] as [(Int, Int64)] {
      let stay = try PricedStay(card, from: "2026-07-01", nights: nights)
      XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), deposit)
    }
  }

  func testADepositOfNightsIsTheirPriceAfterDiscountsAndNoMoreThanAll() throws {
    for (nights, deposit) in [(2, 180_00), (9, 270_00), (-1, 0)] as [(Int, Int64)] {
      let card = RateCard(
        night(100_00), discounts: [.init("Ten", .percent(try percent("10")))],
        depositRules: [.init("A", .nights(nights))])
      let stay = try PricedStay(card, from: "2026-07-01", nights: 3)
      XCTAssertEqual(try Bill.deposit(for: stay.facts, stay.bill(), by: card), deposit)
    }
  }

  func testTheMostSpecificPolicyOfTheDayCounts() throws {
    let terms = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .nothing)], currency: .usd)
    let ended = try PricedStay.revision("2026-03-01")
    var card = RateCard(night(100_00))
    card.policies = [
      Versioned(
        .init("Asked", terms, for: .init(season: try season((7, 1), (7, 1))), isStandard: false)),
      Versioned(.init("All", terms)),
      Versioned(
        .init("July", terms, for: .init(season: try season((7, 1), (7, 31)))), until: ended),
    ]
    let stay = try PricedStay(card, from: "2026-07-01", nights: 1)
    XCTAssertEqual(card.policy(for: stay.facts, reservedUnder: ended - 1)?.name, "July")
    XCTAssertEqual(card.policy(for: stay.facts, reservedUnder: ended)?.name, "All")
    XCTAssertNil(card.policy(for: StayFacts(nights: []), reservedUnder: ended))
  }

  // MARK: What is due

  func testAStayByTheMonthIsDueMonthByMonth() throws {
    let card = RateCard([.init("Month", .monthly, 600_00)])
    let stay = try PricedStay(card, from: "2027-01-31", nights: 181)
    XCTAssertEqual(stay.facts.dates?.departure, try CalendarDate(parsing: "2027-07-31"))
    let bill = try stay.bill()
    XCTAssertEqual(bill.totalMinor, 3_600_00)
    let due = bill.due(depositMinor: nil, booked: try CalendarDate(parsing: "2027-01-02"))
    XCTAssertEqual(due.map(\.amountMinor), Array(repeating: 600_00, count: 6))
    XCTAssertEqual(
      due.map { "\($0.day)" },
      ["2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30"])
    // The deposit is due at once, and less of the first month then.
    let withDeposit = bill.due(
      depositMinor: 200_00, booked: try CalendarDate(parsing: "2027-01-02"))
    XCTAssertEqual(withDeposit.map(\.amountMinor).prefix(3), [200_00, 400_00, 600_00])
    XCTAssertEqual(withDeposit.reduce(0) { $0 + $1.amountMinor }, 3_600_00)
  }

  func testWhatIsTakenOffCountsAgainstWhatIsDueFirst() throws {
    let card = RateCard([.init("Month", .monthly, 600_00)])
    var stay = try PricedStay(card, from: "2027-01-31", nights: 59)
    let booked = try CalendarDate(parsing: "2027-01-02")
    stay.facts.allowances = [.init(on: try CalendarDate(parsing: "2027-03-02"), 700_00)]
    // 600 + (600 - 700)
    XCTAssertEqual(
      try stay.bill().due(depositMinor: 50_00, booked: booked).map(\.amountMinor), [50_00, 450_00])
    stay.facts.allowances[0].amountMinor = 1_300_00
    XCTAssertEqual(try stay.bill().due(depositMinor: 50_00, booked: booked), [])
  }

  func testAStayByTheNightIsDueOnArrival() throws {
    let stay = try PricedStay(RateCard(night(100_00)), from: "2026-07-01", nights: 3)
    let due = try stay.bill().due(
      depositMinor: nil, booked: try CalendarDate(parsing: "2026-01-02"))
    XCTAssertEqual(due.map(\.amountMinor), [300_00])
    XCTAssertEqual(due.first?.reason, .balance)
    XCTAssertEqual(due.first?.day, try CalendarDate(parsing: "2026-07-01"))
  }

  func testAnAllowanceOfTodayLeavesTheBalanceDueOnArrival() throws {
    var stay = try PricedStay(RateCard(night(50_00)), from: "2026-07-01", nights: 3)
    let today = try CalendarDate(parsing: "2026-06-01")
    stay.facts.allowances.append(.init(on: today, 60_00))
    XCTAssertEqual(
      try stay.bill().due(depositMinor: nil, booked: today).map { "\($0.day) \($0.amountMinor)" },
      ["2026-07-01 9000"])
  }
}
