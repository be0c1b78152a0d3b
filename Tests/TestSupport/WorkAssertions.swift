import ObjectGraph
import XCTest

/// What has a coordinator whose work can be measured.
public protocol StackPart {
  var coordinator: PersistentStoreCoordinator { get }
}

extension PersistentStoreCoordinator: StackPart {
  public var coordinator: PersistentStoreCoordinator { self }
}

extension PersistentContainer: StackPart {
  public var coordinator: PersistentStoreCoordinator { persistentStoreCoordinator }
}

extension XCTestCase {
  /// Expects a body to run that many statements; a failure lists them.
  @discardableResult
  public func assertStatements<Result>(
    _ count: Int, on part: any StackPart, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let (result, report) = try part.coordinator.measure(body)
    XCTAssertEqual(report.statementCount, count, "\(report)", file: file, line: line)
    return result
  }

  /// Expects a body to run no more statements than that; a failure lists them.
  @discardableResult
  public func assertStatements<Result>(
    atMost count: Int, on part: any StackPart, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let (result, report) = try part.coordinator.measure(body)
    XCTAssertLessThanOrEqual(report.statementCount, count, "\(report)", file: file, line: line)
    return result
  }

  /// Expects no more faults than that to fire whose values are not at hand, those of objects and
  /// those of to-many relationships; a failure lists them.
  @discardableResult
  public func assertFaults<Result>(
    atMost count: Int, on part: any StackPart, file: StaticString = #filePath, line: UInt = #line,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let (result, report) = try part.coordinator.measure(body)
    XCTAssertLessThanOrEqual(report.faultCount, count, "\(report)", file: file, line: line)
    return result
  }
}
