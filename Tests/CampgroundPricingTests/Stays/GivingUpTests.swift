import CampgroundPricing
import XCTest

/// Nights given up, notice and change fees, by the numbers of the domain reference; amounts are in
/// cents.
final class GivingUpTests: XCTestCase {
  private let hundred = RateCard([.init("Night", .nightly, 100_00)])

  private func terms(
    _ steps: CancellationTerms.Step..., cutOff: Int = 0, grace: Int = 0, changeFee: Int64 = 0
  ) -> CancellationTerms {
    CancellationTerms(
      steps: steps, currency: .usd, cutOffMinute: cutOff, graceMinutes: grace,
      changeFeeMinor: changeFee)
  }

  /// Keeps all within six days, nothing before.
  private var strict: CancellationTerms {
    terms(
      .init(NoticeDays(from: 0, through: 6), keeps: .everything),
      .init(NoticeDays(from: 7, through: nil), keeps: .nothing))
  }

  private func week(_ terms: CancellationTerms) throws -> PricedStay {
    try PricedStay(hundred, from: "2026-07-01", nights: 7, under: terms)
  }

  // MARK: One thing

  func testCancelShortenAndOtherDatesKeepTheSame() throws {
    var canceled = try week(strict)
    try canceled.cancel(on: "2026-06-30")
    XCTAssertEqual(try canceled.total(), 700_00)

    var shortened = try week(strict)
    try shortened.change(nights: 1, on: "2026-06-30")
    XCTAssertEqual(try shortened.bill().sumMinor(of: .lodging), 100_00)
    XCTAssertEqual(try shortened.bill().sumMinor(of: .kept), 600_00)

    var moved = try week(strict)
    try moved.change(from: "2026-10-01", nights: 1, on: "2026-06-30")
    XCTAssertEqual(try moved.bill().sumMinor(of: .lodging), 100_00)
    XCTAssertEqual(try moved.bill().sumMinor(of: .kept), 600_00)
  }

