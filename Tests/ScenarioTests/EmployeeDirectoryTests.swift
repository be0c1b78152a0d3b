import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// EmployeeDirectory: a staff of 500 with pictures and sales, asked so that
/// the store does the work.
///
/// What an answer costs is told in statements, rows and faults; how long it takes is only reported,
/// by `EmployeeDirectoryMeasurements`.
@MainActor
final class EmployeeDirectoryTests: XCTestCase {
  private func eachDirectory(
    derivingSalesCount: Bool = false,
    _ body: @MainActor (StaffDirectory, PersistentContainer) throws -> Void
  ) async throws {
    try await eachKindOfStore(
      of: EmployeeDirectory.makeModel(derivingSalesCount: derivingSalesCount)
    ) { container in
      try SampleStaff.insert(into: container.viewContext)
      container.forgetAll()
      try body(StaffDirectory(context: container.viewContext), container)
    }
  }

  /// Expects a body to run that many statements, which give that many rows,
  /// where the store runs any.
  @discardableResult
  private func assertCosts<Result>(
    statements: Int, rows: Int, on container: PersistentContainer, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let (result, report) = try container.persistentStoreCoordinator.measure(body)
    XCTAssertEqual(report.statementCount, statements, "\(report)", line: line)
    XCTAssertEqual(report.rowCount, rows, "\(report)", line: line)
    return result
  }

  func testTheModelIsThatOfTheModelFile() async throws {
    let file = try Fixtures.model("EmployeeDirectory.xcdatamodeld/EmployeeDirectory")
    XCTAssertEqual(EmployeeDirectory.makeModel().lines, file)
  }

  // MARK: Heads

  func testHeadsAreCountedByDepartmentInTheStore() async throws {
    let expected = ["Sales": 200, "Engineering": 150, "Marketing": 100, "": 50]
    try await eachDirectory { directory, container in
      let slow = try assertCosts(statements: 1, rows: 500, on: container) {
        try directory.headCountsByObjects()
      }
      XCTAssertEqual(slow, expected)
      container.forgetAll()
      let fast = try assertCosts(statements: 1, rows: 4, on: container) {
        try directory.headCountsByGroups()
      }
      XCTAssertEqual(fast, expected)
      XCTAssertTrue(directory.context.registeredObjects.isEmpty, "nobody was fetched")
    }
  }

  func testANewColleagueCountsOnceSaved() async throws {
    try await eachDirectory { directory, _ in
      let colleague: EmployeeDirectory.Employee = try directory.context.insertObject()
      colleague.department = "Engineering"
      XCTAssertEqual(try directory.headCountsByObjects()["Engineering"], 151)
      XCTAssertEqual(try directory.headCountsByGroups()["Engineering"], 150)
      try directory.context.save()
      XCTAssertEqual(try directory.headCountsByGroups()["Engineering"], 151)
    }
  }

  func testTheDetailsOfADepartmentLoadNoObject() async throws {
    try await eachDirectory { directory, container in
      // 500 = 23 · 21 + 17: there are 24 employees with each of 0 to 16 days and 23 with 17 to 20.
      for (condition, count) in [
        ("TRUEPREDICATE", 500), ("vacationDays > 15", 116), ("vacationDays > 10", 236),
        ("vacationDays < 5", 120), ("vacationDays == 0", 24), ("active == YES", 250),
      ] {
        try assertCosts(statements: 1, rows: 1, on: container) {
          XCTAssertEqual(try directory.count(nil, condition), count, condition)
        }
      }
      let marketing = (0..<500).filter { [7, 8].contains($0 % 10) }
      for (condition, holds) in [
        ("TRUEPREDICATE", { _ in true }), ("vacationDays > 15", { $0 % 21 > 15 }),
        ("vacationDays > 10", { $0 % 21 > 10 }), ("vacationDays < 5", { $0 % 21 < 5 }),
        ("vacationDays == 0", { $0 % 21 == 0 }), ("active == YES", { $0 % 2 == 0 }),
      ] as [(String, (Int) -> Bool)] {
        try assertCosts(statements: 1, rows: 1, on: container) {
          XCTAssertEqual(
            try directory.count("Marketing", condition), marketing.count { holds($0) }, condition)
        }
      }
      XCTAssertTrue(directory.context.registeredObjects.isEmpty)
    }
  }

