import Foundation
import ObjectGraph
import Synchronization
import XCTest

/// Saving whole or not at all.
@MainActor
final class SaveOrRollbackTests: XCTestCase {
  /// The codes of the errors that are posted while the body runs.
  private func postedErrors(_ body: () throws -> Void) rethrows -> [ObjectGraphError.Code] {
    let codes = Mutex<[ObjectGraphError.Code]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didRecordErrorNotification, object: nil, queue: nil
    ) { notification in
      guard let error = notification.userInfo?["error"] as? ObjectGraphError else { return }
      codes.withLock { $0.append(error.code) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body()
    return codes.withLock { $0 }
  }

  func testValidChangesAreSaved() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Owner(context: context).name = "Ann"
      XCTAssertTrue(context.saveOrRollback())
      XCTAssertFalse(context.hasChanges)
      context.reset()
      XCTAssertEqual(try Owner.fetch(in: context).map(\.name), ["Ann"])
    }
  }

  func testRefusedChangesAreDroppedAndTheErrorIsPostedButNotKept() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      ann.age = 50
      _ = Passport(context: context)
      var isSaved: Bool?
      let codes = postedErrors { isSaved = context.saveOrRollback() }
      XCTAssertEqual(isSaved, false)
      // A passport needs a number.
      XCTAssertEqual(codes, [.validationMissingMandatoryProperty])
      XCTAssertEqual(ann.age, 18)
      XCTAssertFalse(context.hasChanges)
      XCTAssertTrue(context.errors.isEmpty)
      XCTAssertTrue(context.saveOrRollback())
    }
  }

  func testTheThrowingFormTellsWhatWasRefused() async throws {
    try await eachStore { container in
      let context = container.viewContext
      _ = Passport(context: context)
      XCTAssertThrowsError(try context.saveRollingBackOnError()) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .validationMissingMandatoryProperty)
      }
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testACallWithinASaveLeavesTheSaveAlone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Owner(context: context).name = "Ann"
      var inner: Bool?
      let observation = context.addContextWillSaveNotificationObserver { news in
        inner = news.managedObjectContext?.saveOrRollback()
      }
      let codes = try postedErrors { try context.save() }
      observation.cancel()
      XCTAssertEqual(inner, false)
      XCTAssertEqual(codes, [.recursiveSave])
      context.reset()
      XCTAssertEqual(try Owner.fetch(in: context).map(\.name), ["Ann"])
    }
  }

  func testPerformedChangesAreSavedAndGiveTheirResult() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = try context.performChanges {
        let ann: Owner = try context.insertObject()
        ann.name = "Ann"
        return ann
      }
      XCTAssertFalse(ann.objectID.isTemporaryID)
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testPerformedChangesThatFailAreDropped() async throws {
    try await eachStore { container in
      let context = container.viewContext
      XCTAssertThrowsError(
        try context.performChanges {
          Owner(context: context).name = "Ann"
          throw CancellationError()
        }
      ) { XCTAssertTrue($0 is CancellationError) }
      XCTAssertFalse(context.hasChanges)
      XCTAssertThrowsError(
        try context.performChanges { _ = Passport(context: context) }
      ) { XCTAssertEqual(($0 as? ObjectGraphError)?.code, .validationMissingMandatoryProperty) }
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testABackgroundContextPerformsChanges() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      let id = try await background.performChanges { context in
        let ann: Owner = try context.insertObject()
        ann.name = "Ann"
        return ann.objectID
      }
      // The ID was asked for before the save.
      XCTAssertTrue(id.isTemporaryID)
      XCTAssertEqual(try Owner.fetch(in: container.viewContext).map(\.name), ["Ann"])
      do {
        try await background.performChanges { context in
          Owner(context: context).name = "Ann"
        }
        XCTFail("a second Ann was saved")
      } catch let error as ObjectGraphError {
        XCTAssertEqual(error.code, .managedObjectConstraintMerge)
      }
      let isClean = background.performAndWait { !$0.hasChanges && $0.errors.isEmpty }
      XCTAssertTrue(isClean)
    }
  }

  func testABackgroundContextSavesLater() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      background.performAndWait { Owner(context: $0).name = "Ann" }
      background.performSaveOrRollback()
      let isClean = try await background.perform { !$0.hasChanges }
      XCTAssertTrue(isClean)
      XCTAssertEqual(try Owner.count(in: container.viewContext), 1)
    }
  }

  func testTheMainContextSavesLater() async throws {
    try await eachStore { container in
      let context = container.viewContext
      Owner(context: context).name = "Ann"
      context.performSaveOrRollback()
      XCTAssertTrue(context.hasChanges)
      await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
      XCTAssertFalse(context.hasChanges)
      XCTAssertEqual(try Owner.count(in: context), 1)
    }
  }
}
