import Foundation
import ObjectGraph
import TestSupport
import XCTest

@testable import Campground

@MainActor
final class EmployeeServiceTests: XCTestCase {
  func testAnEmployeeKeepsWhatIsSaid() async throws {
    try await eachStore { desk in
      let plan = EmployeePlan(
        department: " Marketing ", firstDay: try day("1979-09-05"), vacationDays: 2,
        email: "kasey@liquicom.com", phone: "+1 (909) 561-2981", address: "201 Lancaster Avenue",
        about: "First line\r\nsecond line", isActive: false)
      let kasey = try desk.employees.addEmployee("Kasey Mcfarland", plan, guid: "769adb89")
      XCTAssertEqual(kasey.guid, "769adb89")
      XCTAssertEqual(kasey.department, "Marketing")
      XCTAssertEqual(kasey.firstDay, try day("1979-09-05"))
      XCTAssertEqual(kasey.vacationDays, 2)
      XCTAssertEqual(kasey.about, "First line\r\nsecond line")
      XCTAssertFalse(kasey.isActive)
      XCTAssertNil(kasey.thumbnail)
      XCTAssertEqual(kasey.campground?.name, "Campground")
    }
  }

  func testANoteMayHaveTenThousandCharactersAndNoMore() async throws {
    try await eachStore { desk in
      let note = String(repeating: "é", count: 10_000)
      XCTAssertEqual(try desk.employees.addEmployee("Ada", EmployeePlan(about: note)).about, note)
      assertBreaks(.textTooLong(of: "employee note", characters: 10_001, most: 10_000)) {
        try desk.employees.addEmployee("Bo", EmployeePlan(about: note + "é"))
      }
    }
  }

  func testEachNewEmployeeGetsAnIdentifierOfItsOwn() async throws {
    try await eachStore { desk in
      let guids = try ["Ada", "Bo"].map { try desk.employees.addEmployee($0).guid }
      XCTAssertEqual(Set(guids).count, 2)
      XCTAssertTrue(guids.allSatisfy { UUID(uuidString: $0) != nil }, "\(guids)")
    }
  }

