import Campground
import Foundation
import TestSupport
import XCTest

extension Refusal {
  /// Employees, items and sales. Today is 2026-06-15.
  static var staff: [Refusal] {
    employees + items + sales + reversals
  }

  private static var employees: [Refusal] {
    [
      Refusal(.business(.emptyName), names: "an employee", mends: "needs a name") {
        desk, refused in
        refused { try desk.employees.addEmployee(" ") }
      },
      Refusal(.business(.nameTaken), names: "employee", "Kasey", mends: "another name") {
        desk, refused in
        try desk.employees.addEmployee("Kasey")
        refused { try desk.employees.addEmployee("Kasey") }
      },
      Refusal(.business(.outOfRange), names: "vacation days", "367", mends: "from 0 to 366") {
        desk, refused in
        refused { try desk.employees.addEmployee("Kasey", EmployeePlan(vacationDays: 367)) }
      },
      Refusal(.business(.unknownName), names: "employee", "Bo", mends: "there is Kasey") {
        desk, refused in
        try desk.employees.addEmployee("Kasey")
        refused { try desk.employees.find("Bo") }
      },
      Refusal(.business(.unknownName), names: "department", "Sale", mends: "there is Sales") {
        desk, refused in
        try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Sales"))
        refused { try desk.employees.department("Sale") }
      },
      Refusal(.business(.inUse), names: "Kasey", "S-1", mends: "make the employee inactive") {
        desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey")
        try desk.sales.addSale(of: .words("ice"), amount: 3, by: kasey)
        refused { try desk.employees.delete(kasey) }
      },
      Refusal(.business(.notAPicture), mends: "JPEG, PNG, GIF or WebP") { desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey")
        refused { try desk.employees.setPicture(Data("#!/bin/sh".utf8), of: kasey) }
      },
      Refusal(.business(.pictureTooLarge), names: "33", mends: "at most 32 megabytes") {
        desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey")
        let data = Data(count: EmployeeService.largestPicture + 1)
        refused { try desk.employees.setPicture(data, of: kasey) }
      },
    ]
  }

  private static var items: [Refusal] {
    [
      Refusal(.business(.negativeAmount), names: "an item", "-1", mends: "at least 0") {
        desk, refused in
        refused { try desk.sales.addItem("ice", ItemPlan(price: -1)) }
      },
      Refusal(.business(.outOfRange), names: "stock", "-1", mends: "from 0 to") { desk, refused in
        refused { try desk.sales.addItem("ice", ItemPlan(price: 1, stock: -1)) }
      },
      Refusal(.business(.unknownName), names: "tax group", "goods", mends: "there is lodging") {
        desk, refused in
        refused { try desk.sales.addItem("ice", ItemPlan(price: 1, taxGroup: "goods")) }
      },
      Refusal(.business(.inUse), names: "ice", "S-1", mends: "inactive instead") {
        desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3))
        try desk.sales.addSale(of: .item(ice))
        refused { try desk.sales.delete(ice) }
      },
    ]
  }

  private static var sales: [Refusal] {
    [
      Refusal(.sale(.unknown), names: "S-9", mends: "sale list") { desk, refused in
        refused { try desk.sales.find("S-9") }
      },
      Refusal(.sale(.quantityNotPositive), names: "-2", mends: "at least 1") { desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3))
        refused { try desk.sales.addSale(of: .item(ice), quantity: -2) }
      },
      Refusal(.sale(.outOfStock), names: "ice", "2", "3", mends: "item edit ice stock") {
        desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3, stock: 2))
        refused { try desk.sales.addSale(of: .item(ice), quantity: 3) }
      },
      Refusal(.sale(.itemInactive), names: "ice", mends: "item edit ice active yes") {
        desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3, isActive: false))
        refused { try desk.sales.addSale(of: .item(ice)) }
      },
      Refusal(.sale(.employeeInactive), names: "Kasey", mends: "employee edit Kasey active yes") {
        desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(isActive: false))
        refused { try desk.sales.addSale(of: .words("ice"), amount: 3, by: kasey) }
      },
      Refusal(.sale(.amountMissing), names: "ice", mends: "item add ice price") {
        desk, refused in
        refused { try desk.sales.addSale(of: .words("ice")) }
      },
      Refusal(.ledger(.amountNotPositive), names: "$0.00", mends: "above zero") {
        desk, refused in
        refused { try desk.sales.addSale(of: .words("ice"), amount: 0) }
      },
      Refusal(.sale(.noVoucher), mends: "charge it to the stay") { desk, refused in
        refused {
          try desk.sales.addSale(
            of: .words("ice"), amount: 3, settledBy: .payment(.voucher))
        }
      },
      Refusal(.sale(.stayNotOpen), names: "R-1", "Canceled", mends: "take the money now") {
        desk, refused in
        let stay = try desk.stay(nights: [4_000])
        _ = try desk.reservations.cancel(stay.code)
        refused { try desk.sales.addSale(of: .words("ice"), amount: 3, settledBy: .charge(stay)) }
      },
    ]
  }

  private static var reversals: [Refusal] {
    [
      Refusal(.sale(.takenBack), names: "S-1", "S-2", mends: "sell it again") { desk, refused in
        let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
        try desk.sales.reverse(sale)
        refused { try desk.sales.reverse(sale) }
      },
      Refusal(.sale(.isReversal), names: "S-2", "S-1", mends: "sell it again") { desk, refused in
        let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
        let reversal = try desk.sales.reverse(sale)
        refused { try desk.sales.reverse(reversal) }
      },
      Refusal(.ledger(.lineOfSale), names: "line 1", "S-1", mends: "sale delete S-1") {
        desk, refused in
        let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
        let line = try XCTUnwrap(sale.entries.first { $0.kind == .sale })
        refused { try desk.folios.reverse(line, reason: "wrong") }
      },
      Refusal(.business(.datesInReverse), names: "2026-06-14", "2026-06-15", mends: "earlier") {
        desk, refused in
        _ = try desk.campgrounds.currentOrNew()
        let filter = SaleFilter(from: try day("2026-06-15"), through: try day("2026-06-14"))
        refused { try desk.sales.list(filter) }
      },
    ]
  }
}
