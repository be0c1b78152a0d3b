import Foundation
import ObjectGraph
import XCTest

/// What contexts post, when, and with what: facts 44 to 46 and 54 to 56.
@MainActor
final class NotificationFactsTests: XCTestCase {
  private typealias Context = ManagedObjectContext

  // Fact 44.
  func testChangesAreToldOnceAtTheEndOfTheEvent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let posted = PostedNotifications(Context.didChangeObjectsNotification, of: context)
      let ann = context.owner("Ann")
      ann.age = 20
      ann.age = 21
      XCTAssertEqual(posted.count, 0)
      context.processPendingChanges()
      XCTAssertEqual(posted.keys, [["inserted"]])
      context.processPendingChanges()
      XCTAssertEqual(posted.count, 1)
      ann.age = 22
      ann.name = "Anna"
      await self.mainQueueTurn()
      XCTAssertEqual(posted.keys, [["inserted"], ["updated"]])
    }
  }

  // Fact 44.
  func testPerformProcessesPendingChangesAndPerformAndWaitDoesNot() async throws {
    try await eachStore { container in
      let background = container.newBackgroundContext()
      var changes = background.objectChanges.makeAsyncIterator()
      background.performAndWait { _ = $0.owner("Ann") }
      let seen = background.performAndWait { context in
        var told = 0
        let observation = context.addObjectsDidChangeNotificationObserver { _ in told += 1 }
        context.owner("Bob")
        observation.cancel()
        return told
      }
      XCTAssertEqual(seen, 0)
      try await background.perform { _ = $0.owner("Cyd") }
      let first = await changes.next()
      XCTAssertEqual(first?.insertedObjectIDs.count, 3)
    }
  }

  // Fact 45.
  func testASaveTellsOfChangesThenThatItBeginsThenThatItIsDone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let posted = PostedNotifications(
        Context.didSaveObjectIDsNotification, Context.didSaveObjectsNotification,
        Context.willSaveObjectsNotification, Context.didChangeObjectsNotification, of: context)
      context.owner("Ann")
      try context.save()
      XCTAssertEqual(
        posted.names,
        [
          Context.didChangeObjectsNotification, Context.willSaveObjectsNotification,
          Context.didSaveObjectsNotification, Context.didSaveObjectIDsNotification,
        ])
    }
  }

  // Fact 45.
  func testASaveIntoAParentTellsTheSameAndTheParentOnlyThatItChanged() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      @MainActor func posted(by context: ManagedObjectContext) -> PostedNotifications {
        PostedNotifications(
          Context.didSaveObjectIDsNotification, Context.didSaveObjectsNotification,
          Context.willSaveObjectsNotification, Context.didChangeObjectsNotification, of: context)
      }
      let (above, below) = (posted(by: parent), posted(by: child))
      child.owner("Ann")
      try child.save()
      parent.processPendingChanges()
      XCTAssertEqual(
        below.names,
        [
          Context.didChangeObjectsNotification, Context.willSaveObjectsNotification,
          Context.didSaveObjectsNotification, Context.didSaveObjectIDsNotification,
        ])
      XCTAssertEqual(above.names, [Context.didChangeObjectsNotification])
      XCTAssertEqual(above.keys, [["inserted"]])
    }
  }

  // Fact 46.
  func testASaveCarriesSetsOfObjectsAndSetsOfIDs() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (context.owner("Ann"), context.owner("Bob"))
      try context.save()
      let objects = PostedNotifications(Context.didSaveObjectsNotification, of: context)
      let ids = PostedNotifications(Context.didSaveObjectIDsNotification, of: context)
      let bobsID = bob.objectID
      ann.age = 30
      context.delete(bob)
      let cyd = context.owner("Cyd")
      try context.save()
      XCTAssertEqual(objects.keys, [["inserted", "updated", "deleted"]])
      XCTAssertEqual(objects.objects(.insertedObjects), [cyd])
      XCTAssertEqual(objects.objects(.updatedObjects), [ann])
      XCTAssertEqual(objects.objects(.deletedObjects), [bob])
      XCTAssertEqual(
        ids.keys, [["inserted_objectIDs", "updated_objectIDs", "deleted_objectIDs"]])
      XCTAssertEqual(ids.ids(.insertedObjectIDs), [cyd.objectID])
      XCTAssertEqual(ids.ids(.updatedObjectIDs), [ann.objectID])
      XCTAssertEqual(ids.ids(.deletedObjectIDs), [bobsID])
    }
  }

  // Fact 46.
  func testARefreshedObjectIsNamedUnderRefreshedAlone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = context.owner("Ann")
      try context.save()
      let posted = PostedNotifications(Context.didChangeObjectsNotification, of: context)
      context.refresh(ann, mergeChanges: true)
      context.processPendingChanges()
      XCTAssertEqual(posted.keys, [["refreshed"]])
      XCTAssertEqual(posted.objects(.refreshedObjects), [ann])
    }
  }

  // Facts 46 and 54.
  func testAResetCarriesAnArrayOfTheIDsOfAllObjectsAndNothingElse() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (context.owner("Ann"), context.owner("Bob"))
      try context.save()
      ann.age = 40
      let ids = [ann.objectID, bob.objectID]
      let posted = PostedNotifications(Context.didChangeObjectsNotification, of: context)
      context.reset()
      XCTAssertEqual(posted.keys, [["invalidatedAll"]])
      let all = posted.last["invalidatedAll"] as? [ManagedObjectID]
      XCTAssertEqual(all?.count, 2)
      XCTAssertEqual(Set(all ?? []), Set(ids))
      XCTAssertTrue(context.registeredObjects.isEmpty)
      XCTAssertFalse(context.hasChanges)
      XCTAssertNil(ann.managedObjectContext)
    }
  }

  // Fact 55.
  func testASaveWithNothingChangedSucceedsAndNamesNothing() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let posted = PostedNotifications(
        Context.willSaveObjectsNotification, Context.didSaveObjectsNotification, of: context)
      try context.save()
      XCTAssertEqual(posted.names, [Context.willSaveObjectsNotification])
    }
  }

  // Fact 56.
  func testASaveThatFailedTellsOfNoSaveAndLeavesTheSetsAsTheyWere() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (context.owner("Ann"), context.owner("Bob"))
      try context.save()
      ann.age = 30
      context.delete(bob)
      let twin = context.owner("Ann")
      let posted = PostedNotifications(
        Context.didSaveObjectsNotification, Context.didSaveObjectIDsNotification, of: context)
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(posted.count, 0)
      XCTAssertEqual(context.insertedObjects, [twin])
      XCTAssertEqual(context.updatedObjects, [ann])
      XCTAssertEqual(context.deletedObjects, [bob])
      twin.name = "Cyd"
      try context.save()
      XCTAssertEqual(posted.objects(.insertedObjects), [twin])
      XCTAssertEqual(try context.owners.map(\.name), ["Ann", "Cyd"])
    }
  }

  func testAContextThatGoesWithUnsavedWorkSaysWhatIsLost() async throws {
    try await eachStore { container in
      let ann = container.viewContext.owner("Ann")
      try container.viewContext.save()
      let lost = Lost()
      let observer = NotificationCenter.default.addObserver(
        forName: Context.didDropUnsavedChangesNotification, object: nil, queue: nil
      ) { lost.add($0) }
      defer { NotificationCenter.default.removeObserver(observer) }
      var child: Context? = container.viewContext.makeChild()
      child?.name = "scratch"
      child?.owner("Bob")
      (child?.object(with: ann.objectID) as? Owner)?.age = 50
      child = nil
      XCTAssertEqual(lost.all, ["scratch: 1 new, 1 changed, 0 deleted"])
      var clean: Context? = container.viewContext.makeChild()
      _ = try clean?.owners
      clean = nil
      XCTAssertEqual(lost.all.count, 1)
    }
  }
}

/// What contexts took with them.
private final class Lost: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  var all: [String] { lock.withLock { lines } }

  func add(_ notification: Notification) {
    func count(_ key: ManagedObjectContext.NotificationKey) -> Int {
      (notification.userInfo?[key.rawValue] as? Set<ManagedObjectID>)?.count ?? 0
    }
    let name = notification.userInfo?["name"] as? String ?? ""
    let line =
      "\(name): \(count(.insertedObjectIDs)) new, \(count(.updatedObjectIDs)) changed, "
      + "\(count(.deletedObjectIDs)) deleted"
    lock.withLock { lines.append(line) }
  }
}