  func testAnEditChangesOnlyWhatItNames() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee(
        "Ada", EmployeePlan(department: "Desk", vacationDays: 12, phone: "1"))
      try desk.employees.edit(ada, name: "Ada Lee") { plan in
        plan.vacationDays = 11
        plan.phone = ""
      }
      XCTAssertEqual(ada.name, "Ada Lee")
      XCTAssertEqual(ada.department, "Desk")
      XCTAssertEqual(ada.vacationDays, 11)
      XCTAssertNil(ada.phone)
    }
  }

  func testAnEmployeeIsFoundInWhateverCapitalsUnlessTwoDifferInThemAlone() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee("Ada Lee")
      XCTAssertEqual(try desk.employees.find("ada LEE"), ada)
      let other = try desk.employees.addEmployee("ADA LEE")
      XCTAssertEqual(try desk.employees.find("ADA LEE"), other)
      XCTAssertThrowsError(try desk.employees.find("ada lee"))
    }
  }

  func testAnotherCampgroundHasItsOwnEmployees() async throws {
    try await eachStore { desk in
      try desk.employees.addEmployee("Ada")
      let pines = try desk.campgrounds.add("Pines")
      let there = EmployeeService(
        managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
        clock: desk.stack.clock, campground: pines.objectID)
      try there.addEmployee("Ada", EmployeePlan(department: "Desk"))
      XCTAssertEqual(try there.departments(), [DepartmentCount(name: "Desk", count: 1)])
      XCTAssertEqual(try desk.employees.departments(), [DepartmentCount(name: nil, count: 1)])
      XCTAssertEqual(try desk.employees.list().rows.map(\.department), [nil])
    }
  }

  func testAListIsByNameAndCanBePartial() async throws {
    try await eachStore { desk in
      for (name, department) in [("Cy", "Desk"), ("Ada", "Desk"), ("Bo", "Shop")] {
        try desk.employees.addEmployee(
          name, EmployeePlan(department: department, isActive: name != "Cy"))
      }
      XCTAssertEqual(try desk.employees.list().rows.map(\.name), ["Ada", "Bo", "Cy"])
      XCTAssertEqual(
        try desk.employees.list(department: "Desk").rows.map(\.name), ["Ada", "Cy"])
      XCTAssertEqual(try desk.employees.list(isActive: false).rows.map(\.name), ["Cy"])
      let page = try desk.employees.list(limit: 1, offset: 1)
      XCTAssertEqual(page.rows.map(\.name), ["Bo"])
      XCTAssertEqual(page.remaining, 1)
    }
  }

  func testDeletingAnEmployeeDeletesThePicture() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee("Ada")
      desk.employees.imageScaler = NoScaler()
      try desk.employees.setPicture(Pictures.png(width: 2, height: 1), of: ada)
      XCTAssertEqual(try desk.count(EmployeePicture.self), 1)
      try desk.employees.delete(ada)
      XCTAssertEqual(try desk.count(Employee.self), 0)
      XCTAssertEqual(try desk.count(EmployeePicture.self), 0)
    }
  }

  // MARK: Departments

  func testDepartmentsAreCountedByOneStatement() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    for (name, department) in [("Ada", "Shop"), ("Bo", nil), ("Cy", "Desk"), ("Di", "Shop")] {
      try desk.employees.addEmployee(name, EmployeePlan(department: department))
    }
    desk.stack.mainContext.reset()
    _ = try desk.campgrounds.current()
    let (counts, work) = try desk.stack.persistentStoreCoordinator.measure {
      try desk.employees.departments()
    }
    let statements = work.statements.filter { $0.sql.contains("ZEMPLOYEE") }
    XCTAssertEqual(
      counts,
      [
        DepartmentCount(name: nil, count: 1), DepartmentCount(name: "Desk", count: 1),
        DepartmentCount(name: "Shop", count: 2),
      ])
    XCTAssertEqual(statements.count, 1)
    XCTAssertTrue(statements[0].sql.contains("GROUP BY"), statements[0].sql)
    XCTAssertEqual(desk.stack.mainContext.registeredObjects.filter { $0 is Employee }, [])
  }

  func testADepartmentIsSummedUpByOneStatementWithoutLoadingAnEmployee() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    // One at each edge of each band.
    for (index, days) in [0, 1, 5, 6, 10, 11, 15, 16, 366].enumerated() {
      try desk.employees.addEmployee(
        "E\(index)",
        EmployeePlan(department: "Shop", vacationDays: days, isActive: index.isMultiple(of: 2)))
    }
    try desk.employees.addEmployee("Other", EmployeePlan(department: "Desk", vacationDays: 3))
    desk.stack.mainContext.reset()
    _ = try desk.campgrounds.current()
    let (summary, work) = try desk.stack.persistentStoreCoordinator.measure {
      try desk.employees.department("shop")
    }
    let statements = work.statements.filter { $0.sql.contains("ZEMPLOYEE") }
    XCTAssertEqual(summary.name, "Shop")
    XCTAssertEqual(summary.total, 9)
    XCTAssertEqual(summary.active, 5)
    XCTAssertEqual(summary.vacation.map(\.count), [1, 2, 2, 2, 2])
    XCTAssertEqual(summary.vacation.map(\.label), ["0", "1–5", "6–10", "11–15", "16 or more"])
    XCTAssertEqual(statements.count, 1)
    XCTAssertTrue(statements[0].sql.contains("COUNT(*)"), statements[0].sql)
    XCTAssertEqual(desk.stack.mainContext.registeredObjects.filter { $0 is Employee }, [])
  }

  func testAListReadsNoPicture() async throws {
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    desk.employees.imageScaler = NoScaler()
    let ada = try desk.employees.addEmployee("Ada")
    try desk.employees.setPicture(Pictures.png(width: 2, height: 1), of: ada)
    desk.stack.mainContext.reset()
    _ = try desk.campgrounds.current()
    let (names, work) = try desk.stack.persistentStoreCoordinator.measure {
      try desk.employees.list().rows.map(\.name)
    }
    XCTAssertEqual(names, ["Ada"])
    let statements = work.statements.map(\.sql)
    XCTAssertFalse(statements.contains { $0.contains("ZEMPLOYEEPICTURE ") }, "\(statements)")
  }

  func testAPadKeepsAnEmployeeWhoSoldSomethingMeanwhile() async throws {
    try await eachStore { desk in
      let ada = try desk.employees.addEmployee("Ada")
      let pad = desk.scratchPad()
      try pad.perform("delete") { try $0.employees.delete($0.employees.find("Ada")) }
      try desk.sales.addSale(of: .words("ice"), amount: 3, by: ada)
      XCTAssertThrowsError(try pad.save()) {
        XCTAssertEqual(reason(of: $0)?.code, .inUse)
        XCTAssertEqual(reason(of: $0)?.about, [.named("employee", "Ada"), .user("S-1")])
      }
    }
  }
}
