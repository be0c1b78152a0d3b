import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// How far a migration is, and how it is ended.
final class MigrationProgressTests: XCTestCase {
  private func fill(_ stage: MigrationStage) throws {
    try stage.fill { context in
      for number in 1...3_000 { _ = try context.insert("Tag", ["label": "\(number)"]) }
    }
  }

  func testProgressGrowsToOneAndIsNoneAgain() async throws {
    let stage = try shelves()
    try fill(stage)
    var told: [Float] = []
    var updates: AsyncStream<Double>?
    let manager = try stage.migrate([ShelvesModel.tags()]) { manager in
      updates = manager.progress.updates
      manager.progressHandler = { told.append($0) }
    }
    XCTAssertEqual(manager.migrationProgress, 0)
    XCTAssertGreaterThan(told.count, 4)
    XCTAssertEqual(told, told.sorted())
    XCTAssertEqual(told.last, 1)
    var seen: [Double] = []
    for await part in try XCTUnwrap(updates) { seen.append(part) }
    XCTAssertEqual(seen.map { Float($0) }, told)
  }

  func testACancellationLeavesNothingAndTheManagerOfUse() throws {
    let stage = try shelves()
    try fill(stage)
    let manager = try MigrationManager(
      sourceModel: stage.source, destinationModel: stage.destination)
    manager.progressHandler = { if $0 > 0.2 { manager.cancelMigrationWithError() } }
    let mapping = MappingModel(entityMappings: [ShelvesModel.tags()])
    func migrate() throws {
      try manager.migrateStore(
        from: stage.sourceURL, mapping: mapping, to: stage.destinationURL)
    }
    let error = MigrationStage.error { try migrate() }
    XCTAssertEqual(error?.code, .migrationCancelled)
    XCTAssertEqual(manager.migrationProgress, 0)
    XCTAssertFalse(stage.hasDestination)
    manager.progressHandler = nil
    try migrate()
    XCTAssertEqual(try stage.read { try $0.texts("Topic", "label").count }, 3_000)
  }

  func testACancellationThrowsTheErrorThatItWasGiven() throws {
    struct Stopped: Error {}
    let stage = try shelves()
    try fill(stage)
    XCTAssertThrowsError(
      try stage.migrate([ShelvesModel.tags()]) { manager in
        manager.progressHandler = { _ in manager.cancelMigrationWithError(Stopped()) }
      }
    ) { XCTAssertTrue($0 is Stopped, "\($0)") }
  }

  func testAnotherThreadEndsAMigration() throws {
    let stage = try shelves()
    try fill(stage)
    let error = MigrationStage.error {
      try stage.migrate([ShelvesModel.tags()]) { manager in
        let progress = manager.progress
        manager.progressHandler = { _ in
          let isDone = DispatchSemaphore(value: 0)
          Thread {
            progress.cancel()
            isDone.signal()
          }.start()
          isDone.wait()
        }
      }
    }
    XCTAssertEqual(error?.code, .migrationCancelled)
    XCTAssertFalse(stage.hasDestination)
  }
}