  func testOtherDatesOfTheSameLengthGiveNothingUp() throws {
    var terms = strict
    terms = CancellationTerms(steps: terms.steps, currency: .usd, changeFeeMinor: 10_00)
    var stay = try week(terms)
    try stay.change(from: "2026-10-01", nights: 7, on: "2026-06-30")
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 0)
    XCTAssertEqual(try stay.total(), 710_00)
  }

  func testLodgingAddedLaterTakesBackWhatWasGivenUpLast() throws {
    var stay = try week(strict)
    try stay.change(nights: 1, on: "2026-06-30")
    try stay.change(nights: 7, on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 700_00)
    try stay.change(nights: 3, on: "2026-06-30")
    try stay.change(nights: 5, on: "2026-06-30")
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 200_00)
    XCTAssertEqual(try stay.total(), 700_00)
  }

  func testACheaperPlaceGivesLodgingUpToo() throws {
    let dear = BookedPlace(site: SiteID(rawValue: 1))
    let cheap = BookedPlace(site: SiteID(rawValue: 2))
    let card = RateCard([
      .init("Dear", .nightly, 100_00, for: .init(site: SiteID(rawValue: 1))),
      .init("Cheap", .nightly, 60_00, for: .init(site: SiteID(rawValue: 2))),
    ])
    var stay = try PricedStay(card, from: "2026-07-01", nights: 5, at: dear, under: strict)
    stay.place = cheap
    try stay.change(nights: 5, on: "2026-06-30")
    XCTAssertEqual(try stay.bill().sumMinor(of: .lodging), 300_00)
    XCTAssertEqual(try stay.total(), 500_00)
  }

  func testNothingIsGivenUpBeforeAStayIsReserved() throws {
    var facts = StayFacts(
      nights: try PricedStay.nights(
        from: "2026-07-01", 7, at: .init(), agreedOn: "2026-06-29"))
    try facts.change(
      to: Array(facts.nights.prefix(1)), at: PricedStay.moment("2026-06-30"), by: hundred)
    XCTAssertEqual(try Bill(of: facts, by: hundred).totalMinor, 100_00)
    XCTAssertEqual(facts.formerNights, [])
  }

  // MARK: Nights added again

  /// Seven nights at 100, cut to five, price 60, two more: 420, as for five nights, price 60, two
  /// more.
  func testAPriceAgreedForTheStayHoldsForNightsAddedAgain() throws {
    var stay = try week(strict)
    try stay.change(nights: 5, on: "2026-05-01")
    for place in stay.facts.nights.indices { stay.facts.nights[place].agreedPriceMinor = 60_00 }
    try stay.change(nights: 7, on: "2026-05-02", priceMinor: 60_00)
    XCTAssertEqual(try stay.total(), 420_00)
  }

  func testWithoutSuchAPriceANightAddedAgainReturnsToWhatWasAgreed() throws {
    var stay = try week(strict)
    stay.facts.nights[6].agreedPriceMinor = 40_00
    XCTAssertEqual(try stay.total(), 640_00)
    try stay.change(nights: 5, on: "2026-05-01")
    try stay.change(nights: 7, on: "2026-05-02")
    XCTAssertEqual(try stay.total(), 640_00)
  }

  // MARK: Nights without a price

  private func july() throws -> RateCard {
    RateCard([.init("July", .nightly, 100_00, for: .init(season: try season((7, 1), (7, 31))))])
  }

  func testAddingNightsWithoutAPriceGivesNothingUp() throws {
    var stay = try PricedStay(july(), from: "2026-07-30", nights: 2, under: strict)
    try stay.change(nights: 4, on: "2026-07-29")
    XCTAssertEqual(stay.facts.givenUp, [])
    XCTAssertEqual(try stay.total(), 200_00)
    // Given up again, they leave what the priced nights cost.
    try stay.change(nights: 2, on: "2026-07-29")
    XCTAssertEqual(stay.facts.givenUp, [])
    try stay.change(nights: 1, on: "2026-07-29")
    XCTAssertEqual(stay.facts.givenUp.map(\.amountMinor), [100_00])
    XCTAssertEqual(try stay.total(), 200_00)
  }

  func testNothingIsKeptOfNightsWithoutAPrice() throws {
    var august = try PricedStay(july(), from: "2026-08-01", nights: 2, under: strict)
    try august.change(nights: 1, on: "2026-07-31")
    try august.cancel(on: "2026-07-31")
    XCTAssertEqual(try august.total(), 0)
  }

  /// Two of four nights were given up and kept; then the guest moves to a site without rates and
  /// back: what was given up stays so.
  func testAMoveToASiteWithoutRatesAndBackGivesNothingUpAndRestoresNothing() throws {
    let card = RateCard([
      .init("Site 1", .nightly, 100_00, for: .init(site: SiteID(rawValue: 1)))
    ])
    var stay = try PricedStay(card, from: "2026-07-30", nights: 4, under: strict)
    try stay.change(nights: 2, on: "2026-07-29")
    XCTAssertEqual(try stay.total(), 400_00)
    stay.place = BookedPlace(site: SiteID(rawValue: 2))
    try stay.change(nights: 2, on: "2026-07-29")
    XCTAssertEqual(try stay.bill().unpricedNights.count, 2)
    XCTAssertEqual(stay.facts.givenUp.map(\.amountMinor), [200_00])
    stay.place = BookedPlace(site: SiteID(rawValue: 1))
    try stay.change(nights: 2, on: "2026-07-29")
    XCTAssertEqual(stay.facts.givenUp.map(\.amountMinor), [200_00])
    XCTAssertEqual(try stay.total(), 400_00)
  }

  // MARK: Steps

  /// No-show: 5 × 40 + 8 booking fee keeps 208; canceled 2 to 6 days before keeps one night and the
  /// fee; 0 or 1 day as a no-show; at least 7 days gives 200 back.
  func testTheStepsOfTheBookingFeeExample() throws {
    let card = RateCard(
      [.init("Night", .nightly, 40_00)],
      fees: [.init("Booking fee", 8_00, .stay, isRefundable: false)])
    let terms = terms(
      .init(NoticeDays(from: 0, through: 1), keeps: .everything),
      .init(NoticeDays(from: 2, through: 6), keeps: .nights(1)),
      .init(NoticeDays(from: 7, through: nil), keeps: .nothing))
    func kept(canceledOn day: String) throws -> Int64 {
      var stay = try PricedStay(card, from: "2026-07-10", nights: 5, under: terms)
      XCTAssertEqual(try stay.total(), 208_00)
      try stay.cancel(on: day)
      return try stay.total()
    }
    XCTAssertEqual(try kept(canceledOn: "2026-07-03"), 8_00)
    XCTAssertEqual(try kept(canceledOn: "2026-07-04"), 48_00)
    XCTAssertEqual(try kept(canceledOn: "2026-07-08"), 48_00)
    XCTAssertEqual(try kept(canceledOn: "2026-07-09"), 208_00)
    XCTAssertEqual(try kept(canceledOn: "2026-07-10"), 208_00)

    var noShow = try PricedStay(card, from: "2026-07-10", nights: 5, under: terms)
    try noShow.change(nights: 0, on: "2026-07-11", because: .noShow)
    XCTAssertEqual(try noShow.total(), 208_00)
    XCTAssertEqual(noShow.facts.nights, [])
  }

  func testTheFirstNightAndTheFeeCountOnceAStay() throws {
    let terms = terms(.init(NoticeDays(from: 0, through: nil), keeps: .nights(1), feeMinor: 15_00))
    var stay = try week(terms)
    try stay.change(nights: 6, on: "2026-06-30")
    // Six nights, the one given up, the fee.
    XCTAssertEqual(try stay.total(), 715_00)
    try stay.change(nights: 5, on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 615_00)
    try stay.cancel(on: "2026-06-30")
    XCTAssertEqual(try stay.total(), 115_00)
  }

  func testHalfOfAnOddAmountIsGivenBackRoundedUp() throws {
    let card = RateCard([.init("Night", .nightly, 230_87)])
    let terms = terms(.init(NoticeDays(from: 0, through: nil), keeps: .percent(50)))
    var stay = try PricedStay(card, from: "2026-07-01", nights: 1, under: terms)
    try stay.cancel(on: "2026-06-30")
    // 115.44 refunded.
    XCTAssertEqual(try stay.total(), 115_43)
  }

  /// 904.05 for 21 nights is 43.05 a night; 12 nights unused at 50% plus 5 = 263.30.
  func testTheSlidingFee() throws {
    let card = RateCard([.init("Night", .nightly, 43_05)])
    let terms = terms(.init(NoticeDays(from: 0, through: nil), keeps: .percent(50), feeMinor: 5_00))
    var stay = try PricedStay(card, from: "2026-07-01", nights: 21, under: terms)
    XCTAssertEqual(try stay.total(), 904_05)
    try stay.change(nights: 9, on: "2026-07-10", because: .leftEarly)
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 263_30)
  }

  func testAllIsGivenBackWithinAnHourOfBooking() throws {
    let terms = terms(.init(NoticeDays(from: 0, through: nil), keeps: .everything), grace: 60)
    for (hour, kept) in [(12.5, 0), (13, 0), (13.1, 700_00)] as [(Double, Int64)] {
      var stay = try week(terms)
      try stay.facts.change(
        to: [], because: .canceled, at: PricedStay.moment("2026-01-02", at: hour), by: hundred)
      XCTAssertEqual(try stay.total(), kept, "at \(hour)")
    }
  }

  func testNoticeEndsAtTheCutOff() throws {
    let terms = terms(
      .init(NoticeDays(from: 0, through: 0), keeps: .everything),
      .init(NoticeDays(from: 1, through: nil), keeps: .nothing), cutOff: 17 * 60)
    for (minute, kept) in [(59, 0), (60, 700_00), (61, 700_00)] as [(Double, Int64)] {
      var stay = try week(terms)
      try stay.facts.change(
        to: [], because: .canceled, at: PricedStay.moment("2026-06-30", at: 16 + minute / 60),
        by: hundred)
      XCTAssertEqual(try stay.total(), kept, "at minute \(minute)")
    }
  }

  // MARK: Notice

  func testNoticeFollowsAMoveThatWasFree() throws {
    var stay = try PricedStay(hundred, from: "2026-09-01", nights: 7, under: strict)
    try stay.change(from: "2026-08-20", nights: 7, on: "2026-06-10")
    try stay.change(from: "2026-09-01", nights: 7, on: "2026-06-11")
    try stay.cancel(on: "2026-08-19")
    XCTAssertEqual(try stay.total(), 0)
  }

  func testNoticeStaysWhereAMoveWasNotFree() throws {
    var stay = try week(strict)
    // Canceling would cost all; moving away does not make it free.
    try stay.change(from: "2026-09-01", nights: 7, on: "2026-06-28")
    XCTAssertEqual(stay.facts.noticeArrival, try CalendarDate(parsing: "2026-07-01"))
    try stay.cancel(on: "2026-06-29")
    XCTAssertEqual(try stay.total(), 700_00)
  }

  func testAStayThatIsReinstatedCostsWhatItDid() throws {
    var stay = try week(strict)
    let nights = stay.facts.nights
    try stay.cancel(on: "2026-06-30")
    try stay.facts.change(to: nights, at: PricedStay.moment("2026-06-30"), by: hundred)
    XCTAssertEqual(try stay.total(), 700_00)
    XCTAssertEqual(try stay.bill().sumMinor(of: .kept), 0)
    XCTAssertEqual(stay.facts.nights, nights)
  }

  // MARK: Change fees

  func testAChangeFeeIsForDatesWithoutACommonNight() throws {
    let terms = terms(.init(NoticeDays(from: 0, through: nil), keeps: .nothing), changeFee: 10_00)
    func fees(_ changes: (String, Int)...) throws -> Int64 {
      var stay = try PricedStay(hundred, from: "2026-07-01", nights: 3, under: terms)
      for (arrival, nights) in changes { try stay.change(from: arrival, nights: nights) }
      return try stay.bill().sumMinor(of: .changeFee)
    }
    XCTAssertEqual(try fees(("2026-07-03", 3)), 0)
    XCTAssertEqual(try fees(("2026-07-04", 3)), 10_00)
    XCTAssertEqual(try fees(("2026-07-03", 3), ("2026-07-05", 3)), 0)
    XCTAssertEqual(try fees(("2026-07-05", 3)), 10_00)
  }

  /// Nightly 50, weekly 210: five nights 250, two more 210, in one step or in two.
  func testAStayThatBecomesCheaperByMoreNightsGivesNothingUp() throws {
    var card = RateCard([.init("Night", .nightly, 50_00), .init("Week", .weekly, 210_00)])
    card.currency = .usd
    let all = CancellationTerms(
      steps: [.init(NoticeDays(from: 0, through: nil), keeps: .everything, feeMinor: 8_00)],
      currency: .usd)
    for steps in [[7], [6, 7]] {
      var stay = try PricedStay(card, from: "2026-07-01", nights: 5, under: all)
      for nights in steps { try stay.change(nights: nights, on: "2026-06-30") }
      XCTAssertEqual(try stay.total(), 210_00)
      XCTAssertEqual(stay.facts.givenUp, [])
    }
  }
}
