import Foundation
import ObjectGraph
import XCTest

/// Changes of contexts as asynchronous sequences.
@MainActor
final class ChangeSequenceTests: XCTestCase {
  private func first(_ count: Int, of sequence: ObjectChangeSequence) async -> [ChangedObjectIDs] {
    var found: [ChangedObjectIDs] = []
    guard count > 0 else { return found }
    for await changes in sequence {
      found.append(changes)
      if found.count == count { break }
    }
    return found
  }

  func testTheSavesOfABackgroundContextAreReadElsewhere() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      let saves = background.saves
      let reading = Task.detached {
        var found: [ChangedObjectIDs] = []
        for await changes in saves {
          found.append(changes)
          if found.count == 2 { break }
        }
        return found
      }
      let ids = try await background.perform { context in
        let (ann, bob) = (Owner(context: context), Owner(context: context))
        (ann.name, bob.name) = ("Ann", "Bob")
        try context.save()
        return [ann.objectID, bob.objectID]
      }
      try await background.performChanges { context in
        (context.object(with: ids[0]) as? Owner)?.age = 40
        context.delete(context.object(with: ids[1]))
      }
      let found = await reading.value
      XCTAssertEqual(found[0].insertedObjectIDs, Set(ids))
      XCTAssertEqual(found[0].updatedObjectIDs, [])
      XCTAssertEqual(found[1].insertedObjectIDs, [])
      XCTAssertEqual(found[1].updatedObjectIDs, [ids[0]])
      XCTAssertEqual(found[1].deletedObjectIDs, [ids[1]])
    }
  }

  func testTheChangesOfTheMainContextAreToldBeforeTheSave() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let changes = context.objectChanges
      let ann = Owner(context: context)
      ann.name = "Ann"
      context.processPendingChanges()
      let temporaryID = ann.objectID
      try context.save()
      ann.age = 20
      context.processPendingChanges()
      context.rollback()
      context.reset()
      let found = await first(4, of: changes)
      XCTAssertEqual(found.map(\.insertedObjectIDs), [[temporaryID], [], [], []])
      XCTAssertEqual(found.map(\.updatedObjectIDs.count), [0, 1, 0, 0])
      XCTAssertEqual(found[2].refreshedObjectIDs, found[1].updatedObjectIDs)
      XCTAssertEqual(found.map(\.invalidatedAllObjects), [false, false, false, true])
    }
  }

  func testASequenceMayBeAskedForWithinPerform() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      let changes = try await background.perform { context in
        let changes = background.objectChanges
        Owner(context: context).name = "Ann"
        return changes
      }
      let found = await first(1, of: changes)
      XCTAssertEqual(found.map(\.insertedObjectIDs.count), [1])
    }
  }

  func testEachSequenceHasAllThatHappensAfterItWasAskedFor() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let early = context.saves
      try context.performChanges { Owner(context: context).name = "Ann" }
      let late = context.saves
      try context.performChanges { Owner(context: context).name = "Bob" }
      let (all, last) = (await first(2, of: early), await first(1, of: late))
      XCTAssertEqual(all.map(\.insertedObjectIDs.count), [1, 1])
      XCTAssertEqual(last.first, all.last)
    }
  }

  func testASequenceEndsWithItsContextAfterWhatWasKept() async throws {
    try await eachStore { container in
      var background: BackgroundContext? = container.newBackgroundContext()
      let saves = try XCTUnwrap(background).saves
      try await background?.performChanges { Owner(context: $0).name = "Ann" }
      background = nil
      var found = 0
      for await changes in saves { found += changes.insertedObjectIDs.count }
      XCTAssertEqual(found, 1)
      for await _ in saves { XCTFail("a sequence that has ended goes on") }
    }
  }

  func testAReaderThatWaitsIsToldOfTheEnd() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    var child: ManagedObjectContext? = container.viewContext.makeChild()
    let saves = try XCTUnwrap(child).saves
    let reading = Task {
      var found = 0
      for await _ in saves { found += 1 }
      return found
    }
    await Task.yield()
    child = nil
    let found = await reading.value
    XCTAssertEqual(found, 0)
  }

  func testACancelledReaderStops() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let saves = context.saves
      let reading = Task {
        var found = 0
        for await _ in saves { found += 1 }
        return found
      }
      await Task.yield()
      reading.cancel()
      let found = await reading.value
      XCTAssertEqual(found, 0)
      try context.performChanges { Owner(context: context).name = "Ann" }
      for await _ in saves { XCTFail("a cancelled sequence goes on") }
    }
  }

  func testASlowReaderIsToldThatAnythingMayBeDifferent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let changes = context.objectChanges
      for _ in 0..<300 {
        _ = Pet(context: context)
        context.processPendingChanges()
      }
      // 256 wait; the next takes their place with its own; 43 more come after it.
      let found = await first(44, of: changes)
      XCTAssertEqual(found[0].invalidatedAllObjects, true)
      XCTAssertFalse(found.dropFirst().contains(where: \.invalidatedAllObjects))
      XCTAssertEqual(found.count, 44)
      XCTAssertEqual(found[0].insertedObjectIDs, [])
      XCTAssertEqual(Set(found.flatMap(\.insertedObjectIDs)).count, 43)
    }
  }

  func testTwoReadersShareASequence() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    var background: BackgroundContext? = container.newBackgroundContext()
    let saves = try XCTUnwrap(background).saves
    let readers = (0..<2).map { _ in
      Task.detached {
        var found: [ManagedObjectID] = []
        for await changes in saves { found += changes.insertedObjectIDs }
        return found
      }
    }
    for _ in 0..<50 {
      try await background?.performChanges { _ = Pet(context: $0) }
    }
    background = nil
    var found: [ManagedObjectID] = []
    for reader in readers { found += await reader.value }
    XCTAssertEqual(found.count, 50)
    XCTAssertEqual(Set(found).count, 50)
  }

  func testASequenceDoesNotKeepItsContext() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    var child: ManagedObjectContext? = container.viewContext.makeChild()
    weak let reference = child
    let sequences = try [XCTUnwrap(child).saves, XCTUnwrap(child).objectChanges]
    child = nil
    XCTAssertNil(reference)
    for sequence in sequences {
      for await _ in sequence { XCTFail("a sequence without a context goes on") }
    }
  }
}
