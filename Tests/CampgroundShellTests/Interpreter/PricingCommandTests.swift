import XCTest

@testable import CampgroundShell

/// Prices from the shell: seasons, rates, taxes, fees, discounts, deposits, policies and quotes.
final class PricingCommandTests: SessionTestCase {
  override func setUp() async throws {
    try await super.setUp()
    try run("campsite add 15 type rv; campsite add T1 type tent rate 20")
  }

  private func total(of question: String) throws -> String {
    let answer = try run("quote " + question)
    let total = try XCTUnwrap(answer.range(of: "\"total\":"))
    return String(answer[total.upperBound...].prefix { $0 != "," })
  }

  func testAQuoteShowsLinesTaxTotalAndDeposit() async throws {
    try run("rate add Nightly 35; rate add Weekly 210 kind weekly; tax add Tax 10%")
    try run("fee add Booking 8; deposit add \"First night\" nights 1")
    session.format = .plain
    XCTAssertEqual(
      try run("quote 15 from 2026-07-01 nights 10 party 2"),
      """
      field\tvalue
      site\t15
      from\t2026-07-01
      to\t2026-07-11
      nights\t10
      party\t2 adults
      total\t354.50
      deposit\t30.00

      lines:
      line\tkind\tnights\teach\tamount
      Weekly 2026-07-01 to 2026-07-08\tlodging\t7\t30.00\t210.00
      Nightly\tlodging\t3\t35.00\t105.00
      Booking\tfee\t\t\t8.00
      Tax\ttax\t\t\t31.50

      """)
  }

  func testAQuoteSaysWhyEachNightCostsWhatItDoes() async throws {
    try run("campsite edit 15 rate \"\"; rate add Base 52; rate add Weekend 60 weekdays fri,sat")
    try run("rate add Week 300 kind weekly")
    XCTAssertFalse(try run("quote 15 from 2026-07-02 nights 3").contains("won_over"))
    let answer = try run("quote 15 from 2026-07-02 nights 3 why")
    XCTAssertTrue(
      answer.contains(
        #""rates":[{"night":"2026-07-02","rate":"Base","kind":"nightly","amount":52.00,"#
          + #""won_over":"Week"},{"night":"2026-07-03","rate":"Weekend","kind":"nightly","#
          + #""amount":60.00,"won_over":"Week, Base"},"#), answer)
  }

  func testRatesGoByTheirSeasonWeekdaysTypeAndSite() async throws {
    try run("campsite edit 15 rate \"\"; campsite edit T1 rate \"\"")
    try run("season add Summer from 06-01 to 08-31; rate add Base 30")
    try run("rate add RV 35 type rv; rate add Weekend 40 weekdays fri-sat")
    try run("rate add Summer 50 season summer; rate add View 60 site 15 season Summer")
    XCTAssertEqual(try total(of: "15 from 2026-07-03 nights 1"), "60.00")
    XCTAssertEqual(try total(of: "T1 from 2026-07-03 nights 1"), "50.00")
    // A Friday and a Monday in September: the type comes before the weekdays.
    XCTAssertEqual(try total(of: "15 from 2026-09-04 nights 1"), "35.00")
    XCTAssertEqual(try total(of: "T1 from 2026-09-04 nights 1"), "40.00")
    XCTAssertEqual(try total(of: "15 from 2026-09-07 nights 1"), "35.00")
    XCTAssertEqual(try total(of: "T1 from 2026-09-07 nights 1"), "30.00")
    try run("rate edit RV type any; rate edit Base active no; rate edit Summer season \"\" rank 9")
    XCTAssertEqual(try total(of: "T1 from 2026-09-07 nights 1"), "35.00")
    XCTAssertTrue(try run("rate show View").contains("\"site\":\"15\""))
    try run("rate delete RV")
    XCTAssertEqual(try total(of: "T1 from 2026-09-07 nights 1"), "50.00")
  }

  func testASeasonIsOfEveryYearOrOfOne() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("season add Winter from 10-15 to 04-15"), "Added season Winter · 10-15 to 04-15\n")
    XCTAssertEqual(
      try run("season add Fair from 2026-12-30 to 2027-01-02"),
      "Added season Fair · 2026-12-30 to 2027-01-02\n")
    XCTAssertEqual(
      try run("season edit Fair to 2027-01-05"),
      "Changed season Fair · 2026-12-30 to 2027-01-05\n")
    XCTAssertEqual(
      try rows("season list"), "Fair\t2026-12-30\t2027-01-05\nWinter\t10-15\t04-15\n")
    let wrong = try failure("season add Odd from 6-1 to 08-31")
    XCTAssertEqual(wrong.message, "from expects a day of the year, not \"6-1\"")
    XCTAssertEqual(wrong.column, 21)
    XCTAssertEqual(
      try failure("season add Odd from 06-31 to 08-31").message,
      "from expects a day of the year, not \"06-31\"")
    XCTAssertEqual(
      try failure("season add Odd from 2026-06-01 to 08-31").message,
      "only one end of the season has a year")
    XCTAssertEqual(
      try failure("season add Odd from 2026-06-01 to 2027-06-01").message,
      "a season is at most a year long")
    XCTAssertEqual(
      try failure("season add Odd from 2026-06-02 to 2026-06-01").message,
      "the season ends before it begins")
  }

