import Foundation
import ObjectGraph
import SQLite
import Synchronization
import TestSupport
import XCTest

/// A child reads through its parent while a save that the parent takes part in waits for the disk.
@MainActor
final class ReadingDuringSaveTests: XCTestCase {
  private struct Stage {
    let stack: StoreStack
    let file: URL
    let ann: ManagedObjectID
  }

  /// A stack on a file with Ann, 40, and her pet Rex.
  private func stage() throws -> Stage {
    let file = try temporaryFolder("during").file("Pets.sqlite")
    let stack = try StoreStack(
      model: TestModel.pets(), store: PersistentStoreDescription(url: file, timeout: 60))
    let id = try stack.write { context in
      let ann = context.owner("Ann", age: 40)
      let rex = Pet(context: context)
      (rex.name, rex.owner) = ("Rex", ann)
      try context.save()
      return ann.objectID
    }
    return Stage(stack: stack, file: file, ann: id)
  }

  private final class Saver: Sendable {
    let isDone = Atomic(false)
    private let error = Mutex<(any Error)?>(nil)
    private let end = DispatchSemaphore(value: 0)

    func run(_ body: @escaping @Sendable () throws -> Void) {
      Thread.detachNewThread { [self] in
        do { try body() } catch { self.error.withLock { $0 = error } }
        isDone.store(true, ordering: .sequentiallyConsistent)
        end.signal()
      }
    }

    func wait() throws {
      end.wait()
      if let error = error.withLock({ $0 }) { throw error }
    }
  }

