import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Bookings, guests and balances in the spreadsheets of other programs. The clock stands at
/// 2026-06-15.
@MainActor
final class SpreadsheetImportTests: XCTestCase {
  private func importing(
    _ desk: TestDesk, _ text: String, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try importing(desk, Data(text.utf8), options)
  }

  private func importing(
    _ desk: TestDesk, _ data: Data, _ options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try ReservationImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock
    ).importReservations(from: data, options: options)
  }

  private func importingGuests(_ desk: TestDesk, _ text: String) throws -> ImportSummary {
    try GuestImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock
    ).importGuests(from: Data(text.utf8))
  }

  private func importingBalances(_ desk: TestDesk, _ text: String) throws -> ImportSummary {
    try BalanceImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack, clock: desk.stack.clock
    ).importBalances(from: Data(text.utf8))
  }

  // MARK: Reading

  func testASheetOfAnotherProgramIsUnderstood() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("A12", rate: 50)
      let summary = try importing(
        desk,
        "\u{FEFF}Space No.;Check-In;Check-Out;First Name;Last Name;Cell Phone;E-Mail;Adults;Kids;"
          + "Grand Total;Amount Paid;Confirmation #;Loop;Comments\r\n"
          + "Site A12;7/14/2026 3:00 PM;7/16/2026 11:00 AM;Ana;Rivera;408-555-0100;ana@x.org;2;1;"
          + "\"$1,110.00\";$60.00;BK-77;North;\"late\narrival\"\r\n")
      XCTAssertEqual(summary.rejects.map(\.description), [])
      XCTAssertEqual([summary.imported, summary.newGuests, summary.newSites], [1, 1, 0])
      XCTAssertEqual(summary.ignoredColumns, ["Loop"])
      let stay = try desk.find("R-1")
      XCTAssertEqual("\(try XCTUnwrap(stay.dates))", "2026-07-14 to 2026-07-16")
      XCTAssertEqual(stay.siteName, "A12")
      XCTAssertEqual(stay.party, Party(adults: 2, children: 1))
      XCTAssertEqual(stay.note, "late\narrival")
      XCTAssertEqual(stay.confirmationNumber, "BK-77")
      let guest = try XCTUnwrap(stay.camper)
      XCTAssertEqual(
        [guest.fullName, guest.phoneNumber, guest.email],
        ["Ana Rivera", "408-555-0100", "ana@x.org"])
      XCTAssertEqual(stay.total, try usd("1110"))
      XCTAssertEqual(try desk.due(stay), "$1,050.00")
    }
  }

  func testAColumnIsWhatTheUserSaysItIs() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("1")
      let text = "Platz,arrival,nights,Name,Kfz\n1,2026-07-01,2,Ana Rivera,B-XY 1\n"
      XCTAssertThrowsError(try importing(desk, text)) {
        XCTAssertEqual(
          "\($0)",
          "no column says the site or class; the columns are Platz, arrival, nights, Name, Kfz")
      }
      var options = ImportOptions(
        columns: [ColumnChoice("platz", to: .site), ColumnChoice("Kfz", to: .plates)])
      XCTAssertEqual(try importing(desk, text, options).imported, 1)
      XCTAssertEqual(try desk.find("R-1").camper?.plates, "B-XY 1")
      options.columns = [ColumnChoice("Plot", to: .site)]
      XCTAssertThrowsError(try importing(desk, text, options)) {
        XCTAssertEqual(
          "\($0)", "there is no column \"Plot\"; the columns are Platz, arrival, nights, Name, Kfz")
      }
    }
  }

  func testAFileMayBeInTheEncodingThatItDeclares() async throws {
    try await eachStore { desk in
      for site in ["1", "2", "3"] { _ = try desk.sites.add(site) }
      func text(_ site: Int) -> String {
        "site\tarrival\tdeparture\tguest\n\(site)\t2026-07-01\t2026-07-02\tJosé Núñez\n"
      }
      let wide = try XCTUnwrap(text(1).data(using: .utf16))
      XCTAssertEqual(try importing(desk, wide).imported, 1)
      let windows = try XCTUnwrap(text(2).data(using: .windowsCP1252))
      XCTAssertThrowsError(try importing(desk, windows))
      XCTAssertEqual(try importing(desk, windows, ImportOptions(encoding: .windows)).imported, 1)
      XCTAssertEqual(try importing(desk, "sep=\t\r\n" + text(3)).imported, 1)
      XCTAssertEqual(
        Set(try desk.reservations.reservations().map(\.camper?.fullName)), ["José Núñez"])
      XCTAssertEqual(try desk.count(Camper.self), 1)
    }
  }

  // MARK: Dates and amounts

  func testTheOrderOfDatesIsDecidedOnceForTheFile() async throws {
    try await eachStore { desk in
      for site in ["1", "2"] { _ = try desk.sites.add(site) }
      let header = "site,arrival,departure\n"
      let ambiguous = header + "1,03.07.2026,05.07.2026\n"
      XCTAssertThrowsError(try importing(desk, ambiguous)) {
        XCTAssertEqual("\($0)", "03.07.2026 may be 2026-03-07 or 2026-07-03")
      }
      // The second row has no 15th month.
      let clear = ambiguous + "2,03.07.2026,15.07.2026\n"
      XCTAssertEqual(try importing(desk, clear).imported, 2)
      XCTAssertEqual("\(try desk.find("R-1").arrival)", "2026-07-03")
      XCTAssertEqual(try desk.find("R-2").numberOfNights, 12)
      // What reads the same either way is not ambiguous.
      let same = header + "1,08/08/2026,09/09/2026\n"
      XCTAssertEqual(try importing(desk, same).imported, 1)
      let told = header + "2,09/01/26,09/02/26\n"
      XCTAssertEqual(try importing(desk, told, ImportOptions(dates: .mdy)).imported, 1)
      XCTAssertEqual("\(try desk.find("R-4").arrival)", "2026-09-01")
    }
  }

  func testDatesMayHaveMonthsByName() async throws {
    for text in ["Jul 4, 2026", "4 July 2026", "Saturday, 4th Jul 2026", "20260704", "2026/7/4"] {
      XCTAssertEqual(DateForm.dmy.date(text), try day("2026-07-04"), text)
    }
    for text in ["Jul 2026", "32 July 2026", "4 Jux 2026", "7/4", "2026-13-01", "4/7/026", ""] {
      XCTAssertNil(DateForm.mdy.date(text), text)
    }
    XCTAssertEqual(DateForm.mdy.date("7/4/81"), try day("1981-07-04"))
    XCTAssertEqual(DateForm.ymd.date("26/7/4"), try day("2026-07-04"))
  }

  func testAmountsMayHaveADecimalComma() async throws {
    try await eachStore { desk in
      for site in ["1", "2"] { _ = try desk.sites.add(site) }
      let summary = try importing(
        desk,
        "site;arrival;nights;total;paid\n1;2026-07-01;1;1.234,50;0,50\n2;2026-07-01;1;80,00;\n")
      XCTAssertEqual(summary.imported, 2)
      XCTAssertEqual(try desk.find("R-1").total, try usd("1234.50"))
      XCTAssertEqual(try desk.find("R-2").total, try usd("80"))
    }
  }

  // MARK: Money

  func testATotalIsWhatTheNightsCostInAll() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15", rate: 80)
      _ = try desk.rates.addFee("Booking", FeePlan(amount: 8, basis: .stay))
      _ = try desk.rates.addTax("County", TaxPlan(percent: 10))
      _ = try desk.rates.addTax("Bed", TaxPlan(amount: 2, basis: .night))
      _ = try importing(
        desk,
        """
        site,arrival,nights,total,paid
        15,2026-07-01,2,114,60
        15,2026-07-05,2,,
        15,2026-07-08,2,3.99,

        """, ImportOptions(skipsRejects: true))
      // 114 less 2 a night is 110, of which a tenth of 100 is tax; no fee is added.
      let stay = try desk.find("R-1")
      XCTAssertEqual(stay.total, try usd("114"))
      XCTAssertNil(stay.depositMinor)
      XCTAssertEqual(try desk.due(stay), "$54.00")
      // Two nights of 80, 8 for the booking, 10% of 160 and 2 a night, as `reserve` bills it.
      XCTAssertEqual(try desk.find("R-2").total, try usd("188"))
      // A night more at 80, with 8 and 2 of taxes and the fee that the stay had not paid.
      let change = try desk.reservations.extend("R-1", by: 1)
      XCTAssertEqual(change.difference, try usd("98"))
      XCTAssertEqual(stay.total, try usd("212"))
    }
  }

  func testATotalBelowItsTaxesByAmountIsRejected() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      _ = try desk.rates.addTax("Bed", TaxPlan(amount: 2, basis: .night))
      let summary = try importing(
        desk, "site,arrival,nights,total\n15,2026-07-08,2,3.99\n")
      XCTAssertEqual(
        summary.rejects.map(\.description),
        ["row 2, total: the total $3.99 is less than its fixed taxes, $4.00"])
      XCTAssertEqual(try desk.count(Reservation.self), 0)
    }
  }

  func testNightsThatHavePassedAreChargedAtOnceAndWhatWasPaidIsInNoDrawer() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      _ = try importing(
        desk, "site,arrival,departure,guest,total,paid\n15,2026-06-13,2026-06-17,Ana,200,120\n")
      let stay = try desk.find("R-1")
      XCTAssertEqual(stay.state, .checkedIn)
      let balance = try desk.folios.balance(of: stay)
      XCTAssertEqual(balance.charged, try usd("100"))
      XCTAssertEqual("\(balance)", "balance due $80.00")
      let money = try desk.folios.money(of: day("2026-06-15"))
      XCTAssertEqual(money.byMethod.map(\.method), [.broughtOver])
      XCTAssertEqual(money.byMethod.map(\.net), [try usd("120")])
      XCTAssertEqual(money.byPerson.map(\.who), [])
      // It goes back only by a way that is named.
      _ = try desk.reservations.shorten("R-1", by: 2)
      assertBreaks(
        "the payment for R-1 was brought over from another program, and its method is unknown"
      ) { try desk.folios.refund(20, to: stay) }
      let refund = try desk.folios.refund(20, to: stay, by: .check)
      XCTAssertEqual(refund.map(\.method), [.check])
    }
  }

  func testAStayThatWasOverIsHistory() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      _ = try desk.rates.addTax("County", TaxPlan(percent: 10))
      _ = try desk.rates.addTax("Bed", TaxPlan(amount: 2, basis: .night))
      let summary = try importing(
        desk,
        """
        site,arrival,departure,guest,total,paid
        15,2026-06-10,2026-06-12,Ana,200,150

        """)
      XCTAssertEqual(summary.remarks.map(\.description), [])
      let stay = try desk.find("R-1")
      XCTAssertEqual(stay.state, .checkedOut)
      XCTAssertEqual(stay.importedTotal, try usd("200"))
      XCTAssertEqual("\(try desk.folios.balance(of: stay))", "nothing due")
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)
      // 200 less 2 a night is 98 for each night, of which 8.91 is a tenth of 89.09.
      let lines = try desk.folios.bill(of: stay).lines
      XCTAssertEqual(lines.filter { $0.kind == .lodging }.map(\.amountMinor), [8909, 8909])
      XCTAssertEqual(lines.filter { $0.kind == .tax }.reduce(0) { $0 + $1.amountMinor }, 2182)
    }
  }

  func testADryRunShowsTheFirstStays() async throws {
    try await eachStore { desk in
      _ = try desk.sites.add("15")
      let rows = (1...12).map { "15,2026-07-\($0 + 10),1,Ana,100,\($0 == 1 ? "40" : "")\n" }
      let summary = try importing(
        desk, "site,arrival,nights,guest,total,paid\n" + rows.joined(),
        ImportOptions(isDryRun: true))
      XCTAssertEqual(summary.firstStays.map(\.row), Array(2...11))
      let first = try XCTUnwrap(summary.firstStays.first)
      XCTAssertEqual(
        [first.guest, first.site, "\(first.dates)"], ["Ana", "15", "2026-07-11 to 2026-07-12"])
      XCTAssertEqual([first.total, first.paid], [try usd("100"), try usd("40")])
      XCTAssertEqual(first.status, .reserved)
    }
  }

  // MARK: Statuses

  func testTheStatusOfTheOtherProgramIsHeededAsFarAsTheDatesAllow() async throws {
    try await eachStore { desk in
      for site in 1...8 { _ = try desk.sites.add("\(site)") }
      let summary = try importing(
        desk,
        """
        site,arrival,departure,status,paid
        1,2026-07-01,2026-07-03,Confirmed,
        2,2026-06-14,2026-06-16,Confirmed,
        3,2026-07-01,2026-07-03,Cancelled,25
        4,2026-06-10,2026-06-12,No-Show,
        5,2026-07-01,2026-07-03,Tentative,
        6,2026-06-15,2026-06-17,Checked In,
        7,2026-06-01,2026-06-03,Check-Out,
        3,2026-07-01,2026-07-03,Reserved,

        """)
      XCTAssertEqual(summary.rejects.map(\.description), [])
      XCTAssertEqual(
        try desk.reservations.reservations().sorted { $0.number < $1.number }.map(\.state),
        [
          .reserved, .checkedIn, .canceled, .noShow, .requested, .checkedIn, .checkedOut, .reserved,
        ])
      XCTAssertEqual(
        summary.remarks.map(\.description),
        [
          "row 3: arrived on 2026-06-14 by its dates: checked in",
          "row 4: canceled; the payment of 25 was not imported",
          "row 6: requested only; \"accept\" books it",
        ])
      let rejected = try importing(
        desk,
        """
        site,arrival,departure,status
        8,2026-07-01,2026-07-03,Checked Out
        8,2026-07-01,2026-07-03,In house
        8,2026-07-01,2026-07-03,Sometimes

        """)
      XCTAssertEqual(
        rejected.rejects.map(\.description),
        [
          "row 2, status: checked out, but departs on 2026-07-03; enter the actual departure",
          "row 3, status: in house, but arrives on 2026-07-01",
          "row 4, status: unknown status \"Sometimes\"",
        ])
    }
  }

  // MARK: Places

  func testASiteThatIsMissingIsAnErrorThatSuggestsOneOrIsAdded() async throws {
    try await eachStore { desk in
      for site in ["B2", "B12"] { _ = try desk.sites.add(site) }
      let text = "site,arrival,nights\nB,2026-07-01,1\nlot b2,2026-07-01,1\nC,2026-07-01,1\n"
      let summary = try importing(desk, text)
      XCTAssertEqual(
        summary.rejects.map(\.description),
        [
          "row 2, site: there is no site B; did you mean B2 or B12?",
          "row 4, site: there is no site C",
        ])
      XCTAssertEqual(summary.imported, 0)
      let added = try importing(desk, text, ImportOptions(createsMissing: true))
      XCTAssertEqual([added.imported, added.newSites], [3, 2])
    }
  }

  func testABookingOfAClassTakesItsFirstFreeSite() async throws {
    try await eachStore { desk in
      let cabins = try desk.classes.add("Cabin")
      for site in ["C1", "C2"] {
        try desk.sites.edit(desk.sites.add(site), siteClass: .chosen(cabins))
      }
      let text = """
        class,arrival,departure
        cabin,2026-07-03,2026-07-05
        Cabin,2026-07-01,2026-07-04
        Cabin,2026-07-01,2026-07-03
        Cabin,2026-07-02,2026-07-05

        """
      let summary = try importing(desk, text)
      XCTAssertEqual(
        summary.rejects.map(\.description),
        ["row 5, arrival: no site of class Cabin is free 2026-07-02 to 2026-07-05"])
      let added = try importing(desk, text, ImportOptions(createsMissing: true))
      XCTAssertEqual([added.imported, added.newSites], [4, 1])
      XCTAssertEqual(
        try (1...4).map { try desk.find("R-\($0)").siteName }, ["C2", "C1", "C2", "Cabin 3"])
    }
  }

  // MARK: Guests

  func testAGuestIsTheSameByEmailOrByPhoneAndLastName() async throws {
    try await eachStore { desk in
      _ = try desk.campers.addCamper("Ana Rivera", phoneNumber: "408-555-0100", email: "ana@x.org")
      let summary = try importingGuests(
        desk,
        """
        name,phone,email,address
        A. Rivera,(408) 555 0100,,1 Oak St
        Ana María,,ANA@X.ORG,
        Ana Rivera,,,
        Ana Rivera,999,,
        Ana Rivera,,,
        "Baker, Ted",555-1,,

        """)
      XCTAssertEqual([summary.accepted, summary.newGuests], [6, 3])
      XCTAssertEqual(
        summary.remarks.map(\.description),
        [
          "row 2: Ana Rivera: kept the name Ana Rivera instead of A. Rivera",
          "row 3: Ana Rivera: kept the name Ana Rivera instead of Ana María",
          "row 5: added a second Ana Rivera; the other has 408-555-0100 and ana@x.org",
          "row 6: added another Ana Rivera; 2 guests already have that name",
        ])
      XCTAssertEqual(
        try desk.campers.campers().map(\.fullName),
        ["Ana Rivera", "Ana Rivera", "Ana Rivera", "Ted Baker"])
      XCTAssertEqual(
        try desk.campers.campers().compactMap(\.address), ["1 Oak St"])
    }
  }

  // MARK: A second import

  func testAConfirmationNumberIsFoundAndImportedOnce() async throws {
    try await eachStore { desk in
      for site in ["1", "2"] { _ = try desk.sites.add(site) }
      let first = "site,arrival,nights,confirmation number\n1,2026-07-01,2,BK-77\n"
      XCTAssertEqual(try importing(desk, first).imported, 1)
      let again = try importing(desk, first + "2,2026-07-01,2,BK-78\n")
      XCTAssertEqual([again.imported, again.skipped], [1, 1])
      XCTAssertEqual(try desk.find("R-1").confirmationNumber, "BK-77")
      XCTAssertEqual(try desk.count(Reservation.self), 2)
    }
  }

  func testAnImportIsUndoneAsAWholeAndItsMoneyIsReversed() async throws {
    try await eachStore { desk in
      for site in ["1", "2"] { _ = try desk.sites.add(site, rate: 50) }
      _ = try desk.campers.addCamper("Ana Rivera", phoneNumber: nil)
      let text = """
        site,arrival,departure,guest,total,paid,phone
        1,2026-06-13,2026-06-17,Ted Baker,200,120,
        2,2026-06-01,2026-06-03,Ana Rivera,100,100,555-1
        2,2026-07-01,2026-07-03,Sue Park,,,

        """
      let clerk = Desk(on: desk.stack, clock: desk.stack.clock)
      try clerk.perform("import") {
        _ = try $0.reservationImporter.importReservations(from: Data(text.utf8))
      }
      XCTAssertEqual(try desk.count(FolioEntry.self), 3)
      let last = try XCTUnwrap(clerk.lastCommand())
      _ = try clerk.undoCommand(last.number)
      let stays = try desk.reservations.list(takenBack: true).rows
      XCTAssertEqual(stays.map(\.code), ["R-1"])
      XCTAssertEqual(stays.map(\.state), [.canceled])
      XCTAssertEqual(stays.map(\.isTakenBack), [true])
      XCTAssertEqual("\(try desk.folios.balance(of: stays[0]))", "nothing due")
      XCTAssertEqual(try desk.folios.money(of: day("2026-06-15")).paid, try usd("0"))
      XCTAssertEqual(try desk.count(ReservationNight.self), 0)
      XCTAssertEqual(
        try desk.campers.campers().map(\.fullName), ["Ana Rivera", "Ted Baker"])
      XCTAssertEqual(try desk.campers.find("Ana Rivera").phoneNumber, nil)
    }
  }

  // MARK: Balances

  func testABalanceIsAChargeWithoutTaxOrAPaymentThatWasBroughtOver() async throws {
    try await eachStore { desk in
      for site in ["1", "2", "3"] { _ = try desk.sites.add(site, rate: 50) }
      _ = try desk.rates.addTax("County", TaxPlan(percent: 10))
      _ = try importing(
        desk,
        """
        site,arrival,nights,guest,confirmation number,total
        1,2026-07-01,1,Ana Rivera,BK-1,100
        2,2026-07-01,1,Ted Baker,BK-2,100
        3,2026-07-01,1,Ted Baker,BK-3,100

        """)
      let summary = try importingBalances(
        desk,
        """
        guest,confirmation number,balance,memo
        Ana Rivera,,12.50,Firewood of 2025
        ,BK-2,(30),
        Ted Baker,,5,
        Nobody,,5,

        """)
      XCTAssertEqual(
        summary.rejects.map(\.description),
        [
          "row 4, guest: Ted Baker has R-2, R-3; name the stay in a column of its own",
          "row 5, guest: there is no guest Nobody",
        ])
      XCTAssertEqual(try desk.count(FolioEntry.self), 0)
      let good = try importingBalances(
        desk, "stay,amount,text\nR-1,12.50,Firewood of 2025\nBK-2,-30,\n")
      XCTAssertEqual(good.imported, 2)
      XCTAssertEqual(try desk.due(desk.find("R-1")), "$112.50")
      XCTAssertEqual(try desk.due(desk.find("R-2")), "$70.00")
    }
  }
}
