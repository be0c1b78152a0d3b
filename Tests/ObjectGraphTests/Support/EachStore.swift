import ObjectGraph
import TestSupport
import XCTest

extension XCTestCase {
  /// Runs a test against a fresh store of every kind.
  @MainActor
  func eachStore(
    model: @autoclosure () -> ManagedObjectModel = TestModel.pets(),
    _ body: @MainActor (PersistentContainer) async throws -> Void
  ) async throws {
    try await eachKindOfStore(of: model(), body)
  }
}
