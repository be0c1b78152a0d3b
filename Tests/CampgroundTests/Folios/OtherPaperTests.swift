import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

/// Registration cards, gate tags, statements and receipts of counter sales, and what no paper tells.
@MainActor
final class OtherPaperTests: XCTestCase {
  private func lines(_ rows: [Paper.Row]) -> [String] { rows.map { "\($0.text) \($0.amount)" } }

  func testAReceiptOfACounterSaleTellsItsTaxesAndHowItWasPaid() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 10, group: "shop"))
      let wood = try desk.sales.addItem("firewood", ItemPlan(price: 6.25, taxGroup: "shop"))
      let sale = try desk.sales.addSale(of: .item(wood), quantity: 2, settledBy: .payment(.cash))
      let paper = try desk.folios.receipt(of: sale)
      XCTAssertEqual(paper.title, "Receipt S-1")
      // 2 × 6.25 are 12.50, and 10% of that are 1.25.
      XCTAssertEqual(
        lines(paper.sections[0].lines), ["2 × firewood $12.50", "Sales tax $1.25"])
      XCTAssertEqual(lines(paper.sections[0].sums), ["Total $13.75", "taxes included $1.25"])
      XCTAssertEqual(lines(paper.closing), ["Paid by cash $13.75"])
      // Its reversal is a paper of its own, and leaves this one as it was.
      let back = try desk.sales.reverse(sale, reason: "wet")
      let returned = try desk.folios.receipt(of: back)
      XCTAssertEqual(lines(returned.sections[0].sums).first, "Total -$13.75")
      XCTAssertEqual(lines(returned.closing), ["Paid by cash -$13.75"])
      XCTAssertTrue(returned.text.contains("Reverses    S-1"), returned.text)
      XCTAssertEqual(lines(try desk.folios.receipt(of: sale).closing), ["Paid by cash $13.75"])
    }
  }

  func testASaleThatWasChargedToAStayWasNotPaidAtTheCounter() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_500])
      let sale = try desk.sales.addSale(of: .words("ice"), amount: 3, settledBy: .charge(stay))
      let paper = try desk.folios.receipt(of: sale)
      XCTAssertEqual(paper.closing, [])
      XCTAssertTrue(paper.text.contains("Charged to  R-1"), paper.text)
    }
  }

  func testARegistrationCardAsksForWhatIsNotKnownAndForASignature() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-18", nights: [4_500, 4_500])
      try desk.folios.pay(50, by: .card, for: stay)
      let card = try desk.folios.registrationCard(of: stay)
      XCTAssertEqual(card.blanks, ["License plates", "Phone", "E-mail", "Signature", "Date"])
      XCTAssertEqual(lines(card.closing), ["Total $90.00", "Paid $50.00", "Balance due $40.00"])
      let guest = try XCTUnwrap(stay.camper)
      (guest.plates, guest.phoneNumber, guest.email) = ("7ABC123", "209-555-0101", "a@b.example")
      try desk.stack.mainContext.saveThrough()
      let known = try desk.folios.registrationCard(of: stay)
      XCTAssertEqual(known.blanks, ["Signature", "Date"])
      XCTAssertTrue(known.text.contains("Vehicles    7ABC123\n"), known.text)
      XCTAssertTrue(known.text.contains("Signature:         ____"), known.text)
      XCTAssertTrue(known.html.contains("<th scope=\"row\">Signature</th><td></td>"), known.html)
    }
  }

  func testAGateTagNamesTheSiteAndTheLastDayAndNobody() async throws {
    try await eachStore { desk in
      let stay = try desk.stay("2026-06-18", nights: [4_500, 4_500])
      let tag = try desk.folios.gateTag(of: stay)
      XCTAssertEqual(tag.headline, ["Site 15", "until 2026-06-20"])
      XCTAssertFalse(tag.text.contains("Rivera") || tag.html.contains("Rivera"), tag.text)
      XCTAssertTrue(
        tag.html.contains("<p class=\"headline\">until Sat, Jun\u{A0}20,\u{A0}2026</p>")
          || tag.html.contains("until Sat,\u{A0}Jun\u{A0}20,\u{A0}2026"), tag.html)
      _ = try desk.reservations.cancel("R-1")
      XCTAssertThrowsError(try desk.folios.gateTag(of: stay)) {
        XCTAssertTrue("\($0)".hasPrefix("R-1 is canceled"), "\($0)")
      }
      XCTAssertThrowsError(try desk.folios.registrationCard(of: stay))
    }
  }

  func testAStatementBeginsAndEndsWithTheBalance() async throws {
    try await eachStore { desk in
      try desk.begin(on: "2026-05-20")
      let stay = try desk.stay("2026-06-15", nights: [4_500])
      let guest = try XCTUnwrap(stay.camper)
      let folios = { (date: String) in
        FolioService(
          managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
          clock: FixedClock(try noon(date)))
      }
      try folios("2026-05-30").charge(20, for: "storage", to: stay)
      try folios("2026-06-02").charge(30, for: "propane", to: stay)
      try folios("2026-06-03").pay(25, by: .cash, for: stay)
      try folios("2026-06-29").pay(40, by: .card, for: stay)
      func statement(_ first: String, _ last: String) throws -> Paper {
        try folios("2026-07-01").statement(of: guest, over: day(first)...day(last))
      }
      XCTAssertEqual(
        lines(try statement("2026-06-01", "2026-06-10").closing),
        [
          "Balance brought forward $20.00", "Charged $30.00", "Paid $25.00",
          "Balance on 2026-06-10 $25.00",
        ])
      XCTAssertEqual(
        lines(try statement("2026-06-11", "2026-06-30").closing),
        [
          "Balance brought forward $25.00", "Charged $0.00", "Paid $40.00",
          "Credit on 2026-06-30 $15.00",
        ])
      let whole = try statement("2026-01-01", "2026-12-31")
      XCTAssertEqual(whole.sections.map(\.title), ["Charged", "Paid"])
      XCTAssertEqual(lines(whole.sections[0].lines), ["storage $20.00", "propane $30.00"])
      XCTAssertEqual(lines(whole.closing).last, "Credit on 2026-12-31 $15.00")
    }
  }

  func testNoPaperNamesAnotherGuestsStay() async throws {
    try await eachStore { desk in
      let (first, second) = (
        try desk.stay(nights: [4_500]), try desk.stay(nights: [4_500], site: "16", camper: "Bo")
      )
      let line = try desk.folios.pay(45, by: .card, for: first)
      let moved = try desk.folios.movePayment(line, to: second)
      XCTAssertEqual(moved.remark, "from R-1")
      XCTAssertNil(moved.reason)
      for paper in try [desk.folios.invoice(of: second), desk.folios.receipt(of: second)] {
        XCTAssertFalse(paper.text.contains("R-1"), paper.text)
        XCTAssertFalse(paper.html.contains("R-1"), paper.html)
      }
    }
  }

  func testACreditAndAPaymentArePositiveOnPaper() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_500])
      try desk.folios.pay(60, by: .card, for: stay)
      try desk.folios.refund(5, to: stay, reason: "dirty")
      let invoice = try desk.folios.invoice(of: stay)
      XCTAssertEqual(lines(invoice.closing), ["Total $45.00", "Paid $55.00", "Credit $10.00"])
      XCTAssertEqual(
        invoice.sections.last?.lines.map { "\($0.amount)" }, ["$60.00", "-$5.00"])
    }
  }

  func testADiscountIsCalledOne() async throws {
    try await eachStore { desk in
      _ = try desk.rates.addDiscount("Military", DiscountPlan(percent: 10, isAutomatic: true))
      let stay = try desk.stay(nights: [4_500])
      let texts = try desk.folios.confirmation(of: stay).sections[0].lines.map(\.text)
      XCTAssertTrue(texts.contains("Military discount"), "\(texts)")
    }
  }

  func testTheLogoIsInThePageItself() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_500])
      XCTAssertFalse(try desk.folios.confirmation(of: stay).html.contains("<img"))
      let logo = Pictures.png(width: 4, height: 2)
      let campground = try XCTUnwrap(stay.campground)
      try desk.campgrounds.setLogo(logo, of: campground)
      let html = try desk.folios.confirmation(of: stay).html
      XCTAssertTrue(
        html.contains("src=\"data:image/png;base64,\(logo.base64EncodedString())\""), html)
      XCTAssertThrowsError(try desk.campgrounds.setLogo(Data("no picture".utf8), of: campground))
      try desk.campgrounds.deleteLogo(of: campground)
      XCTAssertFalse(try desk.folios.confirmation(of: stay).html.contains("<img"))
      XCTAssertEqual(try desk.count(CampgroundLogo.self), 0)
    }
  }
}
