import ObjectGraph
import XCTest

/// Tests of services on a store stack in memory and on settings that write down what was asked of
/// them, both fresh for every test.
///
/// At its end a test fails when a store does not let go of the stack.
@MainActor
open class MockStackTestCase: XCTestCase {
  /// The stack under test.
  public private(set) var stack: StoreStack!

  /// The settings under test.
  public private(set) var settings: RecordingSettings!

  /// The model of the stack; subclasses say which.
  open func makeModel() -> ManagedObjectModel {
    ManagedObjectModel(entities: [])
  }

  open override func setUp() async throws {
    stack = try StoreStack(model: makeModel(), store: .inMemory())
    settings = RecordingSettings()
  }

  open override func tearDown() async throws {
    let coordinator = stack.persistentStoreCoordinator
    for store in coordinator.persistentStores {
      XCTAssertNoThrow(try coordinator.remove(store), "a store stays attached")
    }
    XCTAssertTrue(coordinator.persistentStores.isEmpty, "a store stays attached")
    stack = nil
    settings = nil
  }
}
