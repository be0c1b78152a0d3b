import Foundation
import ObjectStore
import XCTest

@testable import ObjectGraph

/// How long rows stay in memory.
@MainActor
final class RowLifetimeTests: XCTestCase {
  /// Where a row is kept.
  private struct Place {
    let id: ManagedObjectID
    let key: Int64
    let root: Int
  }

  /// Saves an owner, which only the context holds.
  private func savedOwner(_ name: String, in context: ManagedObjectContext) throws -> Place {
    let owner = context.owner(name)
    try context.save()
    return Place(id: owner.objectID, key: owner.key, root: owner.layout.rootNumber)
  }

  func testResetFreesTheRowsThatNoOtherContextUses() async throws {
    try await eachStore { container in
      let context = container.viewContext
      context.retainsRegisteredObjects = true
      let ann = try self.savedOwner("Ann", in: context)
      let bob = try self.savedOwner("Bob", in: context)
      let other = container.newBackgroundContext()
      let id = ann.id
      try other.performAndWait { other in
        other.retainsRegisteredObjects = true
        _ = try other.existingObject(with: id)
      }
      let coordinator = container.persistentStoreCoordinator
      XCTAssertNotNil(coordinator.cachedRow(key: ann.key, root: ann.root))
      XCTAssertNotNil(coordinator.cachedRow(key: bob.key, root: bob.root))
      context.reset()
      XCTAssertNotNil(coordinator.cachedRow(key: ann.key, root: ann.root))
      XCTAssertNil(coordinator.cachedRow(key: bob.key, root: bob.root))
    }
  }
}
