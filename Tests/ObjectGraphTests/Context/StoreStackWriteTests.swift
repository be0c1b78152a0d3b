import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import XCTest

/// Reading, deciding and writing under the store's write lock.
@MainActor
final class StoreStackWriteTests: XCTestCase {
  private struct Refusal: Error, Equatable {}

  private func eachStack(_ body: @MainActor (StoreStack) async throws -> Void) async throws {
    let folder = try temporaryFolder("write")
    let stores: [PersistentStoreDescription] = [
      .inMemory(), PersistentStoreDescription(url: folder.file("Store.sqlite")),
    ]
    for store in stores {
      let stack = try StoreStack(model: TestModel.pets(), store: store)
      try await body(stack)
      try stack.close()
    }
  }

  /// The names in the store, as a context reads them that is new.
  private nonisolated func names(_ stack: StoreStack) throws -> [String] {
    try BackgroundContext(coordinator: stack.persistentStoreCoordinator).performAndWait {
      try $0.fetch(FetchRequest<Owner>(entityName: "Owner")).map(\.name).sorted()
    }
  }

  func testWhatTheBodyChangesIsInTheStoreAndInTheMainContext() async throws {
    try await eachStack { stack in
      let main = stack.mainContext
      let ann = main.owner("Ann", age: 40)
      try main.saveThrough()
      let id = ann.objectID
      let new = try stack.write { context in
        let ann = try context.existingOwner(id)
        ann.age += 1
        let bob = context.owner("Bob")
        Pet(context: context).owner = ann
        try context.save()
        return bob.objectID
      }
      XCTAssertEqual(try self.names(stack), ["Ann", "Bob"])
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual(ann.pets.count, 1)
      XCTAssertFalse(main.hasChanges)
      XCTAssertEqual(try main.existingOwner(new).name, "Bob")
      ann.age = 42
      try main.saveThrough()
      XCTAssertEqual(try stack.write { try $0.existingOwner(id).age }, 42)
    }
  }