  // MARK: Sales

  func testTheSalesOfAnEmployeeAreCountedInThreeWays() async throws {
    try await eachDirectory { directory, container in
      for (number, count) in [(0, 0), (1, 1), (2, 2), (499, 3)] {
        container.forgetAll()
        let employee = try XCTUnwrap(try directory.employee(number))
        try assertCosts(statements: 1, rows: 1, on: container) {
          XCTAssertEqual(try directory.saleCountByCounting(of: employee), count)
        }
        XCTAssertEqual(directory.context.registeredObjects.count, 1, "no sale was made")
        try assertCosts(statements: 1, rows: count, on: container) {
          XCTAssertEqual(try directory.saleCountByObjects(of: employee), count)
        }
        try assertCosts(statements: 1, rows: count, on: container) {
          XCTAssertEqual(try directory.saleCountByKeyPath(of: employee), Int64(count))
        }
        // The relationship is known from then on.
        try assertCosts(statements: 0, rows: 0, on: container) {
          XCTAssertEqual(employee.sales.count, count)
          XCTAssertEqual(try directory.saleCountByKeyPath(of: employee), Int64(count))
        }
      }
    }
  }

  func testASaleThatIsNotSavedIsCountedInEachWay() async throws {
    try await eachDirectory { directory, _ in
      let employee = try XCTUnwrap(try directory.employee(2))
      let sale: EmployeeDirectory.Sale = try directory.context.insertObject()
      sale.employee = employee
      XCTAssertEqual(try directory.saleCountByCounting(of: employee), 3)
      XCTAssertEqual(try directory.saleCountByObjects(of: employee), 3)
      XCTAssertEqual(try directory.saleCountByKeyPath(of: employee), 3)
    }
  }

  func testTheSalesOfAllEmployeesAreCountedInTheStore() async throws {
    var expected: [String: Int] = [:]
    for number in 0..<500 { expected[SampleStaff.name(number)] = number % 4 }
    XCTAssertEqual(expected.values.reduce(0, +), 750)
    try await eachDirectory { directory, container in
      let coordinator = container.persistentStoreCoordinator
      let (slow, slowReport) = try coordinator.measure {
        try directory.saleCountsByObjects(prefetching: false)
      }
      XCTAssertEqual(slow, expected)
      XCTAssertEqual(slowReport.relationshipFaults.count, 500)
      container.forgetAll()
      let prefetched = try assertCosts(statements: 2, rows: 1250, on: container) {
        try assertFaults(atMost: 0, on: container) {
          try directory.saleCountsByObjects(prefetching: true)
        }
      }
      XCTAssertEqual(prefetched, expected)
      XCTAssertGreaterThan(slowReport.statementCount, 2, "\(slowReport)")
      container.forgetAll()
      let fast = try assertCosts(statements: 1, rows: 500, on: container) {
        try assertFaults(atMost: 0, on: container) { try directory.saleCountsByDictionaries() }
      }
      XCTAssertEqual(fast, expected)
      XCTAssertTrue(directory.context.registeredObjects.isEmpty)
    }
  }

  func testADerivedCountOfSalesComesWithTheEmployee() async throws {
    try await eachDirectory(derivingSalesCount: true) { directory, container in
      let employee = try assertCosts(statements: 1, rows: 1, on: container) {
        try XCTUnwrap(try directory.employee(3))
      }
      try assertCosts(statements: 0, rows: 0, on: container) {
        XCTAssertEqual(try employee.value(forKey: "salesCount") as? Int64, 3)
      }
      XCTAssertEqual(try directory.count(nil, "salesCount >= 2"), 250)
      let sale: EmployeeDirectory.Sale = try directory.context.insertObject()
      sale.employee = employee
      try directory.context.save()
      container.forgetAll()
      XCTAssertEqual(
        try directory.employee(3)?.value(forKey: "salesCount") as? Int64, 4)
      XCTAssertEqual(try directory.count(nil, "salesCount == sales.@count"), 500)
    }
  }

