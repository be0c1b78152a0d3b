import Foundation
import ObjectModel
import XCTest

final class ErrorDetailsTests: XCTestCase {
  private struct Full: Error {}

  func testAValueComesBackWithItsType() {
    var error = ObjectGraphError(
      .persistentStoreOpen, "closed",
      details: .init(
        (.filePath, "/a"), (.sqliteResultCode, 14), (.entityNames, ["Tag"]),
        (.underlyingError, Full())))
    let (path, code) = (error.details[.filePath], error.details[.sqliteResultCode])
    XCTAssertEqual(path?.count, 2)
    XCTAssertEqual(code.map { $0 + 1 }, 15)
    XCTAssertEqual(error.details[.entityNames]?.first, "Tag")
    XCTAssertTrue(error.details[.underlyingError] is Full)
    XCTAssertNil(error.details[.line])

    error.details[.line] = 3
    error.details[.filePath] = nil
    XCTAssertEqual(error.details[.line], 3)
    XCTAssertNil(error.details[.filePath])
    XCTAssertNil(ObjectGraphError(.coreData, "").details[.line])
  }

  func testAKeyOfAnotherTypeFindsNothing() {
    var details = ObjectGraphError.Details(.line, 3)
    XCTAssertNil(details[ObjectGraphError.DetailKey<String>(rawValue: "line")])
    XCTAssertNil(details[ObjectGraphError.DetailKey<Double>(rawValue: "line")])
    XCTAssertNil(details[ObjectGraphError.DetailKey<[Int]>(rawValue: "line")])
    XCTAssertNil(details[ObjectGraphError.DetailKey<any Error>(rawValue: "line")])
    XCTAssertEqual(details[ObjectGraphError.DetailKey<Int>(rawValue: "line")], 3)

    // There is one value under a name, as in an error's user info.
    details[ObjectGraphError.DetailKey<String>(rawValue: "line")] = "three"
    XCTAssertNil(details[.line])
  }

  func testAnNSErrorHasTheValuesUnderCoreDatasKeys() {
    let error = ObjectGraphError(
      .persistentStoreOpen, "closed",
      details: .init(
        (.filePath, "/a"), (.sqliteResultCode, 14), (.affectedObjects, []),
        (.underlyingError, Full())))
    let info = (error as NSError).userInfo
    XCTAssertEqual(info[NSFilePathErrorKey] as? String, "/a")
    XCTAssertEqual(info["NSSQLiteErrorDomain"] as? Int, 14)
    XCTAssertEqual(info["NSAffectedObjectsErrorKey"] as? [ManagedObjectID], [])
    XCTAssertTrue(info[NSUnderlyingErrorKey] is Full)
    XCTAssertEqual(info[NSLocalizedDescriptionKey] as? String, "closed")
  }
}
