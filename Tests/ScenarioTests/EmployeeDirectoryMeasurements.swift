import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// How long EmployeeDirectory's questions take, the slow way and the fast one, with nothing cached.
///
/// The figures are only printed: what each way costs is checked by `EmployeeDirectoryTests`, in
/// statements, rows and faults, which are the same on a busy machine.
@MainActor
final class EmployeeDirectoryMeasurements: XCTestCase {
  /// A measurement fails in XCTest when its runs differ a lot, which says
  /// something about the machine.
  nonisolated override func recordFailure(
    withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
    expected: Bool
  ) {
    guard !description.contains("The relative standard deviation") else { return }
    super.recordFailure(
      withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
  }

  /// Measures a question, and expects its answer each time.
  private func report<Answer: Equatable>(
    expecting answer: Answer, line: UInt = #line, _ ask: (StaffDirectory) throws -> Answer
  ) throws {
    let folder = try temporaryFolder("staff")
    let container = try PersistentContainer(
      name: "Staff", managedObjectModel: EmployeeDirectory.makeModel(),
      descriptions: [PersistentStoreDescription(url: folder.file("Staff.sqlite"))])
    try container.loadPersistentStores()
    try SampleStaff.insert(into: container.viewContext)
    let directory = StaffDirectory(context: container.viewContext)
    measureMetrics([.wallClockTime], automaticallyStartMeasuring: false) {
      container.forgetAll()
      startMeasuring()
      do {
        let found = try ask(directory)
        stopMeasuring()
        XCTAssertEqual(found, answer, line: line)
      } catch {
        XCTFail("\(error)", line: line)
      }
    }
  }

  private let heads = ["Sales": 200, "Engineering": 150, "Marketing": 100, "": 50]

  func testHeadsByDepartmentOfFetchedObjects() async throws {
    try report(expecting: heads) { try $0.headCountsByObjects() }
  }

  func testHeadsByDepartmentGroupedInTheStore() async throws {
    try report(expecting: heads) { try $0.headCountsByGroups() }
  }

  func testSalesOfAllFromObjectAfterObject() async throws {
    try report(expecting: 750) {
      try $0.saleCountsByObjects(prefetching: false).values.reduce(0, +)
    }
  }

  func testSalesOfAllFromPrefetchedObjects() async throws {
    try report(expecting: 750) {
      try $0.saleCountsByObjects(prefetching: true).values.reduce(0, +)
    }
  }

  func testSalesOfAllCountedInTheStore() async throws {
    try report(expecting: 750) { try $0.saleCountsByDictionaries().values.reduce(0, +) }
  }

  func testTheFirstScreenOfAListThatIsReadWhole() async throws {
    try report(expecting: SampleStaff.name(11)) { try $0.list()[11].name }
  }

  func testTheFirstScreenOfAListThatIsReadInBatches() async throws {
    try report(expecting: SampleStaff.name(11)) { try $0.list(batchSize: 20)[11].name }
  }
}