  // MARK: The list and its pictures

  func testTheListReadsABatchOfRowsAndNoPicture() async throws {
    try await eachDirectory { directory, container in
      let whole = try assertCosts(statements: 1, rows: 500, on: container) {
        try directory.list()
      }
      XCTAssertEqual(whole.count, 500)
      container.forgetAll()
      let coordinator = container.persistentStoreCoordinator
      let (screen, report) = try coordinator.measure {
        try directory.list(batchSize: 20).prefix(12).map { ($0.name, $0.pictureThumbnail) }
      }
      XCTAssertEqual(screen.map(\.0), (0..<12).map(SampleStaff.name))
      XCTAssertEqual(screen.map(\.1), (0..<12).map(SampleStaff.thumbnail))
      // The keys of all, and the rows of one batch.
      XCTAssertEqual(report.statements.map(\.rowCount), [500, 20], "\(report)")
      XCTAssertFalse(report.statements.contains { $0.sql.contains("ZEMPLOYEEPICTURE") })
    }
  }

  func testScrollingToTheEndReadsEachBatchOnce() async throws {
    try await eachDirectory { directory, container in
      let employees = try directory.list(batchSize: 20)
      assertCosts(statements: 25, rows: 500, on: container) {
        XCTAssertEqual(employees.map(\.name), (0..<500).map(SampleStaff.name))
      }
      assertCosts(statements: 0, rows: 0, on: container) {
        XCTAssertEqual(employees.reduce(0) { $0 + Int($1.vacationDays) }, 4966)
      }
    }
  }

  func testPicturesArePrefetchedWithABatchWhereTheScreenShowsThem() async throws {
    try await eachDirectory { directory, container in
      let request = EmployeeDirectory.Employee.sortedFetchRequest
      request.fetchBatchSize = 20
      request.relationshipKeyPathsForPrefetching = ["picture"]
      let employees = try directory.context.fetchLazily(request)
      let sizes = assertCosts(statements: 2, rows: 40, on: container) {
        employees.prefix(20).map { $0.picture?.picture?.count }
      }
      XCTAssertEqual(sizes, [120_000] + Array(repeating: 2_000, count: 19))
    }
  }

  func testAPictureIsReadWhenItsEmployeeIsOpened() async throws {
    try await eachDirectory { directory, container in
      for number in [50, 51] {
        let employee = try XCTUnwrap(try directory.employee(number))
        XCTAssertEqual(employee.pictureThumbnail, SampleStaff.thumbnail(number))
        let picture = assertFaults(atMost: 1, on: container) {
          assertCosts(statements: 1, rows: 1, on: container) { employee.picture?.picture }
        }
        XCTAssertEqual(picture, SampleStaff.picture(number))
      }
    }
  }

  func testLargePicturesLieBesideTheStoreAndGoWithTheirEmployee() async throws {
    let folder = try temporaryFolder("staff")
    let container = try PersistentContainer(
      name: "Staff", managedObjectModel: EmployeeDirectory.makeModel(),
      descriptions: [PersistentStoreDescription(url: folder.file("Staff.sqlite"))])
    try container.loadPersistentStores()
    try SampleStaff.insert(into: container.viewContext)
    let pictures = folder.file(".Staff_SUPPORT/_EXTERNAL_DATA")
    func sizes() throws -> [Int] {
      try FileManager.default.contentsOfDirectory(atPath: pictures.path).map {
        try Data(contentsOf: pictures.appendingPathComponent($0)).count
      }
    }
    XCTAssertEqual(try sizes(), Array(repeating: 120_000, count: 10))
    container.forgetAll()
    let directory = StaffDirectory(context: container.viewContext)
    // One of the large ones, and one with three sales.
    for number in [100, 103] {
      directory.context.delete(try XCTUnwrap(try directory.employee(number)))
    }
    try directory.context.save()
    XCTAssertEqual(try sizes().count, 9)
    XCTAssertEqual(try EmployeeDirectory.EmployeePicture.count(in: directory.context), 498)
    XCTAssertEqual(try EmployeeDirectory.Sale.count(in: directory.context), 747)
  }

