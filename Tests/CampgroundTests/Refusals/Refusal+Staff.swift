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
      Refusal(.invalidValue, about: .property("name"), names: "an employee", mends: "needs a name")
      {
        desk, refused in
        refused { try desk.employees.addEmployee(" ") }
      },
      Refusal(
        .nameTaken, about: .named("employee", "Kasey"), names: "employee", "Kasey",
        fix: .advice("choose another name")
      ) { desk, refused in
        try desk.employees.addEmployee("Kasey")
        refused { try desk.employees.addEmployee("Kasey") }
      },
      Refusal(
        .outOfRange, about: .number(367), names: "vacation days", "367", mends: "from 0 to 366"
      ) { desk, refused in
        refused { try desk.employees.addEmployee("Kasey", EmployeePlan(vacationDays: 367)) }
      },
      Refusal(
        .unknown, about: .named("employee", "Bo"), names: "employee", "Bo", mends: "there is Kasey"
      ) { desk, refused in
        try desk.employees.addEmployee("Kasey")
        refused { try desk.employees.find("Bo") }
      },
      Refusal(
        .unknown, about: .named("department", "Sale"), names: "department", "Sale",
        mends: "there is Sales"
      ) { desk, refused in
        try desk.employees.addEmployee("Kasey", EmployeePlan(department: "Sales"))
        refused { try desk.employees.department("Sale") }
      },
      Refusal(
        .inUse, about: .named("employee", "Kasey"), names: "Kasey", "S-1",
        mends: "mark the employee inactive"
      ) { desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey")
        try desk.sales.addSale(of: .words("ice"), amount: 3, by: kasey)
        refused { try desk.employees.delete(kasey) }
      },
      Refusal(
        .invalidValue, about: .property("picture"),
        fix: .advice("use a JPEG, PNG, GIF or WebP file")
      ) { desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey")
        refused { try desk.employees.setPicture(Data("#!/bin/sh".utf8), of: kasey) }
      },
      Refusal(
        .invalidValue, about: .property("picture"), names: "33", mends: "at most 32 MB",
        fix: .advice("make it smaller first")
      ) { desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey")
        let data = Data(count: EmployeeService.largestPicture + 1)
        refused { try desk.employees.setPicture(data, of: kasey) }
      },
    ]
  }

  private static var items: [Refusal] {
    [
      Refusal(.invalidValue, about: .amount(-1), names: "an item", "-1", mends: "at least 0") {
        desk, refused in
        refused { try desk.sales.addItem("ice", ItemPlan(price: -1)) }
      },
      Refusal(.outOfRange, about: .number(-1), names: "stock", "-1", mends: "from 0 to") {
        desk, refused in
        refused { try desk.sales.addItem("ice", ItemPlan(price: 1, stock: -1)) }
      },
      Refusal(
        .unknown, about: .named("tax group", "goods"), names: "tax group", "goods",
        mends: "there is lodging", fix: .addTax(group: "goods")
      ) { desk, refused in
        refused { try desk.sales.addItem("ice", ItemPlan(price: 1, taxGroup: "goods")) }
      },
      Refusal(.inUse, about: .named("item", "ice"), names: "ice", "S-1", mends: "inactive instead")
      {
        desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3))
        try desk.sales.addSale(of: .item(ice))
        refused { try desk.sales.delete(ice) }
      },
    ]
  }

  private static var sales: [Refusal] {
    [
      Refusal(.unknown, about: .named("sale", "S-9"), names: "S-9", fix: .list(.sales)) {
        desk, refused in
        refused { try desk.sales.find("S-9") }
      },
      Refusal(.invalidValue, about: .property("quantity"), names: "-2", mends: "at least 1") {
        desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3))
        refused { try desk.sales.addSale(of: .item(ice), quantity: -2) }
      },
      Refusal(.invalidValue, about: .amount(5), names: "ice", "$5.00", "$3.00", fix: .sayQuantity) {
        desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3))
        refused { try desk.sales.addSale(of: .item(ice), amount: 5) }
      },
      Refusal(
        about: .property("quantity"), names: "ice", "2", "3",
        fix: .edit("item", "ice", property: "stock")
      ) { desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3, stock: 2))
        refused { try desk.sales.addSale(of: .item(ice), quantity: 3) }
      },
      Refusal(about: .property("item"), names: "ice", fix: .edit("item", "ice", property: "active"))
      { desk, refused in
        let ice = try desk.sales.addItem("ice", ItemPlan(price: 3, isActive: false))
        refused { try desk.sales.addSale(of: .item(ice)) }
      },
      Refusal(
        about: .property("seller"), names: "Kasey",
        fix: .edit("employee", "Kasey", property: "active")
      ) { desk, refused in
        let kasey = try desk.employees.addEmployee("Kasey", EmployeePlan(isActive: false))
        refused { try desk.sales.addSale(of: .words("ice"), amount: 3, by: kasey) }
      },
      Refusal(.invalidValue, about: .property("item"), names: "ice", fix: .addItem("ice")) {
        desk, refused in
        refused { try desk.sales.addSale(of: .words("ice")) }
      },
      Refusal(.invalidValue, about: .amount(0), names: "$0.00", mends: "above $0.00") {
        desk, refused in
        refused { try desk.sales.addSale(of: .words("ice"), amount: 0) }
      },
      Refusal(
        about: .property("method"),
        fix: .advice("charge it to the stay, and pay the bill with the voucher")
      ) { desk, refused in
        refused {
          try desk.sales.addSale(
            of: .words("ice"), amount: 3, settledBy: .payment(.voucher))
        }
      },
      Refusal(
        about: .stay("R-1"), names: "R-1", "canceled",
        fix: .advice("charge a reserved or checked-in stay, or take payment now")
      ) { desk, refused in
        let stay = try desk.stay(nights: [4_000])
        _ = try desk.reservations.cancel(stay.code)
        refused { try desk.sales.addSale(of: .words("ice"), amount: 3, settledBy: .charge(stay)) }
      },
    ]
  }

  private static var reversals: [Refusal] {
    [
      Refusal(
        about: .named("sale", "S-1"), names: "S-1", "S-2",
        fix: .advice("if it was right, sell it again")
      ) { desk, refused in
        let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
        try desk.sales.reverse(sale)
        refused { try desk.sales.reverse(sale) }
      },
      Refusal(
        about: .named("sale", "S-2"), names: "S-2", "S-1",
        fix: .advice("if it was right, sell it again")
      ) { desk, refused in
        let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
        let reversal = try desk.sales.reverse(sale)
        refused { try desk.sales.reverse(reversal) }
      },
      Refusal(about: .line(1), names: "line 1", "S-1", fix: .deleteSale("S-1")) {
        desk, refused in
        let sale = try desk.sales.addSale(of: .words("ice"), amount: 3)
        let line = try XCTUnwrap(sale.entries.first { $0.kind == .sale })
        refused { try desk.folios.reverse(line, reason: "wrong") }
      },
      Refusal(
        .invalidValue, about: try .date(day("2026-06-14")), names: "2026-06-14", "2026-06-15",
        fix: .advice("enter the earlier date first")
      ) { desk, refused in
        _ = try desk.campgrounds.currentOrNew()
        let filter = SaleFilter(from: try day("2026-06-15"), through: try day("2026-06-14"))
        refused { try desk.sales.list(filter) }
      },
    ]
  }
}
