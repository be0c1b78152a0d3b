import CommandKit
import ObjectModel
import XCTest

final class EngineExitStatusTests: XCTestCase {
  private func status(
    _ code: ObjectGraphError.Code, sqlite: Int? = nil, path: String? = nil,
    writing outputs: [String] = []
  ) -> ExitStatus {
    var details = ObjectGraphError.Details()
    details[.sqliteResultCode] = sqlite
    details[.filePath] = path
    return ObjectGraphError(code, "", details: details).exitStatus(writing: outputs)
  }

  func testWhatIsWrongWithDataIsToldFromWhatIsWrongWithFiles() {
    XCTAssertEqual(status(.managedObjectValidation), .data)
    XCTAssertEqual(status(.inferredMappingModel), .data)
    XCTAssertEqual(status(.fileReadNoSuchFile), .noInput)
    XCTAssertEqual(status(.fileReadCorruptFile), .data)
    XCTAssertEqual(status(.fileWriteOutOfSpace), .inputOutput)
    XCTAssertEqual(status(.persistentStoreSave), .inputOutput)
    XCTAssertEqual(status(.persistentStoreTimeout), .temporaryFailure)
  }

  func testAStoreThatCannotBeOpenedIsAnInputUnlessItWasToBeMade() {
    XCTAssertEqual(status(.persistentStoreOpen, path: "/a"), .noInput)
    XCTAssertEqual(status(.persistentStoreOpen, path: "/a", writing: ["/b"]), .noInput)
    XCTAssertEqual(status(.persistentStoreOpen, path: "/a", writing: ["/a"]), .cannotCreate)
    // SQLITE_CORRUPT, SQLITE_NOTADB and SQLITE_READONLY_DBMOVED.
    XCTAssertEqual(status(.persistentStoreOpen, sqlite: 11, path: "/a", writing: ["/a"]), .data)
    XCTAssertEqual(status(.persistentStoreOpen, sqlite: 26), .data)
    XCTAssertEqual(status(.persistentStoreOperation, sqlite: 1032), .cannotCreate)
    // SQLITE_CANTOPEN, as for a file without permission.
    XCTAssertEqual(status(.sqlite, sqlite: 14, path: "/a"), .noInput)
  }

  func testACancellationIsAnInterruption() {
    XCTAssertEqual(status(.migrationCancelled), .interrupted)
    XCTAssertEqual(status(.userCancelled), .interrupted)
  }
}
