import Foundation
import ObjectModel
import XCTest

@testable import ObjectStore

/// The clock that the age of rows is told by.
final class RowClockTests: XCTestCase {
  func testTheClockIsReachedByTheSameWayHoweverOftenItIsAsked() throws {
    let coordinator = try PersistentStoreCoordinator(
      managedObjectModel: ManagedObjectModel { EntityDescription("Tag") {} })
    let depths = Lock<Set<UInt>>([])
    coordinator.setClock {
      var mark = 0
      let place = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
      depths.withLock { _ = $0.insert(place) }
      return 0
    }
    for _ in 0..<10 { _ = coordinator.hasRow(key: 1, root: 1, maximumAge: 1) }
    XCTAssertEqual(depths.withLock { $0.count }, 1)
  }
}
