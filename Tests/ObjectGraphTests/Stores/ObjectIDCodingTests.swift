import Foundation
import ObjectGraph
import XCTest

/// Object IDs are kept as the URIs of their objects.
@MainActor
final class ObjectIDCodingTests: XCTestCase {
  func testAnIDIsFoundAgainInItsCoordinator() async throws {
    try await eachStore(model: MacroModel.make()) { container in
      let guest = MacroGuest(context: container.viewContext)
      let unsaved = guest.objectID
      XCTAssertThrowsError(try JSONEncoder().encode([unsaved])) {
        XCTAssertTrue("\($0)".contains("save it first"), "\($0)")
      }
      try container.viewContext.save()
      let data = try JSONEncoder().encode([guest.objectID])
      XCTAssertEqual(
        try JSONDecoder().decode([String].self, from: data),
        [guest.objectID.uriRepresentation().absoluteString])

      let decoder = JSONDecoder()
      decoder.userInfo[.persistentStoreCoordinator] = container.persistentStoreCoordinator
      XCTAssertEqual(try decoder.decode([ManagedObjectID].self, from: data), [guest.objectID])
    }
  }

  func testAnIDWithoutItsCoordinatorIsRefused() async throws {
    try await eachStore(model: MacroModel.make()) { container in
      let guest = MacroGuest(context: container.viewContext)
      try container.viewContext.save()
      let data = try JSONEncoder().encode([guest.objectID])
      let decoder = JSONDecoder()
      XCTAssertThrowsError(try decoder.decode([ManagedObjectID].self, from: data)) {
        XCTAssertTrue("\($0)".contains("userInfo[.persistentStoreCoordinator]"), "\($0)")
      }
      let other = try PersistentStoreCoordinator(managedObjectModel: MacroModel.make())
      decoder.userInfo[.persistentStoreCoordinator] = other
      XCTAssertThrowsError(try decoder.decode([ManagedObjectID].self, from: data)) {
        XCTAssertTrue("\($0)".contains("does not identify an object"), "\($0)")
      }
    }
  }
}
