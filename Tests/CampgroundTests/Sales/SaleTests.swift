import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Selling and taking back. The clock stands at 2026-06-15.
@MainActor
final class SaleTests: XCTestCase {
  /// The lines of a sale in their order: kind, text, cents.
  private func lines(of sale: Sale) -> [String] {
    sale.entries.sorted { $0.number < $1.number }.map {
      "\($0.kind.rawValue) \($0.text) \($0.amountMinor)"
    }
  }

  // MARK: Paid on the spot

  func testASaleIsChargedTaxedAndPaidOnABillOfItsOwn() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "goods"))
      try desk.rates.addTax("City tax", TaxPlan(percent: Decimal(string: "1.5"), group: "goods"))
      let wood = try desk.sales.addItem(
        "firewood", ItemPlan(price: Decimal(string: "6.25")!, taxGroup: "goods"))
      let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Shop"))
      let sale = try desk.sales.addSale(
        of: .item(wood), quantity: 2, by: kasey, settledBy: .payment(.card))
      XCTAssertEqual(sale.code, "S-1")
      XCTAssertEqual(sale.label, "2 × firewood")
      XCTAssertEqual(sale.amount, Money(Decimal(string: "12.5")!, .usd))
      XCTAssertEqual(sale.department, "Shop")
      XCTAssertEqual(sale.date, try day("2026-06-15"))
      // 12.50 × 8% = 1.00; 12.50 × 1.5% = 0.1875, rounded to 0.19.
      XCTAssertEqual(
        lines(of: sale),
        [
          "sale 2 × firewood 1250", "tax City tax 19", "tax Sales tax 100",
          "payment Payment by card -1369",
        ])
      let money = try desk.folios.money(of: day("2026-06-15"))
      XCTAssertEqual("\(money.charged) \(money.paid)", "$13.69 $13.69")
      XCTAssertEqual(money.byMethod.map { "\($0.method.rawValue) \($0.net)" }, ["card $13.69"])
      XCTAssertEqual(try desk.folios.openBills().count, 0)
    }
  }

  func testTheAmountIsForAllPiecesAndGoesBeforeThePrice() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("firewood", ItemPlan(price: 10))
      XCTAssertEqual(
        try desk.sales.addSale(of: .item(wood), amount: 25, quantity: 3).amount, Money(25, .usd))
      XCTAssertEqual(
        try desk.sales.addSale(of: .item(wood), quantity: 3).amount, Money(30, .usd))
    }
  }

  func testAnAmountAloneSellsAsManyPiecesAsItBuys() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("firewood", ItemPlan(price: 6.25, stock: 9))
      let sale = try desk.sales.addSale(of: .item(wood), amount: 18.75)
      XCTAssertEqual(sale.quantity, 3)
      XCTAssertEqual(try desk.sales.findItem("firewood").stock, 6)
      for (amount, words) in [
        (Decimal(5), "$5.00"), (Decimal(13), "$13.00"), (Decimal(99_999_999), "$99,999,999.00"),
      ] {
        assertBreaks(.invalidValue, "\(words) is no whole number of firewood at $6.25") {
          try desk.sales.addSale(of: .item(wood), amount: amount)
        }
      }
      XCTAssertEqual(try desk.sales.findItem("firewood").stock, 6)
      let agreed = try desk.sales.addSale(of: .item(wood), amount: 5, quantity: 1)
      XCTAssertEqual(agreed.quantity, 1)
      XCTAssertEqual(agreed.amount, Money(5, .usd))
    }
  }

  func testWordsAreSoldForAnAmountAndTaxedInTheGroupGiven() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 10, group: "goods"))
      let plain = try desk.sales.addSale(of: .words(" bicycle hour "), amount: 4)
      XCTAssertEqual(lines(of: plain), ["sale bicycle hour 400", "payment Payment by cash -400"])
      let taxed = try desk.sales.addSale(of: .words("ice", taxGroup: "Goods"), amount: 4)
      XCTAssertEqual(try taxed.tax, Money(Decimal(string: "0.4")!, .usd))
    }
  }

  func testATaxForATypeOfSiteIsNotOnASaleWithoutAStay() async throws {
    try await eachStore { desk in
      try desk.rates.addTax(
        "Cabin tax", TaxPlan(percent: 10, group: "goods", for: ScopePlan(siteType: .cabin)))
      let sale = try desk.sales.addSale(of: .words("ice", taxGroup: "goods"), amount: 4)
      XCTAssertEqual(try sale.tax, Money(0, .usd))
    }
  }

  func testOnlyAnItemWithAStockIsCountedDown() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("firewood", ItemPlan(price: 6, stock: 5))
      let ice = try desk.sales.addItem("ice", ItemPlan(price: 3))
      try desk.sales.addSale(of: .item(wood), quantity: 3)
      try desk.sales.addSale(of: .item(ice), quantity: 3)
      XCTAssertEqual(wood.stock, 2)
      XCTAssertNil(ice.stock)
      try desk.sales.addSale(of: .item(wood), quantity: 2)
      XCTAssertEqual(wood.stock, 0)
      assertBreaks("firewood is out of stock") {
        try desk.sales.addSale(of: .item(wood))
      }
    }
  }

  func testASaleKeepsNamePriceAndDepartmentOfItsTime() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("firewood", ItemPlan(price: 6))
      let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Shop"))
      let sale = try desk.sales.addSale(of: .item(wood), by: kasey)
      try desk.sales.edit(wood, name: "logs") { $0.price = 9 }
      try desk.employees.edit(kasey) { $0.department = "Desk" }
      XCTAssertEqual(sale.text, "firewood")
      XCTAssertEqual(sale.amountMinor, 600)
      XCTAssertEqual(sale.department, "Shop")
    }
  }

  func testOfManyWhoSellTheLastPiecesOnceEachGetsOneOrIsTold() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let store = PersistentStoreDescription(url: file)
    let desk = TestDesk(try TestStoreStack(store: store))
    try desk.sales.addItem("firewood", ItemPlan(price: 6, stock: 3))
    try desk.stack.close()
    let outcomes = try await RacingStacks.atOnce(8, on: store) { context, stack, _ in
      let sales = SaleService(managedObjectContext: context, storeStack: stack)
      do {
        return try sales.addSale(of: .item(sales.findItem("firewood"))).text
      } catch let error as CampgroundError where error.about.contains(.number(0)) {
        return "none left"
      }
    }
    XCTAssertEqual(outcomes.filter { $0 == "firewood" }.count, 3, "\(outcomes)")
    XCTAssertEqual(outcomes.filter { $0 == "none left" }.count, 5, "\(outcomes)")
    let shell = StoreShell(file)
    XCTAssertEqual(try shell.rows("SELECT ZSTOCK FROM ZITEM"), ["0"])
    XCTAssertEqual(
      try shell.rows(
        "SELECT count(*), count(DISTINCT ZNUMBER), sum(ZQUANTITY), sum(ZAMOUNTMINOR) FROM ZSALE"),
      ["3|3|3|1800"])
    XCTAssertEqual(
      try shell.rows("SELECT ZKIND, sum(ZAMOUNTMINOR) FROM ZFOLIOENTRY GROUP BY ZKIND"),
      ["payment|-1800", "sale|1800"])
  }

  // MARK: Charged to a stay

  func testAChargedSaleIsOnTheBillOfTheStayAndTakesNoMoney() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "goods"))
      let stay = try desk.stay(nights: [4_000], isInHouse: true)
      let sale = try desk.sales.addSale(
        of: .words("firewood", taxGroup: "goods"), amount: Decimal(string: "12.5"),
        settledBy: .charge(stay))
      XCTAssertEqual(sale.reservation, stay)
      XCTAssertNil(sale.method)
      XCTAssertEqual(lines(of: sale), ["sale firewood 1250", "tax Sales tax 100"])
      XCTAssertEqual(try desk.due(stay), "$53.50")
      let money = try desk.folios.money(of: day("2026-06-15"))
      XCTAssertEqual("\(money.charged) \(money.paid)", "$13.50 $0.00")
    }
  }

  func testAStayThatIsLongEnoughIsFreeOfATaxOnSalesToo() async throws {
    try await eachStore { desk in
      try desk.rates.addTax(
        "Sales tax", TaxPlan(percent: 8, group: "goods", exemptFromNights: 2))
      let stay = try desk.stay(nights: [4_000, 4_000])
      let sale = try desk.sales.addSale(
        of: .words("ice", taxGroup: "goods"), amount: 10, settledBy: .charge(stay))
      XCTAssertEqual(try sale.tax, Money(0, .usd))
    }
  }

  func testNothingIsChargedToAStayThatIsOverOrNotBooked() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let closed: [ReservationStatus] = [
        .draft, .hold, .requested, .checkedOut, .canceled, .noShow, .expired, .declined,
      ]
      for state in closed {
        stay.state = state
        try desk.stack.mainContext.saveThrough()
        assertBreaks("R-1 is \(state.standing); it cannot be charged") {
          try desk.sales.addSale(of: .words("ice"), amount: 3, settledBy: .charge(stay))
        }
      }
    }
  }

  func testAnItemOfAnotherCampgroundIsNotChargedToAStayHere() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000])
      let pines = try desk.campgrounds.add("Pines")
      let there = SaleService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: pines.objectID)
      let ice = try there.addItem("ice", ItemPlan(price: 3))
      assertBreaks("item ice is at Pines, and R-1 at Campground") {
        try there.addSale(of: .item(ice), settledBy: .charge(stay))
      }
    }
  }

  // MARK: Taking back

  func testTakingAPaidSaleBackGivesTheMoneyBackToday() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "goods"))
      let wood = try desk.sales.addItem(
        "firewood", ItemPlan(price: 10, taxGroup: "goods", stock: 5))
      let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Shop"))
      let sale = try desk.sales.addSale(
        of: .item(wood), quantity: 2, by: kasey, on: day("2026-06-14"))
      _ = try desk.folios.closeDay(day("2026-06-14"))
      let back = try desk.sales.reverse(sale, reason: "damp")
      XCTAssertEqual(back.code, "S-2")
      XCTAssertEqual(back.date, try day("2026-06-15"))
      XCTAssertEqual([back.quantity, Int32(back.amountMinor)], [-2, -2_000])
      XCTAssertEqual(back.employee, kasey)
      XCTAssertEqual(back.department, "Shop")
      XCTAssertEqual(back.reason, "damp")
      XCTAssertEqual(sale.reversedBy, back)
      XCTAssertEqual(wood.stock, 5)
      XCTAssertEqual(
        lines(of: back),
        [
          "reversal Reversed: 2 × firewood -2000", "reversal Reversed: Sales tax -160",
          "reversal Reversed: Payment by cash 2160",
        ])
      // The day of the sale stays as it was closed.
      let days = try ["2026-06-14", "2026-06-15"].map { try desk.folios.money(of: day($0)) }
      XCTAssertEqual(days.map { "\($0.charged) \($0.paid)" }, ["$21.60 $21.60", "-$21.60 -$21.60"])
    }
  }

  func testTakingAChargedSaleBackReversesItOnTheBill() async throws {
    try await eachStore { desk in
      try desk.rates.addTax("Sales tax", TaxPlan(percent: 8, group: "goods"))
      let stay = try desk.stay(nights: [4_000], isInHouse: true)
      let sale = try desk.sales.addSale(
        of: .words("ice", taxGroup: "goods"), amount: 10, settledBy: .charge(stay))
      XCTAssertEqual(try desk.due(stay), "$50.80")
      let back = try desk.sales.reverse(sale)
      XCTAssertEqual(try desk.due(stay), "$40.00")
      XCTAssertEqual(back.reservation, stay)
      XCTAssertEqual(
        lines(of: back), ["sale Reversed: ice -1000", "tax Sales tax -80"])
    }
  }

  func testASaleIsTakenBackAfterTheGuestLeft() async throws {
    try await eachStore { desk in
      let stay = try desk.stay(nights: [4_000], isInHouse: true)
      let sale = try desk.sales.addSale(of: .words("ice"), amount: 10, settledBy: .charge(stay))
      try desk.folios.pay(50, by: .cash, for: stay)
      try desk.reservations.checkOut(stay.code)
      try desk.sales.reverse(sale)
      XCTAssertEqual("\(try desk.folios.balance(of: stay).credit)", "$10.00")
    }
  }

  func testASaleAndItsLinesNeverChange() async throws {
    try await eachStore { desk in
      let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
      let context = desk.stack.mainContext
      sale.amountMinor = 1
      XCTAssertThrowsError(try context.saveThrough()) {
        XCTAssertTrue("\($0)".contains("sale S-1 cannot change"), "\($0)")
      }
      context.rollback()
      context.delete(sale)
      XCTAssertThrowsError(try context.saveThrough())
      context.rollback()
      XCTAssertEqual(try desk.count(Sale.self), 1)
    }
  }

  // MARK: In a scratch pad

  func testWhatTwoTookFromOneStockAddsUp() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("wood", ItemPlan(price: 3, stock: 9))
      let pad = desk.scratchPad()
      try pad.perform("sale") {
        try $0.sales.addSale(of: .item($0.sales.findItem("wood")), quantity: 2)
      }
      try desk.sales.addSale(of: .item(wood), quantity: 3)
      try pad.save()
      XCTAssertEqual(wood.stock, 4)
    }
  }

  func testWhatIsNotInStockAnyMoreIsNotSoldByAPad() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("wood", ItemPlan(price: 3, stock: 4))
      let pad = desk.scratchPad()
      try pad.perform("sale") {
        try $0.sales.addSale(of: .item($0.sales.findItem("wood")), quantity: 2)
      }
      try desk.sales.addSale(of: .item(wood), quantity: 3)
      assertBreaks("only 1 wood left in stock; cannot sell 2") { try pad.save() }
      XCTAssertEqual(wood.stock, 1)
    }
  }

  func testAStockThatIsSetMeetsASaleOfMeanwhile() async throws {
    try await eachStore { desk in
      let wood = try desk.sales.addItem("wood", ItemPlan(price: 3, stock: 9))
      let pad = desk.scratchPad()
      try pad.perform("edit") {
        try $0.sales.edit($0.sales.findItem("wood")) { $0.stock = 5 }
      }
      try desk.sales.addSale(of: .item(wood), quantity: 3)
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual("\($0)", "someone changed item wood meanwhile: 9 is now 6")
      }
      try pad.save()
      XCTAssertEqual(wood.stock, 5)
    }
  }

  func testASaleInAScratchPadGetsItsCodeWithTheSave() async throws {
    try await eachStore { desk in
      let pad = desk.scratchPad()
      let sale = try pad.perform("sale") { try $0.sales.addSale(of: .words("ice"), amount: 3) }
      XCTAssertEqual(sale.code, "S-new1")
      XCTAssertEqual(try pad.services.sales.find("s-new1"), sale)
      // Somebody else sells at the same time.
      XCTAssertEqual(try desk.sales.addSale(of: .words("wood"), amount: 5).code, "S-1")
      let saved = try pad.save()
      XCTAssertEqual(saved?.codes.map(\.final), ["S-2"])
      XCTAssertEqual(try desk.sales.list().rows.map(\.text), ["ice", "wood"])
    }
  }
}
