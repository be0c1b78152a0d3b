import Campground
import ObjectGraph
import TestSupport
import XCTest

@MainActor
final class CamperServiceTests: XCTestCase {
  private var stack: TestStoreStack!
  private var service: CamperService!

  override func setUp() async throws {
    stack = try TestStoreStack()
    service = CamperService(managedObjectContext: stack.mainContext, storeStack: stack)
  }

  override func tearDown() async throws {
    service = nil
    stack = nil
  }

  func testAnAddedCamperHasTheNameAndPhoneNumber() async throws {
    let camper = try service.addCamper("Bacon Lover", phoneNumber: "910-543-9000")
    XCTAssertEqual(camper.fullName, "Bacon Lover")
    XCTAssertEqual(camper.phoneNumber, "910-543-9000")
    XCTAssertTrue(camper.managedObjectContext === stack.mainContext)
    XCTAssertFalse(camper.hasChanges)
    XCTAssertFalse(camper.objectID.isTemporaryID)
  }

  func testTheRootContextIsSavedAfterAddingACamper() async throws {
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    _ = try service.addCamper("Bacon Lover", phoneNumber: "910-543-9000")
    await fulfillment(of: [saved], timeout: 2)
  }

  func testACamperCanBeAddedOnABackgroundContext() async throws {
    let derived = stack.newDerivedContext()
    let saved = expectation(
      forNotification: ManagedObjectContext.didSaveObjectsNotification,
      object: stack.rootContext)
    let stack = try XCTUnwrap(stack)
    let name = try await derived.perform { context in
      let service = CamperService(managedObjectContext: context, storeStack: stack)
      let camper = try service.addCamper("Bacon Lover", phoneNumber: "910-543-9000")
      return camper.managedObjectContext === context ? camper.fullName : "another context's"
    }
    XCTAssertEqual(name, "Bacon Lover")
    await fulfillment(of: [saved], timeout: 2)
    XCTAssertEqual(try service.campers().map(\.fullName), ["Bacon Lover"])
  }

  func testAnEmptyNameIsRefused() async throws {
    XCTAssertThrowsError(try service.addCamper("", phoneNumber: "910-543-9000")) {
      XCTAssertEqual($0 as? CampgroundError, .emptyName(of: "camper"))
    }
    XCTAssertThrowsError(try service.addCamper(" \n", phoneNumber: nil))
    XCTAssertEqual(try service.campers(), [])
    XCTAssertFalse(stack.mainContext.hasChanges)
  }
}
