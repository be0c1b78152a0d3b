import Foundation
import ObjectGraph
import XCTest

/// What every kind of store must do, run against each of them.
@MainActor
final class StoreContractTests: XCTestCase {
  func testASavedObjectIsReadBackInAnotherContext() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Zoë 🐶"
      let dog = Dog(context: context)
      dog.name = "Rex"
      dog.weight = 12.5
      dog.tricks = 3
      dog.owner = owner
      XCTAssertTrue(owner.objectID.isTemporaryID)
      try context.save()
      XCTAssertFalse(owner.objectID.isTemporaryID)
      let id = owner.objectID

      let names = try await container.newBackgroundContext().perform { other in
        let owner = try other.existingObject(with: id) as? Owner
        let dog = owner?.pets.first as? Dog
        return [
          owner?.name, dog?.name, dog?.weight.map { "\($0)" }, dog.map { "\($0.tricks)" },
          owner.map { "\($0.age)" }, dog?.owner === owner ? "same" : "other",
        ]
      }
      XCTAssertEqual(names, ["Zoë 🐶", "Rex", "12.5", "3", "18", "same"])
    }
  }
}
