import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class EmployeeImporterTests: XCTestCase {
  private func importer(_ desk: TestDesk) -> EmployeeImporter {
    EmployeeImporter(
      managedObjectContext: desk.stack.mainContext, storeStack: desk.stack,
      clock: desk.stack.clock)
  }

  private func run(
    _ desk: TestDesk, _ text: String, options: ImportOptions = ImportOptions()
  ) throws -> ImportSummary {
    try importer(desk).importEmployees(from: Data(text.utf8), options: options)
  }

  func testARecordBringsWhatItNames() async throws {
    try await eachStore { desk in
      let summary = try run(
        desk,
        """
        [{"guid": "g1", "name": " Kasey Mcfarland ", "department": "Marketing", "vacationDays": 2,
          "startDate": "1979-09-05", "active": false, "about": "a\\r\\nb", "picture": "face.jpg"},
         {"name": "Bo", "department": null, "about": ""}]
        """)
      XCTAssertEqual(summary.imported, 2)
      let kasey = try desk.employees.find("Kasey Mcfarland")
      XCTAssertEqual(kasey.guid, "g1")
      XCTAssertEqual(kasey.vacationDays, 2)
      XCTAssertEqual(kasey.firstDay, try day("1979-09-05"))
      XCTAssertFalse(kasey.isActive)
      XCTAssertEqual(kasey.about, "a\r\nb")
      let bo = try desk.employees.find("Bo")
      XCTAssertTrue(bo.isActive)
      XCTAssertNil(bo.department)
      XCTAssertNotNil(UUID(uuidString: bo.guid))
    }
  }

  func testRejectsNameRowFieldAndReasonAndNothingIsImported() async throws {
    try await eachStore { desk in
      try desk.employees.addEmployee("Ada", guid: "g1")
      let text = """
        [{"name": "Bo", "guid": "g2"}, {"guid": "g3"}, 7, {"name": "Cy", "guid": "g1"},
         {"name": "Ada"}, {"name": "Bo"}, {"name": "Di", "guid": "g2"},
         {"name": "Ed", "vacationDays": "ten"}, {"name": "Fay", "vacationDays": 2.5},
         {"name": "Gus", "vacationDays": 400}, {"name": "Hal", "startDate": "1979-02-30"},
         {"name": "Ida", "active": 1}, {"name": "Jo", "email": "a\\nb"}, {"name": ["Kim"]}]
        """
      let summary = try run(desk, text)
      XCTAssertEqual(summary.rowsRead, 14)
      XCTAssertFalse(summary.isSaved)
      XCTAssertEqual(
        summary.rejects.map(\.description),
        [
          "row 2, name: an employee needs a name",
          "row 3: expected an employee, found a number",
          "row 4, guid: employee \"Ada\" already has the guid g1",
          "row 5, name: Campground already has an employee \"Ada\"",
          "row 6, name: row 1 already has an employee \"Bo\"",
          "row 7, guid: row 1 already has the guid g2",
          "row 8, vacationDays: expected a number, found text",
          "row 9, vacationDays: 2.5 is not a whole number",
          "row 10: vacation days must be from 0 to 366, not 400",
          "row 11, startDate: February 1979 has 28 days",
          "row 12, active: expected true or false, found a number",
          "row 13: the text of an e-mail address must be one line, without line breaks or control "
            + "characters",
          "row 14, name: expected text, found an array",
        ])
      XCTAssertEqual(try desk.count(Employee.self), 1)
      let taken = try run(desk, text, options: ImportOptions(skipsRejects: true))
      XCTAssertEqual(taken.imported, 1)
      XCTAssertEqual(try desk.employees.names(), ["Ada", "Bo"])
    }
  }

  func testADryRunChangesNothing() async throws {
    try await eachStore { desk in
      let summary = try run(
        desk, "[{\"name\": \"Bo\"}]", options: ImportOptions(isDryRun: true))
      XCTAssertEqual(summary.accepted, 1)
      XCTAssertEqual(summary.imported, 0)
      XCTAssertEqual(try desk.count(Employee.self), 0)
      XCTAssertEqual(try desk.count(Campground.self), 0)
    }
  }

  func testAFileThatIsNoArrayOfJSONIsRefused() async throws {
    let desk = TestDesk(try TestStoreStack())
    for text in ["", "name,department", "[{\"name\": \"Bo\"}", "{\"name\": \"Bo\"}", "\"Bo\""] {
      XCTAssertThrowsError(try run(desk, text), text) {
        guard case ImportError.malformed = $0 else { return XCTFail("\($0)") }
      }
    }
    XCTAssertEqual(try run(desk, "[]").rowsRead, 0)
  }

  /// The 500 records of the book's sample, counted by Python from the same file.
  func testTheSampleStaffAgreesWithPython() async throws {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    let seeds = URL(fileURLWithPath: root)
      .appendingPathComponent("seeds/EmployeeDirectory-seed.json")
    struct Count: Decodable {
      var total: Int
      var departments: [String: Int]
      var active: Int
      var days: Int
      var first: String
      var guids: Int
    }
    let expected: Count = try Python.answer(
      of: """
        import collections, json, sys
        staff = json.load(open(sys.argv[1], encoding='utf-8'))
        print(json.dumps({
            'total': len(staff), 'departments': collections.Counter(e['department'] for e in staff),
            'active': sum(e['active'] for e in staff), 'days': sum(e['vacationDays'] for e in staff),
            'first': min(e['startDate'] for e in staff),
            'guids': len({e['guid'] for e in staff})}))
        """, about: [seeds])
    let file = try temporaryFolder().appendingPathComponent("Campground.sqlite")
    let desk = TestDesk(try TestStoreStack(store: PersistentStoreDescription(url: file)))
    let summary = try importer(desk).importEmployees(from: Data(contentsOf: seeds))
    XCTAssertEqual(summary.imported, 500)
    XCTAssertEqual(expected.total, 500)
    XCTAssertEqual(
      Dictionary(
        uniqueKeysWithValues: try desk.employees.departments().map { ($0.name ?? "", $0.count) }),
      expected.departments)
    XCTAssertEqual(
      try desk.employees.departments().compactMap(\.name)
        .map { try desk.employees.department($0).active }.reduce(0, +), expected.active)
    try desk.stack.close()
    // Days since 2001-01-01 in seconds, as Core Data stores dates.
    XCTAssertEqual(
      try StoreShell(file).rows(
        "SELECT sum(ZVACATIONDAYS), count(DISTINCT ZGUID), "
          + "date(min(ZSTARTDATE) + 978307200, 'unixepoch') FROM ZEMPLOYEE"),
      ["\(expected.days)|\(expected.guids)|\(expected.first)"])
  }
}
