import Foundation
import XCTest

@testable import ObjectModel

/// The model and the short forms that the tests of predicates share.
class PredicateTestCase: XCTestCase {
  private(set) var model = ManagedObjectModel()

  override func setUpWithError() throws {
    model = try CampgroundModel.make()
  }

  func entity(_ name: String) throws -> EntityDescription {
    try XCTUnwrap(model.entitiesByName[name])
  }

  func reservation(
    _ values: [String: AttributeValue] = [:], key: Int64 = 1
  ) throws -> CampgroundSubject {
    CampgroundSubject(try entity("Reservation"), key, values)
  }

  func camper(_ name: AttributeValue, key: Int64 = 1) throws -> CampgroundSubject {
    CampgroundSubject(try entity("Camper"), key, ["fullName": name])
  }

  func tag(_ name: AttributeValue, weight: AttributeValue = .null, key: Int64 = 1) throws
    -> CampgroundSubject
  {
    CampgroundSubject(try entity("Tag"), key, ["name": name, "weight": weight])
  }

  func assertHolds(
    _ format: String, _ arguments: Any?..., for subject: CampgroundSubject, _ expected: Bool = true,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(
      try FetchPredicate(format: format, argumentArray: arguments).evaluate(with: subject),
      expected,
      format, file: file, line: line)
  }

  func assertFails(
    _ format: String, _ arguments: Any?..., for subject: CampgroundSubject,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(
      try FetchPredicate(format: format, argumentArray: arguments).evaluate(with: subject), false,
      format, file: file, line: line)
  }

  /// The error that parsing throws.
  func syntaxError(
    _ format: String, _ arguments: Any?..., file: StaticString = #filePath, line: UInt = #line
  ) -> ObjectGraphError? {
    do {
      let predicate = try FetchPredicate(format: format, argumentArray: arguments)
      XCTFail("\(format) was read as \(predicate)", file: file, line: line)
    } catch let error as ObjectGraphError {
      XCTAssertEqual(error.code, .invalidArgument, file: file, line: line)
      return error
    } catch {
      XCTFail("\(error)", file: file, line: line)
    }
    return nil
  }

  /// The error that resolving against Reservation throws.
  func resolutionError(
    _ format: String, _ arguments: Any?..., in entityName: String = "Reservation",
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> ObjectGraphError? {
    let predicate = try FetchPredicate(format: format, argumentArray: arguments)
    do {
      _ = try PredicateResolver(entity: entity(named: entityName)).resolve(predicate)
      XCTFail("\(format) was resolved", file: file, line: line)
      return nil
    } catch let error as ObjectGraphError {
      XCTAssertEqual(error.code, .invalidArgument, file: file, line: line)
      return error
    }
  }

  private func entity(named name: String) -> EntityDescription {
    model.entitiesByName[name] ?? EntityDescription()
  }

  func node(_ format: String, _ arguments: Any?...) throws -> PredicateNode {
    try FetchPredicate(format: format, argumentArray: arguments).node
  }
}
