import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// The papers about a whole group.
@MainActor
final class GroupPaperTests: XCTestCase {
  /// Scout troop 7 on the sites 1 to 3 at 40.00 a night with 10% of bed tax, from 2026-06-20: two
  /// nights, and one on site 3, which is R-3.
  private func scouts(_ desk: TestDesk) throws -> ReservationGroup {
    _ = try desk.campground(in: "UTC")
    let sites = try ["1", "2", "3"].map { name in
      try desk.sites.add(name, features: CampSiteFeatures(type: .tent), rate: 40)
    }
    try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
    let leader = try desk.campers.addCamper("Rivera", phoneNumber: "555-1234")
    try desk.reservations.bookGroup(
      "Scout troop 7",
      zip(sites, [2, 2, 1]).map { site, nights in
        Booking(
          site, for: leader, dates: try StayDates(arrival: day("2026-06-20"), nights: nights),
          party: Party(adults: 6))
      })
    return try desk.reservations.group("Scout troop 7")
  }

  /// The lines as text, `Paid $100.00`.
  private func words(_ lines: [Paper.Row]) -> [String] {
    lines.map { "\($0.text) \($0.amount)" }
  }

  func testTheConfirmationHasEachStayWithItsSumAndTheWholeGroupsBalance() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      try desk.folios.charge(30, for: "Meeting hall", toGroup: group)
      try desk.folios.pay(100, by: .check, forGroup: group, reference: "118")
      try desk.reservations.cancel("R-3", reason: "fewer scouts")
      // 2 × (80 + 8) are agreed; of R-3 nothing is kept. Each has 10 of the hall, 100 are paid.
      XCTAssertEqual(
        try desk.folios.confirmation(of: group).text,
        """
        Wawona                                                Confirmation Scout troop 7
        ================================================================================
        Group       Scout troop 7
        Payer       Rivera
                    555-1234
        Arrival     Saturday, June 20, 2026, from 3:00 PM
        Departure   Monday, June 22, 2026, by 11:00 AM
        Stays       2 reserved, 1 canceled
        Party       12 adults

        R-1 · site 1 (tent) · Rivera
        Sat, Jun 20, 2026 to Mon, Jun 22, 2026 · 2 nights · 6 adults · Reserved
        Date               Charges                                                Amount
        --------------------------------------------------------------------------------
        Mon, Jun 15, 2026  Meeting hall                                           $10.00
        Sat, Jun 20, 2026  Night                                                  $40.00
        Sun, Jun 21, 2026  Night                                                  $40.00
        Sun, Jun 21, 2026  Bed tax                                                 $8.00
        --------------------------------------------------------------------------------
                           Total for R-1                                          $98.00
                           taxes included                                          $8.00

        R-2 · site 2 (tent) · Rivera
        Sat, Jun 20, 2026 to Mon, Jun 22, 2026 · 2 nights · 6 adults · Reserved
        Date               Charges                                                Amount
        --------------------------------------------------------------------------------
        Mon, Jun 15, 2026  Meeting hall                                           $10.00
        Sat, Jun 20, 2026  Night                                                  $40.00
        Sun, Jun 21, 2026  Night                                                  $40.00
        Sun, Jun 21, 2026  Bed tax                                                 $8.00
        --------------------------------------------------------------------------------
                           Total for R-2                                          $98.00
                           taxes included                                          $8.00

        R-3 · site 3 (tent) · Rivera
        Sat, Jun 20, 2026 to Sun, Jun 21, 2026 · 1 night · 6 adults · Canceled
        Canceled: Mon, Jun 15, 2026 12:00 PM
        Reason: fewer scouts
        Date               Kept                                                   Amount
        --------------------------------------------------------------------------------
        Mon, Jun 15, 2026  Meeting hall                                           $10.00
        --------------------------------------------------------------------------------
                           Total for R-3                                          $10.00

                           Total                                                 $206.00
                           taxes included                                         $16.00
                           Paid                                                  $100.00
                           Balance due                                           $106.00

        """)
    }
  }

  func testTheReceiptHasTheLinesOfEachStayAndWhatWasPaidForAllAtOnceAsOneLine() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      try desk.folios.charge(Decimal(3_002) / 100, for: "Meeting hall", toGroup: group)
      try desk.folios.pay(100, by: .check, forGroup: group, reference: "118")
      try desk.folios.pay(5, by: .cash, for: desk.find("R-2"))
      let paper = try desk.folios.receipt(of: group)
      XCTAssertEqual(paper.title, "Receipt Scout troop 7 · F-1")
      // 30.02 for three: 10.01, 10.01, 10.00.
      XCTAssertEqual(
        paper.sections.map { $0.about.prefix(1) + words($0.lines + $0.sums) },
        [
          ["R-1 · site 1 (tent) · Rivera", "Meeting hall $10.01", "Total for R-1 $10.01"],
          ["R-2 · site 2 (tent) · Rivera", "Meeting hall $10.01", "Total for R-2 $10.01"],
          ["R-3 · site 3 (tent) · Rivera", "Meeting hall $10.00", "Total for R-3 $10.00"],
          [
            "Payment by check (118) $100.00", "Payment by cash · R-2 $5.00",
            "Total paid $105.00",
          ],
        ])
      // To come are 88 + 88 + 44.
      XCTAssertEqual(
        words(paper.closing),
        [
          "Total charged $30.02", "Agreed, not yet charged $220.00", "Paid $105.00",
          "Balance due $145.02",
        ])
    }
  }

  func testWhatIsKeptOfACanceledStayIsOnBothPapers() async throws {
    try await eachStore { desk in
      _ = try desk.campground(in: "UTC")
      try desk.policies.add(
        "Standard",
        PolicyPlan(steps: [
          .init(NoticeDays(from: 0, through: 6), keeps: .nights(1), fee: 5),
          .init(NoticeDays(from: 7, through: nil), keeps: .nothing),
        ]), isDefault: true)
      let sites = try ["1", "2"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-06-20", "2026-06-22")
      try desk.reservations.bookGroup("Scouts", sites.map { Booking($0, for: nil, dates: dates) })
      try desk.reservations(on: "2026-06-16").cancel("R-2", reason: "ill")
      let group = try desk.reservations.group("Scouts")
      let confirmation = try desk.folios.confirmation(of: group)
      XCTAssertEqual(
        confirmation.sections[1].about,
        [
          "R-2 · site 2",
          "2026-06-20 to 2026-06-22 · 2 nights · 1 adult · Canceled",
          "Canceled: 2026-06-16 12:00", "Reason: ill",
          "Terms: Standard, 0 to 6 days before: keeps the first night and a fee of $5.00",
        ])
      XCTAssertEqual(confirmation.sections[1].title, "Kept")
      XCTAssertEqual(words(confirmation.sections[1].sums), ["Total for R-2 $45.00"])
      // 80 of R-1, and 45 that are kept.
      XCTAssertEqual(
        words(confirmation.closing), ["Total $125.00", "Paid $0.00", "Balance due $125.00"])
      XCTAssertEqual(
        confirmation.notes.filter { $0.contains("policy Standard") }.count, 1,
        "the terms are told once")
      XCTAssertEqual(
        words(try desk.folios.receipt(of: group).sections[1].sums), ["Total for R-2 $45.00"])
      try desk.reservations(on: "2026-06-16").cancel("R-1")
      XCTAssertEqual(try desk.folios.confirmation(of: group).title, "Cancellation Scouts")
    }
  }

  func testTheDepositsOfAGroupAreOneSumADayAndWhatTheGroupPaidGoesToThem() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2", "3"].map { try desk.sites.add($0, rate: 45) }
      try desk.rates.addDepositRule("First night", DepositPlan(nights: 1))
      let dates = try stay("2026-07-01", "2026-07-03")
      try desk.reservations.bookGroup("Scouts", sites.map { Booking($0, for: nil, dates: dates) })
      let group = try desk.reservations.group("Scouts")
      // By the order of the stays R-1 has 90 of it, and yet the group paid 100 of 135.
      try desk.folios.pay(100, by: .card, forGroup: group)
      XCTAssertEqual(
        words(try desk.folios.confirmation(of: group).closing),
        [
          "Total $270.00", "Deposit, due 2026-06-15 $135.00", "paid so far $100.00",
          "Paid $100.00", "Balance due $170.00",
        ])
    }
  }

  func testAStayOnTwoSitesIsOneStayOfTheGroup() async throws {
    try await eachStore { desk in
      let sites = try ["1", "2", "3"].map { try desk.sites.add($0, rate: 40) }
      var split = Booking(sites[0], for: nil, dates: try stay("2026-06-20", "2026-06-22"))
      split.siteChanges = [SiteChange(on: try day("2026-06-21"), to: sites[1])]
      let single = Booking(sites[2], for: nil, dates: try stay("2026-06-20", "2026-06-21"))
      try desk.reservations.bookGroup("Scouts", [split, single])
      let group = try desk.reservations.group("Scouts")
      try desk.folios.charge(10, for: "firewood", to: desk.find("R-1"))
      for paper in try [desk.folios.confirmation(of: group), desk.folios.receipt(of: group)] {
        XCTAssertEqual(
          paper.sections.map(\.about).filter { !$0.isEmpty },
          [
            [
              "R-1", "Site 1, 2026-06-20 to 2026-06-21",
              "Site 2, 2026-06-21 to 2026-06-22",
              "2026-06-20 to 2026-06-22 · 2 nights · 1 adult · Reserved",
            ],
            [
              "R-2 · site 3",
              "2026-06-20 to 2026-06-21 · 1 night · 1 adult · Reserved",
            ],
          ])
      }
      XCTAssertEqual(
        try desk.folios.receipt(of: group).sections[0].lines.map(\.text), ["firewood"])
      XCTAssertEqual(
        try desk.folios.confirmation(of: group).sections.map { "\($0.sums[0].amount)" },
        ["$90.00", "$40.00"])
    }
  }

  func testALineAboutNoStayIsPrintedToo() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      let line = FolioEntry(context: desk.stack.mainContext)
      line.kind = .sale
      line.text = "Bus"
      line.amountMinor = 2_500
      line.date = try day("2026-06-15")
      line.posting = desk.posting()
      line.folio = group.folio
      try desk.stack.mainContext.saveThrough()
      let paper = try desk.folios.receipt(of: group)
      XCTAssertEqual(paper.sections[3].about, ["Whole group"])
      XCTAssertEqual(words(paper.sections[3].lines), ["Bus $25.00"])
      XCTAssertEqual(words(paper.closing).first, "Total charged $25.00")
    }
  }

  func testTheTaxesOfAReceiptAreWithoutThoseThatWereTakenBack() async throws {
    try await eachStore { desk in
      let group = try scouts(desk)
      let line = try desk.folios.charge(
        50, for: "Canoe", to: desk.find("R-1"), taxGroup: RateCard.lodgingGroup)
      XCTAssertEqual(
        words(try desk.folios.receipt(of: group).sections[0].sums),
        ["Total for R-1 $55.00", "taxes included $5.00"])
      let tax = try XCTUnwrap(group.folio?.entries.first { $0.kind == .tax })
      try desk.folios.reverse(tax, reason: "exempt")
      XCTAssertEqual(
        words(try desk.folios.receipt(of: group).sections[0].sums), ["Total for R-1 $50.00"])
      XCTAssertEqual(words(try desk.folios.receipt(of: desk.find("R-1")).sections[0].sums).count, 1)
      XCTAssertNil(line.reversedBy)
    }
  }

  func testADayOfAGroupIsPrintedByTheDay() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add(
        "Ramp", features: CampSiteFeatures(type: .dayUse), rate: 8)
      try desk.reservations.bookGroup(
        "Anglers", [Booking(site, for: nil, dates: stay("2026-07-01", "2026-07-02"))])
      let paper = try desk.folios.confirmation(of: desk.reservations.group("Anglers"))
      XCTAssertEqual(
        paper.sections[0].about,
        ["R-1 · site Ramp (day-use)", "2026-07-01 · 1 day · 1 adult · Reserved"])
      XCTAssertTrue(paper.text.contains("From        Wednesday, July 1, 2026\n"), paper.text)
    }
  }

  func testLongNamesWrapAndNothingOfThemIsMarkup() async throws {
    try await eachStore { desk in
      let site = try desk.sites.add("<i>" + String(repeating: "w", count: 100), rate: 123_456)
      let camper = try desk.campers.addCamper(
        "<script>" + String(repeating: "キャンプ", count: 30), phoneNumber: nil)
      let name = "\"><img src=x onerror='a()'> & " + String(repeating: "long ", count: 40)
      try desk.reservations.bookGroup(
        name, [Booking(site, for: camper, dates: stay("2026-07-01", "2026-07-02"))])
      let group = try desk.reservations.group(name)
      for paper in try [desk.folios.confirmation(of: group), desk.folios.receipt(of: group)] {
        for row in paper.text.split(separator: "\n") {
          let width = row.reduce(0) { $0 + ($1 > "\u{3000}" ? 2 : 1) }
          XCTAssertLessThanOrEqual(width, 80, String(row))
        }
        // In the title, and as the name of the group.
        XCTAssertEqual(paper.text.components(separatedBy: "long").count, 81)
        XCTAssertTrue(paper.text.contains(" $123,456.00\n"), paper.text)
        for tag in ["<img", "<i>", "<script"] {
          XCTAssertFalse(paper.html.contains(tag), paper.html)
        }
        XCTAssertTrue(
          paper.html.contains("&quot;&gt;&lt;img src=x onerror=&#39;a()&#39;&gt; &amp; long"))
      }
    }
  }
}