  func testASeasonIsSaidByItsTwoDays() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run("season add Summer 06-01 08-31"), "Added season Summer · 06-01 to 08-31\n")
    for dates in ["06-02 08-30", "06-02 to 08-30", "from 6/2 to 8/30", "June 2 to August 30"] {
      XCTAssertEqual(
        try run("season edit Summer \(dates)"), "Changed season Summer · 06-02 to 08-30\n", dates)
    }
    XCTAssertEqual(
      try run("season edit Summer 2026-06-02 2026-08-30"),
      "Changed season Summer · 2026-06-02 to 2026-08-30\n")
    XCTAssertEqual(
      try failure("season edit Summer from friday").message,
      "from expects a day of the year, not \"friday\"")
  }

  func testOneDayAloneDoesNotSayWhichEndOfASeasonMoves() async throws {
    try run("season add Summer 06-01 08-31")
    let error = try failure("season edit Summer 06-02")
    XCTAssertEqual(error.message, "season edit does not expect \"06-02\" here")
    XCTAssertEqual(error.hint, "write from 06-02 or to 06-02")
    XCTAssertEqual(error.column, 20)
    session.format = .plain
    XCTAssertEqual(try rows("season list"), "Summer\t06-01\t08-31\n")
    XCTAssertEqual(
      try failure("season add Fall 09-01").message, "season add needs to MM-DD (last night)")
  }

  func testDiscountsTaxesAndFeesAreChangedAndDeleted() async throws {
    try run("rate add Base 100; discount add Senior 10%; tax add Tax 12.35%; fee add Dog 3 per pet")
    XCTAssertEqual(try total(of: "15 from 2026-07-01 nights 1"), "112.35")
    // 12.35% of 90 is 11.115.
    XCTAssertEqual(try total(of: "15 from 2026-07-01 nights 1 discount senior"), "101.12")
    XCTAssertEqual(try total(of: "15 from 2026-07-01 nights 1 pets 2"), "118.35")
    try run("tax edit Tax amount 2 per person-night; discount edit Senior amount 5")
    try run("fee edit Dog amount 4 group lodging refundable yes")
    XCTAssertEqual(
      try total(of: "15 from 2026-07-01 nights 2 party 3 pets 1 discount Senior"), "211.00")
    let offered = try failure("quote 15 from 2026-07-01 nights 1 discount Seniors")
    XCTAssertEqual(offered.hint, "did you mean \"Senior\"?")
    try run("tax delete Tax; fee delete Dog; discount delete Senior")
    XCTAssertEqual(try run("tax list; fee list; discount list"), "")
  }

  func testADepositIsSaidInOneOfThreeWays() async throws {
    try run("rate add Base 100; deposit add Half 50%")
    XCTAssertTrue(try run("quote 15 from 2026-07-01 nights 2").contains("\"deposit\":100.00"))
    try run("deposit edit Half nights 1")
    XCTAssertTrue(try run("quote 15 from 2026-07-01 nights 3").contains("\"deposit\":100.00"))
    try run("deposit edit Half amount 25")
    XCTAssertTrue(try run("quote 15 from 2026-07-01 nights 3").contains("\"deposit\":25.00"))
    XCTAssertEqual(
      try failure("deposit add Other").message,
      "a deposit rule needs exactly one of these: a percentage, an amount, a number of nights")
    XCTAssertEqual(try failure("deposit add Other 5x").column, 19)
    try run("deposit delete half")
  }

  func testAPolicyIsWrittenInSteps() async throws {
    session.format = .plain
    XCTAssertEqual(
      try run(
        "policy add Standard steps \"0-1 all, 2-6 nights 1, 7+ nothing\" fee 8 cutoff 17:00"),
      "Added policy Standard for new reservations · full refund within 60 minutes of booking\n")
    XCTAssertEqual(
      try rows("policy list"),
      "Standard\t0-1 all fee 8, 2-6 nights 1 fee 8, 7+ nothing fee 8\t17:00\t60\t0.00\t\tyes\n")
    try run("policy edit Standard fee 0 changefee 10 grace 0 cutoff 9:05")
    XCTAssertEqual(
      try rows("policy list"),
      "Standard\t0-1 all, 2-6 nights 1, 7+ nothing\t09:05\t0\t10.00\t\tyes\n")
    try run("policy add Other steps \"0+ 50%\" default yes; policy delete Standard")
    XCTAssertTrue(try run("policy show Other").contains("0 days or more\t50%\t0.00"))
  }

  func testWhatIsWrongWithAPolicyIsNamed() async throws {
    let hole = try failure("policy add Odd steps \"0-29 all, 31+ nothing\"")
    XCTAssertEqual(
      hole.message, "policy \"Odd\": no step covers 30 days of notice")
    let unread = try failure("policy add Odd steps \"0+ everthing\"")
    XCTAssertEqual(unread.message, "\"0+ everthing\" is not a cancellation policy step")
    XCTAssertEqual(unread.column, 22)
    XCTAssertEqual(
      try failure("policy add Odd steps \"0+ all\" cutoff 25:00").message,
      "cutoff expects a time of day, not \"25:00\"")
    XCTAssertEqual(try run("policy list"), "")
  }

  func testASiteWithoutAPriceSaysHowToGiveItOne() async throws {
    XCTAssertTrue(try run("quote 15 from 2026-07-01 nights 1").contains("\"total\":null"))
    XCTAssertTrue(notes.contains("note: no rate prices 2026-07-01\nhint: "), notes)
    XCTAssertEqual(try total(of: "T1 from 2026-07-01 nights 1"), "20.00")
  }

  func testASeasonInUseIsKept() async throws {
    try run("season add Summer from 06-01 to 08-31; rate add Summer 50 season Summer")
    XCTAssertEqual(
      try failure("season delete Summer").message,
      "season \"Summer\" is used by rate \"Summer\"; choose another season there first"
    )
    XCTAssertTrue(try run("season show Summer").contains("\"rates\":[{\"rate\":\"Summer\""))
  }

  func testTheNamesOfRulesAreOffered() async throws {
    try run("season add Summer from 06-01 to 08-31; rate add Base 50; tax add Sales 8%")
    try run("fee add Booking 8; discount add Senior 10%; deposit add Half 50%")
    try run("policy add Standard steps \"0+ all\"")
    let kinds: [LiveValue] = [.season, .rate, .tax, .fee, .discount, .deposit, .policy]
    XCTAssertEqual(
      kinds.map { session.values(of: $0) },
      [["Summer"], ["Base"], ["Sales"], ["Booking"], ["Senior"], ["Half"], ["Standard"]])
  }

  func testPricesAreChangedOnAScratchPadToo() async throws {
    try run("begin; season add Summer from 06-01 to 08-31; rate add Summer 50 season Summer")
    XCTAssertEqual(try total(of: "15 from 2026-07-01 nights 1"), "50.00")
    try run("undo")
    XCTAssertEqual(try run("rate list"), "")
    try run("redo; save")
    XCTAssertEqual(try total(of: "15 from 2026-07-01 nights 1"), "50.00")
  }

  func testARateSaysWhichSitesItDoesNotReach() async throws {
    try run("campsite add 101 type tent rate 30; campsite add 102 type cabin rate 80")
    try run("campsite add 103 type tent; rate add Tents 25 type tent")
    XCTAssertEqual(
      notes,
      """
      note: Tents does not apply to sites 101, T1: they have their own prices
      hint: "campsite edit 101,T1 rate none" lets the rates apply

      """)
    XCTAssertTrue(try run("quote 101 from 2026-09-01 nights 1").contains("30.00"))
    try run("campsite edit 101,T1 rate none")
    XCTAssertTrue(try run("quote 101 from 2026-09-01 nights 1").contains("25.00"))
  }

  func testAQuoteNamesTheNightsThatHaveNoPrice() async throws {
    // July 3 and 4 of 2026 are a Friday and a Saturday.
    try run("rate add Weekend 55 weekdays fri,sat")
    let quote = try run("quote 15 from 2026-07-02 nights 4")
    XCTAssertTrue(quote.contains("\"total\":110.00,\"deposit\":null,\"unpriced\":2"), quote)
    XCTAssertTrue(notes.contains("note: no rate prices 2026-07-02, 2026-07-05\n"), notes)
    try run("quote 15 from 2026-07-05 nights 8")
    XCTAssertTrue(
      notes.contains(" prices 2026-07-05, 2026-07-06, 2026-07-07, 2026-07-08 and 2 more\n"), notes)
    session.format = .plain
    let shown = try run("quote 15 from 2026-07-02 nights 4")
    XCTAssertTrue(shown.contains("\ntotal\t$110.00 + 2 nights to be priced\n"), shown)
    XCTAssertTrue(
      shown.contains("\nTo be priced: 2026-07-02, 2026-07-05\tunpriced\t2\t\t\n"), shown)
    try run("camper add Ada")
    XCTAssertTrue(
      try run("reserve 15 for Ada from 2026-07-03 nights 3").contains(
        " · $110.00 + 1 night to be priced\n"
          + "  1 night to be priced (2026-07-05): reservation edit R-1 price AMOUNT unpriced\n"))
  }

  func testClearingThePriceOfASiteWarnsOfNightsThatHaveNone() async throws {
    try run("campsite edit T1 rate ''")
    XCTAssertTrue(notes.hasPrefix("warning: site T1 no longer has a price\n"), notes)
    try run("campsite edit T1 rate 20; rate add Weekend 55 weekdays fri,sat")
    try run("campsite edit T1 rate ''")
    XCTAssertTrue(notes.hasPrefix("warning: site T1 has no price for "), notes)
    try run("campsite edit T1 rate 20; rate add Base 45")
    try run("campsite edit T1 rate ''")
    XCTAssertEqual(notes, "")
  }

  func testATaxSaysWhatItChangesOfStaysThatAreBooked() async throws {
    try run("camper add Ada; reserve T1 for Ada from 2026-07-01 nights 2")
    try run("reserve T1 for Ada from 2026-07-08 nights 1")
    session.format = .plain
    // 10% of 40 and of 20; half of it again is taken off.
    XCTAssertEqual(
      try run("tax add Sales 10%"),
      "Added tax Sales · 10% of lodging\n  changes 2 reservations by $6.00 in all\n")
    XCTAssertEqual(
      try run("tax edit Sales amount 5%"),
      "Changed tax Sales · 5% of lodging\n  changes 2 reservations by -$3.00 in all\n")
    XCTAssertEqual(
      try run("tax add Later 5% from 2026-07-08"),
      "Added tax Later · 5% of lodging · from 2026-07-08\n  changes 1 reservation by $1.00\n")
    try run("tax delete Sales")
    XCTAssertEqual(notes, "note: this changes 2 reservations by -$3.00 in all\n")
  }

  func testATaxAboveThirtyPercentIsAskedAbout() async throws {
    var asked: [String] = []
    session.ask = {
      asked.append($0)
      return false
    }
    defer { session.ask = nil }
    try run("tax add Usual 30%")
    XCTAssertEqual(try run("tax add Slip 125%"), "Nothing changed\n")
    XCTAssertEqual(try run("tax edit Usual amount 300%"), "Nothing changed\n")
    XCTAssertEqual(
      asked,
      ["125% is a very high tax. Is it right?", "300% is a very high tax. Is it right?"])
    XCTAssertTrue(try run("tax list").contains("\"percent\":30"))
  }

  func testARateForTheSiteOrForSpecialDatesReachesIt() async throws {
    try run("campsite add 101 rate 30; rate add Lake 90 site 101")
    try run("season add Fourth from 07-03 to 07-06; rate add Holiday 120 season Fourth")
    XCTAssertEqual(notes, "")
  }
}
