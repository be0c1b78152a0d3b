import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class PaperTests: XCTestCase {
  func testTheConfirmationTellsWhatWasAgreedAndIsDue() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addTax("Bed tax", TaxPlan(amount: 9, basis: .stay))
      let stay = try desk.stay("2026-07-01", nights: [4_500, 4_500])
      try desk.folios.pay(50, by: .card, for: stay)
      XCTAssertEqual(
        try desk.folios.confirmation(of: stay).text,
        """
        Wawona                                                          Confirmation R-1
        ================================================================================
        Guest       Ada Rivera
        Site        15
        Arrival     Wednesday, July 1, 2026, from 3:00 PM
        Departure   Friday, July 3, 2026, by 11:00 AM
        Nights      2
        Party       1 adult
        Status      Reserved

        Date               Charges                                                Amount
        --------------------------------------------------------------------------------
        Wed, Jul 1, 2026   Night of Wed, Jul 1, 2026                              $45.00
        Wed, Jul 1, 2026   Bed tax                                                 $9.00
        Thu, Jul 2, 2026   Night of Thu, Jul 2, 2026                              $45.00
        --------------------------------------------------------------------------------
                           Total                                                  $99.00
                           taxes included                                          $9.00

                           Paid                                                   $50.00
                           Balance due                                            $49.00

        """)
    }
  }

  func testWhatWasTakenBackIsOnTheFolioAndOnNoPaperForGuests() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-15", nights: [4_000])
      let wood = try desk.folios.charge(12, for: "firewood", to: stay)
      try desk.folios.charge(5, for: "ice", to: stay)
      let slip = try desk.folios.pay(60, by: .cash, for: stay)
      try desk.folios.pay(45, by: .card, for: stay)
      try desk.folios.reverse(wood, reason: "not taken")
      try desk.folios.reverse(slip, reason: "paid by card")
      for paper in try [desk.folios.receipt(of: stay), desk.folios.invoice(of: stay)] {
        let texts = paper.sections.flatMap { $0.lines.map(\.text) }
        XCTAssertEqual(texts.filter { !$0.hasPrefix("Night") }, ["ice", "Payment by card"])
        XCTAssertEqual(paper.closing.last?.text, "Paid in full")
      }
      let folio = try XCTUnwrap(stay.folio)
      XCTAssertEqual(try desk.folios.bill(of: folio).count, 6)
      // A refund is no correction: it stays, and so does what it leaves to pay.
      try desk.folios.refund(10, to: stay, reason: "by mistake")
      let receipt = try desk.folios.receipt(of: stay)
      XCTAssertEqual(receipt.sections[1].lines.count, 2)
      XCTAssertEqual(receipt.closing.last?.text, "Balance due")
    }
  }

  func testThePrintedTotalIsTheSumOfThePrintedLedgerLines() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-13", nights: [3_333, 3_333, 3_334], isInHouse: true)
      try desk.folios.runNightly(day("2026-06-14"))
      try desk.folios.charge(Decimal(1_250) / 100, for: "firewood", to: stay)
      try desk.folios.pay(120, by: .card, for: stay, reference: "4242")
      let slip = try desk.folios.pay(5, by: .cash, for: stay)
      try desk.folios.reverse(slip, reason: "typed twice")
      try desk.folios.refund(10, to: stay, reason: "broken hookup")
      let text = try desk.folios.receipt(of: stay).text
      XCTAssertTrue(text.contains("Receipt R-1 · F-1\n"), text)
      for row in text.split(separator: "\n") { XCTAssertLessThanOrEqual(row.count, 80, text) }
      let printed = Self.amounts(in: text)
      XCTAssertEqual(printed.lines.count, 5, text)
      let (charged, paid) = (printed.sums["Total charged"], printed.sums["Total paid"])
      XCTAssertEqual(printed.lines.reduce(0, +), try XCTUnwrap(charged) + XCTUnwrap(paid))
      let lines = try desk.folios.lines(of: try XCTUnwrap(stay.folio))
      XCTAssertEqual(
        try XCTUnwrap(charged) - XCTUnwrap(paid), lines.map(\.amountMinor).reduce(0, +), text)
      // 112.50 less 120, of which 10 were given back.
      XCTAssertEqual(printed.sums["Agreed, not yet charged"], 3_334, text)
      XCTAssertEqual(printed.sums["Balance due"], 250, text)
    }
  }

  func testCurrenciesOfNoAndOfThreeDecimalsAreLinedUp() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-07-01", nights: [12_000])
      stay.campground?.currency = try Currency("JPY")
      try desk.stack.mainContext.saveThrough()
      XCTAssertTrue(
        try desk.folios.confirmation(of: stay).text.contains(
          "                   Total                                              12,000 JPY\n"))
      stay.campground?.currency = try Currency("KWD")
      try desk.stack.mainContext.saveThrough()
      XCTAssertTrue(
        try desk.folios.confirmation(of: stay).text.contains(
          "                   Total                                              12.000 KWD\n"))
    }
  }

  func testHTMLIsEscapedAndNeedsNothingElse() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000], camper: "<b>Ada & \"Bob\"</b>")
      let html = try desk.folios.confirmation(of: stay).html
      XCTAssertTrue(html.contains("&lt;b&gt;Ada &amp; &quot;Bob&quot;&lt;/b&gt;"), html)
      XCTAssertFalse(html.contains("<b>"), html)
      XCTAssertFalse(html.contains("http"), html)
      XCTAssertTrue(html.hasPrefix("<!DOCTYPE html>"))
      XCTAssertTrue(html.contains("<td class=\"amount\">$40.00</td>"), html)
      XCTAssertTrue(html.contains("@media print"))
    }
  }

  func testLongWordsAndWideLettersStayWithin80Columns() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.rates.addRate(
        String(repeating: "word ", count: 30) + String(repeating: "x", count: 90),
        RatePlan(amount: 40))
      let stay = try desk.stay(
        nights: [], camper: String(repeating: "キャンプ", count: 30))
      let text = try desk.folios.confirmation(of: stay).text
      for row in text.split(separator: "\n") {
        let width = row.reduce(0) { $0 + ($1 > "\u{3000}" ? 2 : 1) }
        XCTAssertLessThanOrEqual(width, 80, String(row))
      }
      XCTAssertEqual(text.filter { $0 == "キ" }.count, 30)
      XCTAssertEqual(text.components(separatedBy: "word").count, 31)
    }
  }

  func testADayUseSiteIsPrintedByTheDay() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-07-01", nights: [1_000, 1_000])
      stay.campSite?.siteType = .dayUse
      try desk.stack.mainContext.saveThrough()
      let text = try desk.folios.confirmation(of: stay).text
      XCTAssertTrue(text.contains("From        Wednesday, July 1, 2026\n"), text)
      XCTAssertTrue(text.contains("To          Thursday, July 2, 2026\n"), text)
      XCTAssertTrue(text.contains("Days        2\n"), text)
    }
  }

  func testDatesAreWrittenInTheOrderOfTheLocale() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-07-01", nights: [4_000])
      stay.campground?.locale = Locale(identifier: "en_GB")
      try desk.stack.mainContext.saveThrough()
      let text = try desk.folios.confirmation(of: stay).text
      XCTAssertTrue(text.contains("Arrival     Wednesday, 1 July 2026, from 15:00\n"), text)
      XCTAssertTrue(text.contains("\nWed, 1 Jul 2026    Night of Wed, 1 Jul 2026 "), text)
      XCTAssertNil(text.firstMatch(of: /\d{4}-\d\d-\d\d/), text)
    }
  }

  func testTheDepositIsOnTheConfirmationWithWhatOfItWasPaid() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 45)
      try desk.rates.addDepositRule("First night", DepositPlan(nights: 1))
      let reservation = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-07-01", "2026-07-03"))
      try desk.folios.pay(20, by: .card, for: reservation)
      let paper = try desk.folios.confirmation(of: reservation)
      XCTAssertEqual(
        paper.closing.map { "\($0.text) \($0.amount)" },
        [
          "Deposit, due 2026-06-15 $45.00", "paid so far $20.00", "Paid $20.00",
          "Balance due $70.00",
        ])
      XCTAssertTrue(
        paper.html.replacing("\u{A0}", with: " ").contains(
          "<td>Deposit, due Mon, Jun 15, 2026</td><td class=\"amount\">$45.00</td>"), paper.html)
    }
  }

  func testTheConfirmationOfACanceledStayTellsWhatIsKeptAndWhatIsGivenBack() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15", rate: 40)
      try desk.policies.add(
        "Standard",
        PolicyPlan(steps: [
          .init(NoticeDays(from: 0, through: 6), keeps: .nights(1), fee: 5),
          .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
        ]), isDefault: true)
      let camper = try desk.campers.addCamper("Ada Rivera", phoneNumber: nil)
      let reservation = try desk.reservations.reserve(
        site, for: camper, dates: stay("2026-06-20", "2026-06-23"))
      try desk.folios.pay(100, by: .card, for: reservation)
      try desk.reservations(on: "2026-06-16").cancel("R-1", reason: "ill")
      try desk.folios.refund(30, to: reservation, by: .card, reason: "canceled")
      // Kept are 40 and 5; of the 100 that were paid, 30 went back, and 25 are left to give back.
      XCTAssertEqual(
        try desk.folios.confirmation(of: reservation).text,
        """
        Wawona                                                          Cancellation R-1
        ================================================================================
        Guest       Ada Rivera
        Site        15
        Arrival     Saturday, June 20, 2026, from 3:00 PM
        Departure   Tuesday, June 23, 2026, by 11:00 AM
        Nights      3
        Party       1 adult
        Status      Canceled
        Canceled    Tuesday, June 16, 2026 12:00 PM
        Reason      ill
        Terms       Standard, 0 to 6 days before: keeps the first night and a fee of
                    $5.00

        Date               Kept                                                   Amount
        --------------------------------------------------------------------------------
        Tue, Jun 16, 2026  Unused nights                                          $40.00
        Tue, Jun 16, 2026  Cancellation fee                                        $5.00
        --------------------------------------------------------------------------------
                           Total kept                                             $45.00

                           Paid                                                  $100.00
                           Refunded                                               $30.00
                           Refund due                                             $25.00

        """)
    }
  }

  func testANoShowHasAPaperOfItsOwnAndAStayOfWhichNothingIsKeptSaysSo() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      let site = try desk.sites.add("15", rate: 40)
      let missed = try desk.reservations.reserve(
        site, for: nil, dates: stay("2026-06-15", "2026-06-17"))
      try desk.reservations(at: evening("2026-06-15")).noShow("R-1")
      let paper = try desk.folios.confirmation(of: missed)
      XCTAssertEqual(paper.title, "No-show R-1")
      XCTAssertEqual(
        paper.closing.map { "\($0.text) \($0.amount)" },
        ["Kept $0.00", "Paid $0.00", "Nothing due $0.00"])
      XCTAssertTrue(paper.text.contains("Recorded    Monday, June 15, 2026 8:00 PM\n"), paper.text)
    }
  }

  /// The amounts of a printed paper in cents: of lines with a date, and of the sums by their names.
  private static func amounts(in text: String) -> (lines: [Int64], sums: [String: Int64]) {
    var lines: [Int64] = []
    var sums: [String: Int64] = [:]
    for row in text.split(separator: "\n") {
      guard let match = row.firstMatch(of: /^(.*?)\s+(-?)\$(\d+)\.(\d\d)$/),
        let whole = Int64(match.3), let cents = Int64(match.4)
      else { continue }
      let amount = (whole * 100 + cents) * (match.2.isEmpty ? 1 : -1)
      if row.contains(#/^[A-Z][a-z]{2}, /#) {
        lines.append(amount)
      } else {
        sums[match.1.trimmingCharacters(in: .whitespaces)] = amount
      }
    }
    return (lines, sums)
  }

  func testTheConfirmationNamesWhatIsNotGivenBackHoweverEarlyOneCancels() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("15", rate: 40)
      try desk.rates.addFee("Booking", FeePlan(amount: 5))
      try desk.rates.addTax("Fee tax", TaxPlan(percent: 10, group: "fees"))
      try desk.rates.addFee("Cleaning", FeePlan(amount: 20, taxGroup: "fees"))
      try desk.rates.addFee("Linen", FeePlan(amount: 7, isRefundable: true))
      let dates = try stay("2026-07-20", "2026-07-22")
      _ = try desk.reservations.reserve(site, for: nil, dates: dates)
      XCTAssertEqual(
        try desk.folios.confirmation(of: desk.find("R-1")).notes,
        [
          "If you cancel, we keep these nonrefundable charges: Booking $5.00, Cleaning $20.00 and "
            + "Fee tax $2.00."
        ])
      try desk.policies.add(
        "P",
        PolicyPlan(
          steps: [
            .init(NoticeDays(from: 0, through: 1), keeps: .everything),
            .init(NoticeDays(from: 2, through: nil), keeps: .nothing),
          ], graceMinutes: 60))
      _ = try desk.reservations.reserve(
        desk.sites.add("16", rate: 40), for: nil, dates: dates)
      XCTAssertEqual(
        try desk.folios.confirmation(of: desk.find("R-2")).notes,
        [
          "If you cancel (policy P): 0 to 1 days before arrival, we keep the price of all nights; "
            + "2 days or more before arrival, we keep nothing else.",
          "In every case we also keep these nonrefundable charges: Booking $5.00, "
            + "Cleaning $20.00 and Fee tax $2.00.",
          "Cancel within 60 minutes of booking for a full refund.",
        ])
      // What the paper says is what is kept.
      try desk.reservations.cancel("R-1")
      XCTAssertEqual(
        try desk.folios.balance(of: desk.find("R-1")).charged, try usd("27"))
    }
  }

  func testTheConfirmationOfAGroupAddsUpWhatIsNotGivenBack() async throws {
    try await eachStore { desk in
      try desk.rates.addFee("Booking", FeePlan(amount: 5))
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-07-20", "2026-07-22")
      try desk.reservations.bookGroup(
        "Scouts", sites.map { Booking($0, for: nil, dates: dates) })
      XCTAssertEqual(
        try desk.folios.confirmation(of: desk.reservations.group("Scouts")).notes,
        ["If you cancel, we keep these nonrefundable charges: Booking $10.00."])
    }
  }
}