  // MARK: The application's own staff

  /// The file that the application loads at its first launch, in the product's own entities.
  func testTheApplicationsStaffIsCountedAsPythonCountsIt() async throws {
    let seed = try Fixtures.url("seeds/EmployeeDirectory-seed.json")
    let expected: StaffOracle = try Python.answer(of: StaffOracle.script, about: [seed])
    let folder = try temporaryFolder("staff")
    for store in [.inMemory(), PersistentStoreDescription(url: folder.file("Staff.sqlite"))] {
      let stack = try TestStoreStack(store: store)
      let context = stack.mainContext
      let importer = EmployeeImporter(managedObjectContext: context, storeStack: stack)
      XCTAssertEqual(try importer.importEmployees(from: Data(contentsOf: seed)).imported, 500)
      context.reset()
      let employees = EmployeeService(managedObjectContext: context, storeStack: stack)
      let heads = try employees.departments()
      XCTAssertEqual(
        Dictionary(uniqueKeysWithValues: heads.map { ($0.name ?? "", $0.count) }), expected.heads)
      for (department, count) in expected.heads {
        let summary = try employees.department(department)
        XCTAssertEqual(summary.total, count)
        XCTAssertEqual(summary.active, expected.counts["isActive == YES"]?[department])
        // From 16 days on, and from 11 on.
        let vacation = summary.vacation.map(\.count)
        XCTAssertEqual(vacation[4], expected.counts["vacationDays > 15"]?[department])
        XCTAssertEqual(
          vacation[3] + vacation[4], expected.counts["vacationDays > 10"]?[department])
        XCTAssertEqual(vacation[0], expected.counts["vacationDays == 0"]?[department])
      }
      for (condition, counts) in expected.counts {
        for (department, count) in counts {
          let request = FetchRequest<Employee>()
          request.predicate = try FetchPredicate(
            format: "department == %@ AND (\(condition))", department)
          XCTAssertEqual(try context.count(for: request), count, "\(department): \(condition)")
        }
      }
      XCTAssertTrue(context.registeredObjects.allSatisfy { !($0 is Employee) })
      let list = FetchRequest<Employee>()
      list.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      list.fetchBatchSize = 50
      XCTAssertEqual(try context.fetch(list).map(\.name), expected.names)
      try stack.close()
    }
  }
}

/// What Python makes of the file of employees.
private struct StaffOracle: Decodable {
  let heads: [String: Int]
  /// By condition, then by department.
  let counts: [String: [String: Int]]
  let names: [String]

  static let script = """
    import collections, json, sys
    with open(sys.argv[1]) as file:
        staff = json.load(file)
    conditions = {
        "vacationDays > 15": lambda e: e["vacationDays"] > 15,
        "vacationDays > 10": lambda e: e["vacationDays"] > 10,
        "vacationDays < 5": lambda e: e["vacationDays"] < 5,
        "vacationDays == 0": lambda e: e["vacationDays"] == 0,
        "isActive == YES": lambda e: e["active"],
    }
    heads = collections.Counter(e["department"] for e in staff)
    print(json.dumps({
        "heads": heads,
        "counts": {
            text: {each: sum(e["department"] == each and test(e) for e in staff) for each in heads}
            for text, test in conditions.items()},
        "names": sorted(e["name"] for e in staff),
    }))
    """
}