  func testTheRootContextAnnouncesWhatWasWrittenAsSaved() async throws {
    try await eachStack { stack in
      let main = stack.mainContext
      let (ann, bob) = (main.owner("Ann", age: 40), main.owner("Bob"))
      try main.saveThrough()
      let ids = [ann.objectID, bob.objectID]
      let saves = NoteBox()
      let token = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didSaveObjectIDsNotification, object: stack.rootContext,
        queue: nil
      ) { saves.add(ChangedObjectIDs($0)) }
      defer { NotificationCenter.default.removeObserver(token) }
      let new = try stack.write { context in
        try context.existingOwner(ids[0]).age += 1
        context.delete(try context.existingOwner(ids[1]))
        let carl = context.owner("Carl")
        try context.save()
        return carl.objectID
      }
      XCTAssertEqual(saves.all.count, 1)
      XCTAssertEqual(saves.all.first?.insertedObjectIDs, [new])
      XCTAssertEqual(saves.all.first?.updatedObjectIDs, [ids[0]])
      XCTAssertEqual(saves.all.first?.deletedObjectIDs, [ids[1]])
      // What wrote nothing is no save.
      try stack.write { _ in }
      XCTAssertEqual(saves.all.count, 1)
    }
  }

  /// What observers on other queues noted.
  private final class NoteBox: Sendable {
    private let notes = Mutex<[ChangedObjectIDs]>([])
    var all: [ChangedObjectIDs] { notes.withLock { $0 } }
    func add(_ note: ChangedObjectIDs) { notes.withLock { $0.append(note) } }
  }

  func testWhenTheBodyThrowsNothingHasHappened() async throws {
    try await eachStack { stack in
      XCTAssertThrowsError(
        try stack.write { context in
          context.owner("Ann")
          try context.save()
          context.owner("Bob")
          throw Refusal()
        }
      ) { XCTAssertTrue($0 is Refusal) }
      XCTAssertEqual(try self.names(stack), [])
      XCTAssertEqual(try stack.mainContext.count(for: FetchRequest<Owner>()), 0)
      try stack.write { _ = $0.owner("Cy") }
      XCTAssertEqual(try self.names(stack), ["Cy"])
    }
  }

  func testWhatCannotBeSavedIsRefusedAndNothingHasHappened() async throws {
    try await eachStack { stack in
      try stack.write { _ = $0.owner("Ann") }
      XCTAssertThrowsError(
        try stack.write { context in
          context.owner("Bob")
          context.owner("Ann")
        }
      ) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectConstraintMerge)
      }
      XCTAssertEqual(try self.names(stack), ["Ann"])
    }
  }

  func testAWriteInsideOfAWriteJoinsIt() async throws {
    try await eachStack { stack in
      try stack.write { context in
        context.owner("Ann")
        let seen = try stack.write { inner -> Int in
          inner.owner("Bob")
          return try inner.count(for: FetchRequest<Owner>())
        }
        XCTAssertEqual(seen, 2)
      }
      XCTAssertEqual(try self.names(stack), ["Ann", "Bob"])
      XCTAssertThrowsError(
        try stack.write { context in
          context.owner("Cy")
          try? stack.write { inner in
            inner.owner("Di")
            throw Refusal()
          }
        }
      ) { XCTAssertTrue($0 is Refusal) }
      XCTAssertEqual(try self.names(stack), ["Ann", "Bob"])
    }
  }

  /// Each looks whether the place is free, and takes it when it is: nobody tries twice.
  func testOfManyWhoDecideAtOnceEachDecidesOnWhatTheOthersDid() async throws {
    try await eachStack { stack in
      let taken = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<24 {
          group.addTask {
            let isFree = try? stack.write { context -> Bool in
              let request = FetchRequest<Owner>(entityName: "Owner")
              guard try context.count(for: request) < 3 else { return false }
              context.owner("Owner \(number)")
              return true
            }
            return isFree ?? false
          }
        }
        var taken = 0
        for await isTaken in group where isTaken { taken += 1 }
        return taken
      }
      XCTAssertEqual(taken, 3)
      XCTAssertEqual(try self.names(stack).count, 3)
    }
  }

  func testNobodyElseSeesAnythingBeforeTheCommit() async throws {
    let folder = try temporaryFolder("write")
    let stack = try StoreStack(
      model: TestModel.pets(),
      store: PersistentStoreDescription(url: folder.file("Store.sqlite")))
    let ann = stack.mainContext.owner("Ann", age: 40)
    try stack.mainContext.saveThrough()
    let id = ann.objectID
    let coordinator = stack.persistentStoreCoordinator
    let seen = try stack.write { context in
      let ann = try context.existingOwner(id)
      ann.age = 50
      context.owner("Bob")
      try context.save()
      return try BackgroundContext(coordinator: coordinator).performAndWait { other in
        let count = try other.count(for: FetchRequest<Owner>(entityName: "Owner"))
        return "\(count) \(try other.existingOwner(id).age)"
      }
    }
    XCTAssertEqual(seen, "1 40")
    XCTAssertEqual(ann.age, 50)
    try stack.close()
  }

  func testUnsavedChangesOfTheMainContextStayAndConflict() async throws {
    try await eachStack { stack in
      let main = stack.mainContext
      let (ann, bob) = (main.owner("Ann", age: 40), main.owner("Bob", age: 30))
      try main.saveThrough()
      let ids = [ann.objectID, bob.objectID]
      ann.age = 41
      bob.name = "Rob"
      try stack.write { context in
        for id in ids { try context.existingOwner(id).age += 10 }
      }
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual("\(bob.name) \(bob.age)", "Rob 40", "what only the write changed comes along")
      XCTAssertThrowsError(try main.saveThrough()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectMerge)
      }
      main.rollback()
      main.refreshAllObjects()
      XCTAssertEqual(ann.age, 50)
    }
  }

  func testAWriteOnAnotherThreadReachesTheMainContextInItsTurn() async throws {
    try await eachStack { stack in
      let main = stack.mainContext
      let ann = main.owner("Ann", age: 40)
      try main.saveThrough()
      let id = ann.objectID
      try await Task.detached {
        try stack.write { try $0.existingOwner(id).age = 50 }
      }.value
      await self.mainQueueTurn()
      XCTAssertEqual(ann.age, 50)
    }
  }

  func testAnotherProcessThatWritesIsSeenByTheNextWrite() async throws {
    let folder = try temporaryFolder("write")
    let store = PersistentStoreDescription(url: folder.file("Store.sqlite"))
    let stack = try StoreStack(model: TestModel.pets(), store: store)
    let other = try StoreStack(model: TestModel.pets(), store: store)
    try stack.write { _ = $0.owner("Ann", age: 40) }
    try other.write { context in
      try context.fetch(FetchRequest<Owner>(entityName: "Owner")).first?.age = 41
    }
    let age = try stack.write { context in
      let ann = try context.fetch(FetchRequest<Owner>(entityName: "Owner")).first
      ann?.age += 1
      return ann.map { Int($0.age) }
    }
    XCTAssertEqual(age, 42)
    try stack.close()
    try other.close()
  }

  func testAWriteIsOfOneStore() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    try stack.persistentStoreCoordinator.addPersistentStore(with: .inMemory())
    XCTAssertThrowsError(try stack.write { _ = $0.owner("Ann") }) { error in
      XCTAssertEqual((error as? ObjectGraphError)?.code, .persistentStoreOperation)
    }
    try stack.close()
  }
}
