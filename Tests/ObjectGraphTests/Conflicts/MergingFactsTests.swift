import Foundation
import ObjectGraph
import XCTest

/// Taking over what other contexts saved, when asked to: facts 47 to 51.
@MainActor
final class MergingFactsTests: XCTestCase {
  /// Saves in a context beside, and merges its notification into another.
  private func saveElsewhere(
    _ container: PersistentContainer, into context: ManagedObjectContext,
    _ body: (ManagedObjectContext) throws -> Void
  ) throws {
    let other = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
    let observer = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveObjectsNotification, object: other, queue: nil
    ) { notification in
      nonisolated(unsafe) let notification = notification
      MainActor.assumeIsolated {
        container.viewContext.mergeChanges(fromContextDidSave: notification)
      }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try body(other)
    try other.save()
  }

  // Fact 47.
  func testAMergeNamesUpdatesAsRefreshedInsertsAsInsertedAndDeletesAsDeleted() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (context.owner("Ann"), context.owner("Bob"))
      try context.save()
      let posted = PostedNotifications(
        ManagedObjectContext.didChangeObjectsNotification, of: context)
      try self.saveElsewhere(container, into: context) { other in
        try other.existingOwner(ann.objectID).age = 70
        other.delete(try other.existingOwner(bob.objectID))
        other.owner("Cyd")
      }
      XCTAssertEqual(posted.keys, [["inserted", "refreshed", "deleted"]])
      XCTAssertEqual(posted.objects(.refreshedObjects), [ann])
      XCTAssertEqual(posted.objects(.deletedObjects), [bob])
      XCTAssertEqual(
        posted.objects(.insertedObjects).map { ($0 as? Owner)?.name }, ["Cyd"])
      XCTAssertEqual(ann.age, 70)
      XCTAssertFalse(context.hasChanges)
    }
  }

  // Fact 48.
  func testOfUpdatesAndDeletesOnlyObjectsInUseAreNamedAndFaultsAreNot() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ids = ["Ann", "Bob", "Cyd", "Dan"].map { context.owner($0) }
      try context.save()
      let (ann, bob) = (ids[0].objectID, ids[1].objectID)
      let (cyd, dan) = (ids[2].objectID, ids[3].objectID)
      context.reset()
      let realised = try context.existingOwner(ann)
      let fault = context.object(with: bob)
      XCTAssertTrue(fault.isFault)
      let posted = PostedNotifications(
        ManagedObjectContext.didChangeObjectsNotification, of: context)
      try self.saveElsewhere(container, into: context) { other in
        for id in [ann, bob, cyd] { try other.existingOwner(id).age = 71 }
        other.delete(try other.existingOwner(dan))
        other.owner("Eve")
      }
      XCTAssertEqual(posted.keys, [["inserted", "refreshed"]])
      XCTAssertEqual(posted.objects(.refreshedObjects), [realised])
      XCTAssertEqual(posted.objects(.insertedObjects).count, 1)
      XCTAssertTrue(fault.isFault)
      XCTAssertEqual((fault as? Owner)?.age, 71)
      XCTAssertNil(context.registeredObject(for: cyd))
    }
  }

  // Fact 48.
  func testADeletionNamesAFaultThatIsInUse() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let bob = context.owner("Bob")
      try context.save()
      context.refresh(bob, mergeChanges: false)
      context.processPendingChanges()
      XCTAssertTrue(bob.isFault)
      let posted = PostedNotifications(
        ManagedObjectContext.didChangeObjectsNotification, of: context)
      try self.saveElsewhere(container, into: context) { other in
        other.delete(try other.existingOwner(bob.objectID))
      }
      XCTAssertEqual(posted.keys, [["deleted"]])
      XCTAssertEqual(posted.objects(.deletedObjects), [bob])
    }
  }

  // Fact 49.
  func testAMergedDeletionLeavesAHeldObjectRegisteredAndReadable() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann", age: 33)
      try context.save()
      let id = ann.objectID
      try self.saveElsewhere(container, into: context) { other in
        other.delete(try other.existingOwner(id))
      }
      XCTAssertTrue(ann.isDeleted)
      XCTAssertTrue(context.registeredObject(for: id) === ann)
      XCTAssertEqual(ann.name, "Ann")
      XCTAssertEqual(ann.age, 33)
      XCTAssertEqual(try context.owners, [])
      XCTAssertFalse(context.hasChanges)
      try context.save()
    }
  }

  // Fact 50.
  func testMergingKeepsLocalEditsAndTakesTheOtherValues() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      ann.age = 44
      try self.saveElsewhere(container, into: context) { other in
        let theirs = try other.existingOwner(ann.objectID)
        (theirs.age, theirs.name) = (55, "Anna")
      }
      XCTAssertEqual(ann.age, 44)
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertEqual(ann.changedValues().keys.sorted(), ["age"])
      try context.save()
      let id = ann.objectID
      let stored = try container.newBackgroundContext().performAndWait { other in
        let owner = try other.existingOwner(id)
        return "\(owner.name) \(owner.age)"
      }
      XCTAssertEqual(stored, "Anna 44")
    }
  }

  func testAMergeBringsNewMembersOfRelationships() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      XCTAssertEqual(ann.pets, [])
      try self.saveElsewhere(container, into: context) { other in
        let pet = Pet(context: other)
        pet.name = "Rex"
        pet.owner = try other.existingOwner(ann.objectID)
      }
      XCTAssertEqual(ann.pets.map(\.name), ["Rex"])
    }
  }

  func testAMergeTellsOfTheIDsThatTheSaveNamed() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (context.owner("Ann"), context.owner("Bob"))
      try context.save()
      let (annID, bobID) = (ann.objectID, bob.objectID)
      context.reset()
      let posted = PostedNotifications(
        ManagedObjectContext.didMergeChangesObjectIDsNotification, of: context)
      try self.saveElsewhere(container, into: context) { other in
        try other.existingOwner(annID).age = 70
        other.delete(try other.existingOwner(bobID))
        other.owner("Cyd")
      }
      XCTAssertEqual(
        posted.keys, [["inserted_objectIDs", "updated_objectIDs", "deleted_objectIDs"]])
      XCTAssertEqual(posted.ids(.updatedObjectIDs), [annID])
      XCTAssertEqual(posted.ids(.deletedObjectIDs), [bobID])
      XCTAssertEqual(posted.ids(.insertedObjectIDs).count, 1)
    }
  }

  func testTheSavesOfABackgroundContextAreMergedFromTheirSequence() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      let id = ann.objectID
      let background = container.newBackgroundContext()
      var saves = background.saves.makeAsyncIterator()
      try await background.perform { other in
        try other.existingOwner(id).age = 61
        try other.save()
      }
      XCTAssertEqual(ann.age, 18)
      let saved = await saves.next()
      context.mergeChanges(from: try XCTUnwrap(saved))
      XCTAssertEqual(ann.age, 61)
    }
  }

  func testTwoBackgroundContextsMergeEachOthersSavesWithoutWaiting() async throws {
    try await eachStore { container in
      let main = container.viewContext
      let (ann, bob) = (main.owner("Ann"), main.owner("Bob"))
      try main.save()
      let ids = [ann.objectID, bob.objectID]
      let (a, b) = (container.newBackgroundContext(), container.newBackgroundContext())
      let observers = [(a, b), (b, a)].map { from, to in
        NotificationCenter.default.addObserver(
          forName: ManagedObjectContext.didSaveObjectsNotification, object: from, queue: nil
        ) { to.mergeChanges(fromContextDidSave: $0) }
      }
      defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
      for background in [a, b] {
        background.performAndWait { context in
          context.retainsRegisteredObjects = true
          for id in ids { _ = try? context.existingOwner(id) }
        }
      }
      async let first: Void = a.perform { context in
        for age in 1...20 {
          try context.existingOwner(ids[0]).age = Int16(age)
          try context.save()
        }
      }
      async let second: Void = b.perform { context in
        for age in 101...120 {
          try context.existingOwner(ids[1]).age = Int16(age)
          try context.save()
        }
      }
      _ = try await (first, second)
      for background in [a, b] {
        let ages = try await background.perform { context in
          try ids.map { try context.existingOwner($0).age }
        }
        XCTAssertEqual(ages, [20, 120])
      }
    }
  }

  // Fact 51.
  func testRemoteChangesAreMergedIntoSeveralContextsFromIDsOrURIs() async throws {
    try await eachPairOfWriters { pair in
      let container = pair.container
      let context = container.viewContext
      let names = ["Ann", "Bob", "Cyd"]
      for name in names { context.owner(name) }
      try context.save()
      let beside = ManagedObjectContext(mainQueueFor: container.persistentStoreCoordinator)
      let background = container.newBackgroundContext()
      background.performAndWait { $0.retainsRegisteredObjects = true }
      let mine = try context.owners
      let other = try beside.owners
      for owners in [mine, other] { XCTAssertEqual(owners.map(\.age), [18, 18, 18]) }
      _ = try background.performAndWait { try $0.owners.map(\.age) }
      let uris = mine.map { $0.objectID.uriRepresentation() }
      try pair.elsewhere.performAndWait { elsewhere in
        let owners = try elsewhere.owners
        (owners[0].age, owners[1].age) = (70, 71)
        elsewhere.delete(owners[2])
        try elsewhere.save()
      }
      XCTAssertEqual(mine.map(\.age), [18, 18, 18])
      let changes: [AnyHashable: Any] = [
        "updated": [mine[0].objectID, uris[1]] as [Any], "deleted": [uris[2]],
      ]
      ManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context, beside])
      BackgroundContext.mergeChanges(fromRemoteContextSave: changes, into: [background])
      for owners in [mine, other] {
        XCTAssertEqual(owners.prefix(2).map(\.age), [70, 71])
        XCTAssertEqual(owners.map(\.isDeleted), [false, false, true])
      }
      let ages = try await background.perform { try $0.owners.map(\.age) }
      XCTAssertEqual(ages, [70, 71])
    }
  }

  // Fact 51.
  func testRemoteInsertionsAreNamedAsInsertedWhetherIDsOrURIs() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      XCTAssertEqual(try context.owners, [])
      try pair.elsewhere.performAndWait { elsewhere in
        elsewhere.owner("Ann")
        elsewhere.owner("Bob")
        try elsewhere.save()
      }
      let beside = ManagedObjectContext(mainQueueFor: pair.container.persistentStoreCoordinator)
      let ids = try beside.owners.map(\.objectID)
      let posted = PostedNotifications(
        ManagedObjectContext.didChangeObjectsNotification, of: context)
      ManagedObjectContext.mergeChanges(
        fromRemoteContextSave: ["inserted": [ids[0], ids[1].uriRepresentation()] as [Any]],
        into: [context])
      XCTAssertEqual(posted.keys, [["inserted"]])
      XCTAssertEqual(
        Set(posted.objects(.insertedObjects).compactMap { ($0 as? Owner)?.name }), ["Ann", "Bob"])
    }
  }

  func testASaveOfAnotherCoordinatorOnTheFileIsMerged() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      let (ann, bob) = (context.owner("Ann"), context.owner("Bob"))
      try context.save()
      var saves = pair.elsewhere.saves.makeAsyncIterator()
      try await pair.elsewhere.perform { elsewhere in
        let owners = try elsewhere.owners
        owners[0].age = 66
        elsewhere.delete(owners[1])
        elsewhere.owner("Cyd")
        try elsewhere.save()
      }
      let saved = await saves.next()
      context.mergeChanges(from: try XCTUnwrap(saved))
      XCTAssertEqual(ann.age, 66)
      XCTAssertTrue(bob.isDeleted)
      ann.age = 67
      try context.save()
      XCTAssertEqual(try context.owners.map(\.name), ["Ann", "Cyd"])
    }
  }

  func testWhatNamesNothingOfTheContextsStoresIsPassedOver() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      let elsewhere = try PersistentContainer(
        name: "Elsewhere", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
      try elsewhere.loadPersistentStores()
      let stranger = elsewhere.viewContext.owner("Ann")
      try elsewhere.viewContext.save()
      let uri = try XCTUnwrap(URL(string: "x-coredata://nowhere/Owner/p1"))
      ManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [
          "updated": [stranger.objectID, uri, 5, "text"] as [Any], "deleted": 7, 3: "what",
        ], into: [context])
      XCTAssertFalse(ann.isDeleted)
      XCTAssertEqual(ann.age, 18)
      XCTAssertEqual(context.errors.count, 0)
      XCTAssertEqual(context.registeredObjects, [ann])
    }
  }
}
