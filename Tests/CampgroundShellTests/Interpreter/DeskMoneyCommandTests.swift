import XCTest

@testable import CampgroundShell

/// Policies by name, balances, and groups at the desk, from the shell.
final class DeskMoneyCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 1 rate 40; campsite add 2 rate 40; camper add Rivera")
    try run("policy add Strict steps \"0+ all\"; policy add Lax steps \"0+ nothing\"")
    session.format = .plain
  }

  private let reserve = "reserve 1 for Rivera from 2026-06-15 nights 1"

  func testAPolicyIsChosenShownAndChanged() async throws {
    try run("\(reserve) policy lax")
    XCTAssertTrue(try run("reservation show R-1").contains("Lax"))
    XCTAssertTrue(
      try run("reservation edit R-1 policy Strict").contains("  policy Strict, was Lax\n"))
    XCTAssertTrue(
      try run("reservation edit R-1 policy none").contains("  policy none, was Strict\n"))
    XCTAssertTrue(
      try run("reservation edit R-1 policy Lax dry-run").contains("  policy Lax\n"))
    XCTAssertFalse(try run("reservation show R-1").contains("Lax"))
    let error = try failure("reservation edit R-1 policy Lux")
    XCTAssertEqual(error.hint, "did you mean \"Lax\"?")
    try run("group book Scouts sites 2 for Rivera from 2026-07-01 nights 1 policy Lax")
    XCTAssertTrue(try run("reservation show R-2").contains("Lax"))
  }

  func testACancellationKeepsTheAmountThatIsAgreed() async throws {
    try run("policy add Firm steps \"0+ all\" grace 0; \(reserve) policy Firm; pay R-1 40 cash")
    XCTAssertEqual(
      try run("cancel R-1 keep 0 dry-run"),
      """
      Would be R-1 · Rivera · Canceled · site 1 · Mon 2026-06-15 to Tue 2026-06-16 · 1 night · $0.00
        - Night 2026-06-15 · $40.00
        difference -$40.00 · credit $40.00
        as agreed: keeps nothing, instead of Firm, 0 days or more before: keeps the price of all \
      nights

      """)
    let error = try failure("cancel R-1 keep 40.01")
    XCTAssertEqual(
      error.message, "$40.01 is more than the nights to come of R-1 cost, $40.00")
    XCTAssertEqual(error.marked, "40.01")
    let answer = try run("cancel R-1 keep 15 reason flood")
    XCTAssertTrue(answer.contains("  + Kept as agreed · $15.00\n"), answer)
    XCTAssertTrue(answer.contains("credit $25.00"), answer)
    XCTAssertTrue(try run("confirmation R-1").contains("as agreed: keeps $15.00"))
    XCTAssertTrue(try run("audit R-1").contains("kept\t\t$15.00"))
    try run("hold 2 for Rivera from 2026-07-01 nights 1")
    XCTAssertEqual(
      try failure("cancel R-2 keep 5").message, "R-2 is a hold; nothing is kept when it ends")
  }

  func testTheDepositOfAStayIsAgreedAnew() async throws {
    try run("deposit add Half 50%; \(reserve)")
    XCTAssertTrue(
      try run("deposit R-1 15").contains("  deposit $15.00 due 2026-06-15, was $20.00\n"))
    XCTAssertTrue(try run("reservation show R-1").contains("15.00"))
    XCTAssertTrue(try run("audit R-1 limit 1").contains("deposit\t$20.00\t$15.00"))
    XCTAssertTrue(try run("pay R-1 deposit cash").hasPrefix("Paid $15.00 by cash"))
    XCTAssertTrue(
      try run("deposit R-1 500").contains(
        "  deposit $40.00 due 2026-06-15 · $15.00 paid, of $500.00 agreed, was $15.00\n"))
    XCTAssertTrue(try run("deposit R-1 0").contains("  no deposit, was $500.00\n"))
    XCTAssertTrue(try run("deposit list").contains("Half"))
    XCTAssertTrue(try run("undo").contains("R-1"))
    XCTAssertTrue(try run("audit R-1 limit 1").contains("deposit\t\t$500.00"))
  }

  func testAPaymentWithoutAnAmountIsTheBalanceDue() async throws {
    try run("\(reserve); pay R-1 15 card")
    XCTAssertEqual(
      try run("pay R-1 cash"), "Paid $25.00 by cash for R-1 · line 2 · paid in full\n")
    let error = try failure("pay R-1 cash")
    XCTAssertEqual(error.message, "R-1 has no balance due")
    XCTAssertEqual(error.hint, "pay R-1 AMOUNT METHOD keeps a payment as a credit")
    XCTAssertEqual(error.column, 5)
    XCTAssertEqual(try failure("pay R-1").message, "pay needs METHOD (payment method)")
  }

  func testAHoldIsPaidForWithoutAnAmountAsItWouldBeBooked() async throws {
    try run("hold 1 for Rivera from 2026-06-15 nights 2")
    XCTAssertTrue(try run("pay R-1 card").hasPrefix("Paid $80.00 by card for R-1 · "))
  }

  func testAVoucherWithoutAnAmountPaysWhatItHasLeft() async throws {
    try run("\(reserve); voucher add 30 for Rivera; voucher add 30")
    let codes = try rows("voucher list").split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    XCTAssertTrue(
      try run("pay R-1 voucher reference \(codes[0])").hasPrefix("Paid $30.00 by voucher"))
    XCTAssertTrue(
      try run("pay R-1 voucher reference \(codes[1])").hasPrefix("Paid $10.00 by voucher"))
  }

  func testARefundWithoutAnAmountIsTheCredit() async throws {
    try run("\(reserve); pay R-1 55 cash")
    XCTAssertTrue(
      try run("refund R-1").hasPrefix("Refunded $15.00 by cash for R-1 · "))
    let error = try failure("refund R-1")
    XCTAssertEqual(error.message, "R-1 has no credit to refund")
    XCTAssertEqual(error.column, 8)
    try run("pay R-1 5 cash")
    XCTAssertEqual(
      try failure("refund R-1 allowance").message, "allowance needs an amount to take off the bill")
    XCTAssertTrue(try run("refund R-1 as voucher").hasPrefix("Refunded $5.00 "))
  }

  func testAPriceIsAgreedShownAndGivenUp() async throws {
    try run("campsite add 3; \(reserve)")
    XCTAssertEqual(
      try run("reserve 3 for Rivera from 2026-07-01 nights 2"),
      "Reserved R-2 · Rivera · site 3 · Wed 2026-07-01 to Fri 2026-07-03 · 2 nights · no price\n"
        + "  \"reservation edit R-2 price AMOUNT\" sets the price of each night\n")
    XCTAssertTrue(try run("reservation show R-2").contains("no price"))
    XCTAssertTrue(try run("quote 3 from 2026-07-01 nights 2").contains("\ntotal\tno price\n"))
    XCTAssertEqual(
      notes,
      """
      note: no rate prices 2026-07-01, 2026-07-02
      hint: set a price for this stay, add a rate with "rate add", or price the site: campsite edit 3 rate AMOUNT

      """)
    XCTAssertTrue(try run("quote 3 from 2026-07-01 nights 2 price 30").contains("60.00"))
    XCTAssertEqual(
      try run("reservation edit R-2 price 30"),
      """
      Changed R-2 · Rivera · site 3 · Wed 2026-07-01 to Fri 2026-07-03 · 2 nights · $60.00
        + Agreed price 2026-07-01 to 2026-07-03 · 2 × $30.00
        price $30.00 a night
        difference $60.00 · balance due $60.00

      """)
    XCTAssertTrue(
      try run("reservation edit R-2 price 25").contains("  price $25.00 a night, was $30.00\n"))
    session.format = .jsonl
    XCTAssertTrue(try run("reservation show R-2").contains("\"price\":25.00"))
    XCTAssertTrue(try run("reservation show R-1").contains("\"price\":null"))
    session.format = .plain
    XCTAssertTrue(
      try run("reservation reprice R-2").contains(
        "· no price\n  - Agreed price 2026-07-01 to 2026-07-03 · 2 × $25.00\n"
          + "  price from the rates, was $25.00\n"))
    try run("group book Club sites 3 for Rivera from 2026-08-01 nights 1 price 12")
    XCTAssertTrue(try run("reservation show R-3").contains("12.00"))
    XCTAssertEqual(
      try failure("reservation edit R-1 price 10.555").hint,
      "enter at most 2 decimal places")
  }

  func testALaterDiscountTellsWhichNightsGetIt() async throws {
    try run("reserve 1 for Rivera from 2026-06-15 nights 3; checkin R-1; nightly 2026-06-15")
    try run("discount add Senior 10%; discount add Sunday 10% weekdays sun")
    XCTAssertEqual(
      try run("reservation edit R-1 discount Senior dry-run"),
      """
      Would be R-1 · Rivera · Checked in · site 1 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $112.00
        + Senior 2026-06-16 to 2026-06-18 · -$8.00
        difference -$8.00 · balance due $112.00

      """)
    XCTAssertEqual(
      try run("reservation edit R-1 discount Sunday"),
      """
      Changed R-1 · Rivera · site 1 · Mon 2026-06-15 to Thu 2026-06-18 · 3 nights · $120.00
        Sunday applies to none of the coming nights

      """)
    try run("nightly 2026-06-15; reservation shorten R-1 nights 2")
    let error = try failure("reservation edit R-1 discount Senior")
    XCTAssertEqual(
      error.message, "all of R-1 is charged or past; a discount only applies to charges to come")
    XCTAssertEqual(
      error.hint, "\"allowance\" takes an amount off the bill; \"reservation extend\" adds nights")
  }

  func testCheckingOutTellsAndAsksWhatIsDue() async throws {
    var questions: [String] = []
    try run("\(reserve); checkin R-1")
    session.ask = { question in
      questions.append(question)
      return false
    }
    let shown = try run("checkout R-1")
    XCTAssertTrue(shown.contains("  balance due $40.00\n"), shown)
    XCTAssertTrue(shown.hasSuffix("Nothing changed\n"), shown)
    XCTAssertEqual(questions, ["Rivera owes $40.00. Check out anyway?"])
    session.ask = nil
    XCTAssertTrue(try run("pay R-1 40 cash; checkout R-1").hasSuffix("  paid in full\n"))
  }

  func testACheckOutAsksAboutNightsThatNoRatePrices() async throws {
    // The night has no rate, but its booking has a fee.
    try run("campsite add 9; fee add Booking 8")
    try run("reserve 9 for Rivera from 2026-06-15 nights 1; checkin R-1")
    let error = try failure("checkout R-1")
    XCTAssertTrue(error.message.contains("no rate prices 2026-06-15"), error.message)
    var questions: [String] = []
    session.ask = { question in
      questions.append(question)
      return true
    }
    XCTAssertTrue(try run("checkout R-1").contains("Checked out R-1"))
    XCTAssertEqual(questions, ["1 night to be priced (2026-06-15). Check out anyway?"])
  }

  func testBalancesAreListedWithTheirSums() async throws {
    try run("\(reserve); reserve 2 for Rivera from 2026-07-01 nights 1; pay R-2 45 cash")
    session.format = .jsonl
    XCTAssertEqual(
      try run("balances"),
      """
      {"due":40.00,"credit":5.00,"bills":2,"open":[{"bill":"R-1","guest":"Rivera",\
      "from":"2026-06-15","to":"2026-06-16","status":"to-come","due":40.00,"credit":0.00,"unpriced":null},\
      {"bill":"R-2","guest":"Rivera","from":"2026-07-01","to":"2026-07-02",\
      "status":"to-come","due":0.00,"credit":5.00,"unpriced":null}]}

      """)
    XCTAssertEqual(
      try run("balances departed"), "{\"due\":0.00,\"credit\":0.00,\"bills\":0,\"open\":[]}\n")
  }

  func testADayShowsWhatItTookInAndSoDoesClosingIt() async throws {
    try run("\(reserve); pay R-1 40 cash; pay R-1 5 check; refund R-1 2 reason rain as cash")
    session.format = .jsonl
    XCTAssertEqual(
      try run("day show"),
      """
      {"day":"2026-06-15","closed":false,"charged":0.00,"paid":43.00,"payments":[\
      {"method":"cash","lines":2,"paid":40.00,"refunded":2.00,"net":38.00},\
      {"method":"check","lines":1,"paid":5.00,"refunded":0.00,"net":5.00}],"people":[\
      {"who":null,"method":"cash","lines":2,"paid":40.00,"refunded":2.00,"net":38.00},\
      {"who":null,"method":"check","lines":1,"paid":5.00,"refunded":0.00,"net":5.00}]}

      """)
    session.format = .plain
    XCTAssertTrue(
      try run("day close 2026-06-15").hasSuffix(
        "\n  cash $40.00 paid, $2.00 refunded, $38.00 net\n  check $5.00 paid\n"))
  }

  func testAGroupPaysArrivesAndLeaves() async throws {
    try run("group book Scouts sites 1,2 for Rivera from 2026-06-15 nights 1")
    session.format = .jsonl
    XCTAssertEqual(
      try run("group pay Scouts 50 check reference 118"),
      """
      {"group":"Scouts","paid":50.00,"due":30.00,"credit":0.00,"payments":[\
      {"code":"R-1","site":"1","amount":40.00},{"code":"R-2","site":"2","amount":10.00}]}

      """)
    session.format = .plain
    let arrived = try run("group checkin Scouts")
    XCTAssertTrue(arrived.contains("Checked in R-1") && arrived.contains("Checked in R-2"), arrived)
    let left = try run("group checkout Scouts")
    XCTAssertTrue(
      left.contains("  paid in full\n") && left.contains("  left owing $30.00\n"), left)
  }

  func testAHoldIsProlongedAndADiscountGiven() async throws {
    try run("hold 1 for Rivera from 2026-07-01 nights 1 minutes 10; discount add Scouts 25%")
    XCTAssertTrue(
      try run("reservation hold R-1 minutes 30").contains("held until 2026-06-15 12:30"))
    XCTAssertEqual(
      try failure("reservation hold R-1 minutes 5").message,
      "hold R-1 already lasts until 2026-06-15 12:30")
    XCTAssertTrue(
      try run("reservation edit R-1 discount Scouts").contains("  difference -$10.00"))
    XCTAssertTrue(
      try run("reservation edit R-1 discount \"\"").contains("  difference $10.00"))
  }

  func testMoreThanIsOwedIsTakenAsACreditAfterAQuestion() throws {
    try run(
      "campsite add 77 rate 40; camper add Okafor; reserve 77 for Okafor from 2026-07-20 nights 2")
    let code = try XCTUnwrap(rows("reservation list site 77").split(separator: "\t").first)
    var asked: [String] = []
    session.ask = { question in
      asked.append(question)
      return false
    }
    defer { session.ask = nil }
    XCTAssertEqual(try run("pay \(code) 100 card"), "Nothing changed\n")
    XCTAssertEqual(asked, ["\(code) owes $80.00. Keep $20.00 as a credit?"])
    XCTAssertTrue(try run("pay \(code) 80 card").hasSuffix("paid in full\n"))
    XCTAssertEqual(asked.count, 1)
    XCTAssertEqual(try run("pay \(code) 5 card"), "Nothing changed\n")
    XCTAssertEqual(asked.last, "\(code) has no balance due. Keep $5.00 as a credit?")
    session.ask = { _ in true }
    XCTAssertTrue(try run("pay \(code) 5 card").hasSuffix("credit $5.00\n"))
  }

  func testPaymentsDueAreListedByDay() throws {
    try run("campsite add 77 rate 40; camper add Okafor phone 555-0100")
    try run("reserve 77 for Okafor from 2026-07-20 nights 2")
    XCTAssertEqual(
      try rows("due through 2026-07-19"), "")
    XCTAssertTrue(
      try run("due through 2026-07-20").contains(
        "2026-07-20\tR-1\tOkafor\t555-0100\tbalance\t80.00\t0.00\t80.00"))
  }
}
