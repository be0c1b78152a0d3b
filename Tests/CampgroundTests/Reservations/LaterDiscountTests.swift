import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Discounts that are given after some nights were charged: they are for those to come.
@MainActor
final class LaterDiscountTests: XCTestCase {
  /// R-1 of five nights at 40 from 2026-06-15 on, a guest who is here, the first two
  /// charged; it is the third day.
  private func guest(_ desk: TestDesk, nights: Int = 5) throws -> ReservationService {
    let site = try desk.sites.add("15", rate: 40)
    try desk.reservations.book(
      Booking(site, for: nil, dates: StayDates(arrival: day("2026-06-15"), nights: nights)))
    try desk.reservations.checkIn("R-1")
    try desk.folios.runNightly(day("2026-06-15"))
    try desk.folios(on: "2026-06-16").runNightly(day("2026-06-16"))
    return try desk.reservations(on: "2026-06-17")
  }

  /// What is agreed of discounts: `2026-06-17 Senior -400`.
  private func discounts(_ change: StayChange) -> [String] {
    change.newLines.filter { $0.kind == .discount }.map { "\($0.day) \($0.text) \($0.amountMinor)" }
  }

  func testNightsToComeGetItAndThoseThatAreChargedStay() async throws {
    try await eachStore { desk in
      let service = try guest(desk)
      let senior = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10))
      // A rate that was raised meanwhile is for nights that are added.
      try desk.sites.edit(desk.sites.find("15"), rate: 50)
      let posted = try desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).map(\.amountMinor)
      let shown = try service.preview { try $0.edit("R-1", discount: .chosen(senior)) }
      XCTAssertEqual(
        discounts(shown),
        ["2026-06-17 Senior -400", "2026-06-18 Senior -400", "2026-06-19 Senior -400"])
      XCTAssertEqual(shown.difference, try usd("-12"))
      XCTAssertNil(shown.remarks.discountForNoNight)
      XCTAssertNil(try desk.find("R-1").discount)
      let change = try service.accepting(shown).edit("R-1", discount: .chosen(senior))
      XCTAssertEqual(change.after.total, try usd("188"))
      XCTAssertEqual(
        try desk.folios.lines(of: XCTUnwrap(desk.find("R-1").folio)).map(\.amountMinor), posted)
      // An added night has the rate of now and the discount: 50 less 5.
      XCTAssertEqual(try service.extend("R-1", by: 1).difference, try usd("45"))
      // Taken away it is given back for what is to come: 3 × 4 and 5.
      XCTAssertEqual(
        try service.edit("R-1", discount: .without).difference, try usd("17"))
    }
  }

  func testAnAmountIsTakenOffWholeAsFarAsTheNightsToComeGo() async throws {
    try await eachStore { desk in
      let service = try guest(desk)
      let fifty = try desk.rates.addDiscount("Fifty", DiscountPlan(amount: 50))
      let huge = try desk.rates.addDiscount("Huge", DiscountPlan(amount: 500))
      // 50 over three nights of 40: 16.67, 16.67, 16.66.
      XCTAssertEqual(
        discounts(try service.edit("R-1", discount: .chosen(fifty))),
        ["2026-06-17 Fifty -1667", "2026-06-18 Fifty -1667", "2026-06-19 Fifty -1666"])
      let change = try service.edit("R-1", discount: .chosen(huge))
      XCTAssertEqual(change.after.total, try usd("80"))
      // Two nights are left when the first of them is charged, and lost all the same.
      try desk.folios(on: "2026-06-17").runNightly(day("2026-06-17"))
      let next = try desk.reservations(on: "2026-06-18")
      XCTAssertEqual(
        discounts(try next.edit("R-1", discount: .chosen(fifty))),
        ["2026-06-17 Huge -4000", "2026-06-18 Fifty -2500", "2026-06-19 Fifty -2500"])
    }
  }

  func testOtherDiscountsFeesAndTaxesStayAsTheyWereAgreed() async throws {
    try await eachStore { desk in
      let week = try desk.rates.addDiscount(
        "Long", DiscountPlan(percent: 10, minimumNights: 5, isAutomatic: true))
      let tax = try desk.rates.addTax("Bed tax", TaxPlan(percent: 10))
      let service = try guest(desk)
      // 5 × 40 less 10%, and 10% of tax on it.
      XCTAssertEqual(try desk.find("R-1").total, try usd("198"))
      try desk.rates.edit(week) { $0.isActive = false }
      try desk.rates.edit(tax) { $0.percent = 20 }
      let senior = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 25))
      let change = try service.edit("R-1", discount: .chosen(senior))
      XCTAssertEqual(
        discounts(change).filter { $0.contains("Long") }.count, 5)
      // 180 less 3 × 10, and a fifth of it, which is the tax from today on.
      XCTAssertEqual(change.after.total, try usd("180"))
      // One that is for long stays is not for a shorter one: 4 × 40 less 2 × 10, and a fifth.
      XCTAssertEqual(try service.shorten("R-1", by: 1).after.total, try usd("168"))
      XCTAssertEqual(
        try service.edit("R-1", discount: .without).after.total, try usd("192"))
    }
  }

  func testNightsOfAMonthKeepTheirPartOfIt() async throws {
    try await eachStore { desk in
      try desk.rates.addRate("Monthly", RatePlan(amount: 900, kind: .monthly))
      let site = try desk.sites.add("15")
      // June 15 to July 15 is a month of thirty nights at 30.
      try desk.reservations.book(
        Booking(site, for: nil, dates: stay("2026-06-15", "2026-07-15")))
      try desk.reservations.checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"))
      let half = try desk.rates.addDiscount("Half", DiscountPlan(percent: 50))
      let change = try desk.reservations(on: "2026-06-16").edit("R-1", discount: .chosen(half))
      XCTAssertEqual(change.after.total, try usd("465"))
      XCTAssertEqual(
        Set(change.newLines.filter { $0.kind == .lodging }.map(\.period?.kind)), [.monthly])
    }
  }

  func testAStayGetsItAndTheOthersOfAGroupDoNot() async throws {
    try await eachStore { desk in
      let sites = try ["15", "16", "17"].map { try desk.sites.add($0, rate: 40) }
      let dates = try stay("2026-06-15", "2026-06-19")
      var first = Booking(sites[0], for: nil, dates: dates)
      first.siteChanges = [SiteChange(on: try day("2026-06-17"), to: sites[1])]
      try desk.reservations.book(first)
      _ = try desk.reservations.bookGroup("Scouts", [Booking(sites[2], for: nil, dates: dates)])
      try desk.reservations.join("R-1", group: "Scouts")
      try desk.reservations.checkIn("R-1")
      try desk.folios.runNightly(day("2026-06-15"))
      let senior = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10))
      let change = try desk.reservations(on: "2026-06-16").edit("R-1", discount: .chosen(senior))
      XCTAssertEqual(change.after.total, try usd("148"))
      XCTAssertEqual(try desk.find("R-1").discount, senior.name)
      XCTAssertNil(try desk.find("R-2").discount)
      XCTAssertEqual(try desk.find("R-2").total, try usd("160"))
    }
  }

  func testItIsRefusedWhereNoNightIsToCome() async throws {
    try await eachStore { desk in
      _ = try guest(desk, nights: 2)
      let senior = try desk.rates.addDiscount("Senior", DiscountPlan(percent: 10))
      // The guest should leave today; all nights are charged.
      let service = try desk.reservations(on: "2026-06-17")
      assertBreaks("all of R-1 is charged or past; a discount only applies to charges to come") {
        try service.edit("R-1", discount: .chosen(senior))
      }
      assertBreaks("all of R-1 is charged or past; a price only applies to charges to come") {
        try service.edit("R-1", price: 30)
      }
      // The same, or none where there was none, is no change.
      XCTAssertEqual(try service.edit("R-1", discount: .without).difference, try usd("0"))
      try service.extend("R-1", by: 1)
      XCTAssertEqual(
        discounts(try service.edit("R-1", discount: .chosen(senior))), ["2026-06-17 Senior -400"])
    }
  }

  func testItIsToldWhereItIsForNoNightToCome() async throws {
    try await eachStore { desk in
      let service = try guest(desk)
      // Nights from Wednesday June 17 to Friday are to come.
      let sundays = try desk.rates.addDiscount(
        "Sunday", DiscountPlan(percent: 10, for: ScopePlan(weekdays: Weekdays([.sunday]))))
      let change = try service.edit("R-1", discount: .chosen(sundays))
      XCTAssertEqual(change.remarks.discountForNoNight, "Sunday")
      XCTAssertEqual(change.difference, try usd("0"))
      // It is for a Sunday that is added: 2 × 40, less 4.
      XCTAssertEqual(try service.extend("R-1", by: 2).difference, try usd("76"))
    }
  }
}
