import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Lists and totals of sales. The clock stands at 2026-06-15.
@MainActor
final class SaleListTests: XCTestCase {
  private struct Stock {
    var kasey: Employee
    var bo: Employee
    var wood: Item
  }

  /// Five sales, of which S-5 takes S-2 back:
  ///
  ///     S-1 06-13 2 × wood 12.00 Kasey · S-2 06-14 wood 6.00 Bo · S-3 06-14 ice 3.00 Bo
  ///     S-4 06-15 tour 20.00 nobody    · S-5 06-15 wood -6.00 Bo
  private func sell(_ desk: TestDesk) throws -> Stock {
    let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Desk"))
    let bo = try desk.employees.addEmployee("Bo", EmployeePlan(department: "Shop"))
    let wood = try desk.sales.addItem("wood", ItemPlan(price: 6))
    try desk.sales.addSale(of: .item(wood), quantity: 2, by: kasey, on: day("2026-06-13"))
    let second = try desk.sales.addSale(of: .item(wood), by: bo, on: day("2026-06-14"))
    try desk.sales.addSale(of: .words("ice"), amount: 3, by: bo, on: day("2026-06-14"))
    try desk.sales.addSale(of: .words("tour"), amount: 20)
    try desk.sales.reverse(second)
    return Stock(kasey: kasey, bo: bo, wood: wood)
  }

  private func codes(_ desk: TestDesk, _ filter: SaleFilter) throws -> [String] {
    try desk.sales.list(filter).rows.map(\.code)
  }

  /// Label, sales, pieces, amount.
  private func totals(
    _ desk: TestDesk, _ filter: SaleFilter = SaleFilter(), by grouping: SaleGrouping?
  ) throws -> [String] {
    try desk.sales.totals(filter, by: grouping).map {
      "\($0.label ?? "-") \($0.saleCount) \($0.quantity) \($0.amount)"
    }
  }

  func testAListHasTheLatestFirstAndIsFiltered() async throws {
    try await eachStore { desk in
      let stock = try sell(desk)
      XCTAssertEqual(try codes(desk, SaleFilter()), ["S-5", "S-4", "S-3", "S-2", "S-1"])
      XCTAssertEqual(
        try codes(desk, SaleFilter(from: day("2026-06-14"), through: day("2026-06-14"))),
        ["S-3", "S-2"])
      XCTAssertEqual(try codes(desk, SaleFilter(employee: stock.kasey)), ["S-1"])
      XCTAssertEqual(try codes(desk, SaleFilter(department: "Shop")), ["S-5", "S-3", "S-2"])
      XCTAssertEqual(try codes(desk, SaleFilter(item: stock.wood)), ["S-5", "S-2", "S-1"])
      XCTAssertEqual(try desk.sales.list(limit: 2, offset: 1).rows.map(\.code), ["S-4", "S-3"])
    }
  }

  func testTotalsAreNetOfWhatWasTakenBack() async throws {
    try await eachStore { desk in
      _ = try sell(desk)
      XCTAssertEqual(try totals(desk, by: nil), ["- 3 4 $35.00"])
      XCTAssertEqual(
        try totals(desk, by: .employee), ["- 1 1 $20.00", "Bo 1 1 $3.00", "Kasey 1 2 $12.00"])
      XCTAssertEqual(
        try totals(desk, by: .department),
        ["- 1 1 $20.00", "Desk 1 2 $12.00", "Shop 1 1 $3.00"])
      XCTAssertEqual(
        try totals(desk, by: .item), ["ice 1 1 $3.00", "tour 1 1 $20.00", "wood 1 2 $12.00"])
      // What was taken back counts on the day on which that was done.
      XCTAssertEqual(
        try totals(desk, by: .day),
        ["2026-06-13 1 2 $12.00", "2026-06-14 2 2 $9.00", "2026-06-15 0 0 $14.00"])
    }
  }

  func testTotalsOfNothingAreNone() async throws {
    try await eachStore { desk in
      XCTAssertEqual(try totals(desk, by: nil), [])
      _ = try sell(desk)
      let later = SaleFilter(from: try day("2026-06-16"))
      XCTAssertEqual(try totals(desk, later, by: nil), [])
      XCTAssertEqual(try totals(desk, later, by: .item), [])
    }
  }

  func testTotalsAreAddedUpInTheStore() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    _ = try sell(desk)
    desk.stack.mainContext.reset()
    _ = try desk.campgrounds.current()
    let (_, work) = try desk.stack.persistentStoreCoordinator.measure {
      try desk.sales.totals(by: .employee)
    }
    XCTAssertEqual(work.statements.filter { $0.sql.contains("ZSALE") }.count, 1, "\(work)")
    XCTAssertEqual(desk.stack.mainContext.registeredObjects.filter { $0 is Sale }, [])
  }

  func testAnEmployeesSalesAreCounted() async throws {
    try await eachStore { desk in
      let stock = try sell(desk)
      let sold = try desk.employees.sales(of: stock.bo)
      XCTAssertEqual(sold.count, 1)
      XCTAssertEqual(sold.amount, Money(3, .usd))
      let idle = try desk.employees.addEmployee("Cy")
      XCTAssertEqual(try desk.employees.sales(of: idle).count, 0)
    }
  }
}