  /// Runs the body on the main thread while a thread saves a context and waits for another connection,
  /// which holds the write lock.
  private func whileSaving(
    _ stage: Stage, _ context: BackgroundContext,
    _ save: @escaping @Sendable (ManagedObjectContext) throws -> Void,
    _ body: () throws -> Void
  ) throws {
    let connection = try Connection(path: stage.file.path, isReadOnly: false, busyTimeout: 0)
    try connection.execute("BEGIN IMMEDIATE")
    let begun = DispatchSemaphore(value: 0)
    let observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.willSaveObjectsNotification, object: context, queue: nil
    ) { _ in begun.signal() }
    defer { NotificationCenter.default.removeObserver(observer) }
    let saver = Saver()
    saver.run { try context.performAndWait { try save($0) } }
    begun.wait()
    try body()
    XCTAssertFalse(saver.isDone.load(ordering: .sequentiallyConsistent))
    try connection.execute("ROLLBACK")
    try saver.wait()
  }

  private func names(_ context: ManagedObjectContext) throws -> [String] {
    try context.owners.map(\.name).sorted()
  }

  func testTheMainContextReadsWhileADerivedContextSavesThroughTheRoot() async throws {
    let stage = try stage()
    let main = stage.stack.mainContext
    try whileSaving(stage, stage.stack.newDerivedContext()) { context in
      context.owner("Bob", age: 30)
      try context.existingOwner(stage.ann).age = 41
      try context.saveThrough()
    } _: {
      XCTAssertEqual(try self.names(main), ["Ann"])
      let ann = try main.existingOwner(stage.ann)
      XCTAssertEqual(ann.age, 40)
      XCTAssertEqual(ann.pets.first?.name, "Rex")
      XCTAssertEqual(try main.count(for: FetchRequest<Owner>()), 1)
      let ages = FetchRequest<[String: any Sendable]>(entityName: "Owner")
      ages.propertiesToFetch = ["age"]
      XCTAssertEqual(try main.fetch(ages).count, 1)
    }
    await mainQueueTurn()
    XCTAssertEqual(try names(main), ["Ann", "Bob"])
    XCTAssertEqual(try main.existingOwner(stage.ann).age, 41)
  }

  func testAChildSeesWhatTheSavedContextHasNotCommittedOnce() async throws {
    let stage = try stage()
    let main = stage.stack.mainContext
    try whileSaving(stage, stage.stack.rootContext) { context in
      context.owner("Bob", age: 30)
      try context.existingOwner(stage.ann).age = 41
      try context.save()
    } _: {
      XCTAssertEqual(try self.names(main), ["Ann", "Bob"])
      XCTAssertEqual(try main.existingOwner(stage.ann).age, 41)
    }
    XCTAssertEqual(try names(main), ["Ann", "Bob"])
    XCTAssertEqual(try main.owners.count { $0.objectID.isTemporaryID }, 0)
    main.reset()
    XCTAssertEqual(try names(main), ["Ann", "Bob"])
  }

  func testWhatIsNotARequestOfAChildWaitsUntilTheSaveIsOver() async throws {
    let stage = try stage()
    let root = stage.stack.rootContext
    let visitor = Saver()
    let seen = Mutex<[String]>([])
    try whileSaving(stage, root) { context in
      context.owner("Bob", age: 30)
      try context.save()
    } _: {
      visitor.run {
        try root.performAndWait { context in
          XCTAssertFalse(context.hasChanges)
          let names = try context.owners.map(\.name).sorted()
          seen.withLock { $0 = names }
        }
      }
      XCTAssertEqual(try self.names(stage.stack.mainContext), ["Ann", "Bob"])
      XCTAssertFalse(visitor.isDone.load(ordering: .sequentiallyConsistent))
    }
    try visitor.wait()
    XCTAssertEqual(seen.withLock { $0 }, ["Ann", "Bob"])
  }

  func testASaveThatFailsLeavesTheContextsAsTheyWereForReaders() async throws {
    let stage = try stage()
    let main = stage.stack.mainContext
    try whileSaving(stage, stage.stack.rootContext) { context in
      let twin = context.owner("Ann", age: 1)
      XCTAssertThrowsError(try context.save())
      context.delete(twin)
      try context.save()
    } _: {
      XCTAssertEqual(try main.count(for: FetchRequest<Owner>()), 2)
    }
    XCTAssertEqual(try names(main), ["Ann"])
  }

  private nonisolated static func saveLater(_ context: BackgroundContext) {
    context.perform { context in
      do { try context.save() } catch { XCTFail("\(error)") }
    }
  }

  /// Each save brings five owners of one age, in the one way or the other.
  func testReadersSeeAllOfASaveOnceOrNothing() async throws {
    let stage = try stage()
    let stack = stage.stack
    let rounds = 60
    let saver = Saver()
    saver.run {
      for round in 1...rounds {
        @Sendable func make(_ context: ManagedObjectContext) {
          for number in 0..<5 { context.owner("\(round)-\(number)", age: Int16(1000 + round)) }
        }
        switch round % 3 {
        case 0:
          try stack.newDerivedContext().performAndWait { context in
            make(context)
            try context.saveThrough()
          }
        case 1:
          try stack.rootContext.performAndWait { context in
            make(context)
            try context.save()
          }
        default:
          try stack.newDerivedContext().performAndWait { context in
            make(context)
            try context.save()
          }
          Self.saveLater(stack.rootContext)
        }
      }
      stack.waitForSaves()
    }
    let main = stack.mainContext
    var reads = 0
    while !saver.isDone.load(ordering: .sequentiallyConsistent) {
      let ages = try main.owners.map(\.age).filter { $0 > 1000 }
      let groups = Dictionary(grouping: ages) { $0 }.mapValues(\.count)
      XCTAssertTrue(groups.values.allSatisfy { $0 == 5 }, "\(groups)")
      reads += 1
      if reads % 3 == 0 { main.reset() }
      if reads % 5 == 0 { await mainQueueTurn() }
    }
    try saver.wait()
    XCTAssertEqual(try main.count(for: FetchRequest<Owner>()), 1 + 5 * rounds)
    XCTAssertEqual(try stack.write { try $0.count(for: FetchRequest<Owner>()) }, 1 + 5 * rounds)
  }
}
