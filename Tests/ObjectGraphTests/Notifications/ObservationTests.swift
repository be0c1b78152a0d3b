import Foundation
import ObjectGraph
import XCTest

/// Typed observers of contexts and of single objects.
@MainActor
final class ObservationTests: XCTestCase {
  func testASaveNamesItsNewChangedAndDeletedObjects() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      try context.save()
      let cy = Owner(context: context)
      cy.name = "Cy"
      ann.age = 33
      context.delete(bob)
      var news: [ContextDidSaveNotification] = []
      let observation = context.addContextDidSaveNotificationObserver { news.append($0) }
      try context.save()
      XCTAssertEqual(news.count, 1)
      XCTAssertEqual(news.first?.insertedObjects, [cy])
      XCTAssertEqual(news.first?.updatedObjects, [ann])
      XCTAssertEqual(news.first?.deletedObjects, [bob])
      XCTAssertTrue(news.first?.managedObjectContext === context)
      withExtendedLifetime(observation) {}
    }
  }

  func testAnEventIsToldBeforeTheSaveThatIsToldBeforeItIsDone() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var order: [String] = []
      let observations = [
        context.addContextDidSaveNotificationObserver { _ in order.append("did save") },
        context.addContextWillSaveNotificationObserver { _ in order.append("will save") },
        context.addObjectsDidChangeNotificationObserver { _ in order.append("change") },
      ]
      Owner(context: context).name = "Ann"
      try context.save()
      XCTAssertEqual(order, ["change", "will save", "did save"])
      withExtendedLifetime(observations) {}
    }
  }

  func testAnEventNamesItsObjects() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      try context.save()
      var events: [ObjectsDidChangeNotification] = []
      let observation = context.addObjectsDidChangeNotificationObserver { events.append($0) }
      let cy = Owner(context: context)
      ann.age = 33
      context.delete(bob)
      context.processPendingChanges()
      XCTAssertEqual(events.count, 1)
      XCTAssertEqual(events.last?.insertedObjects, [cy])
      XCTAssertEqual(events.last?.updatedObjects, [ann])
      XCTAssertEqual(events.last?.deletedObjects, [bob])
      XCTAssertEqual(events.last?.invalidatedAllObjects, false)
      context.rollback()
      XCTAssertEqual(events.count, 2)
      XCTAssertEqual(events.last?.refreshedObjects, [ann])
      context.reset()
      XCTAssertEqual(events.count, 3)
      XCTAssertEqual(events.last?.invalidatedAllObjects, true)
      withExtendedLifetime(observation) {}
    }
  }

  func testAnObserverIsGoneWithItsObservation() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var told = 0
      var released: ContextObservation? = context.addObjectsDidChangeNotificationObserver { _ in
        told += 1
      }
      let cancelled = context.addObjectsDidChangeNotificationObserver { _ in told += 1 }
      XCTAssertNotNil(released)
      released = nil
      cancelled.cancel()
      cancelled.cancel()
      Owner(context: context).name = "Ann"
      try context.save()
      XCTAssertEqual(told, 0)
    }
  }

  func testAnObserverMayCancelAnotherAndAddOneWhileItIsTold() async throws {
    try await eachStore { container in
      let context = container.viewContext
      var told: [String] = []
      var observations: [ContextObservation] = []
      observations.append(
        context.addObjectsDidChangeNotificationObserver { _ in
          told.append("first")
          guard observations.count == 2 else { return }
          observations[1].cancel()
          observations.append(
            context.addObjectsDidChangeNotificationObserver { _ in told.append("third") })
        })
      observations.append(
        context.addObjectsDidChangeNotificationObserver { _ in told.append("second") })
      Owner(context: context).name = "Ann"
      context.processPendingChanges()
      XCTAssertEqual(told, ["first"])
      Owner(context: context).name = "Bob"
      context.processPendingChanges()
      XCTAssertEqual(told, ["first", "first", "third"])
      observations = []
    }
  }

  func testAnObservationMayOutliveItsContext() async throws {
    let container = try PersistentContainer(
      name: "Pets", managedObjectModel: TestModel.pets(), descriptions: [.inMemory()])
    try container.loadPersistentStores()
    var child: ManagedObjectContext? = container.viewContext.makeChild()
    var told = 0
    let observation = try XCTUnwrap(child).addContextWillSaveNotificationObserver { _ in told += 1 }
    try child?.save()
    child = nil
    observation.cancel()
    XCTAssertEqual(told, 1)
  }

  func testNotificationsOfTheCenterCanBeRead() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let saved = expectation(
        forNotification: ManagedObjectContext.didSaveObjectsNotification, object: context
      ) { notification in
        ObjectsDidChangeNotification(notification) == nil
          && ContextWillSaveNotification(notification) == nil
          && ContextDidSaveNotification(notification)?.insertedObjects.count == 1
      }
      let changed = expectation(
        forNotification: ManagedObjectContext.didChangeObjectsNotification, object: context
      ) { notification in
        ContextDidSaveNotification(notification) == nil
          && ObjectsDidChangeNotification(notification)?.insertedObjects.count == 1
      }
      let announced = expectation(
        forNotification: ManagedObjectContext.willSaveObjectsNotification, object: context
      ) { ContextWillSaveNotification($0) != nil }
      Owner(context: context).name = "Ann"
      try context.save()
      await fulfillment(of: [changed, announced, saved], timeout: 5)
    }
  }

  func testTheIDsOfASaveNameADeletedObjectAsItWasKnown() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      try context.save()
      let id = ann.objectID
      let told = expectation(
        forNotification: ManagedObjectContext.didSaveObjectIDsNotification, object: context
      ) { notification in
        let key = ManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue
        return notification.userInfo?[key] as? Set<ManagedObjectID> == [id]
      }
      context.delete(ann)
      try context.save()
      await fulfillment(of: [told], timeout: 5)
    }
  }

  // MARK: Single objects

  private func observed(
    in container: PersistentContainer,
    _ body: @MainActor (ManagedObjectContext, Owner) async throws -> Void
  ) async throws -> [ManagedObjectObserver.ChangeType] {
    let context = container.viewContext
    let (ann, bob) = (Owner(context: context), Owner(context: context))
    (ann.name, bob.name) = ("Ann", "Bob")
    try context.save()
    var told: [ManagedObjectObserver.ChangeType] = []
    let observer = ManagedObjectObserver(object: ann) { told.append($0) }
    XCTAssertNotNil(observer)
    try await body(context, ann)
    withExtendedLifetime(observer) {}
    return told
  }

  // Fact 43: there is no key-value observing; an observer learns of changes at the end of an event.
  func testAnObjectsObserverLearnsOfAChangeAndOfADeletion() async throws {
    try await eachStore { container in
      let told = try await observed(in: container) { context, ann in
        ann.age = 20
        context.processPendingChanges()
        ann.age = 21
        ann.name = "Anna"
        try context.save()
        context.delete(ann)
        try context.save()
      }
      XCTAssertEqual(told, [.update, .update, .delete])
    }
  }

  func testAnObjectsObserverIsNotToldOfOtherObjects() async throws {
    try await eachStore { container in
      let told = try await observed(in: container) { context, ann in
        for other in try Owner.fetch(in: context) where other !== ann {
          other.age = 50
          try context.save()
          context.delete(other)
        }
        Owner(context: context).name = "Cy"
        try context.save()
      }
      XCTAssertEqual(told, [])
    }
  }

  func testAnObjectsObserverTakesAResetForADeletion() async throws {
    try await eachStore { container in
      let told = try await observed(in: container) { context, _ in context.reset() }
      XCTAssertEqual(told, [.delete])
    }
  }

  func testAnObjectsObserverTakesARefreshForAnUpdate() async throws {
    try await eachStore { container in
      let told = try await observed(in: container) { context, ann in
        context.refresh(ann, mergeChanges: true)
        context.processPendingChanges()
        ann.age = 70
        context.rollback()
      }
      XCTAssertEqual(told, [.update, .update, .update])
    }
  }

  func testAnObjectsObserverLearnsWhatAnotherContextSaved() async throws {
    try await eachStore { container in
      container.viewContext.automaticallyMergesChangesFromParent = true
      let told = try await observed(in: container) { _, ann in
        let id = ann.objectID
        let background = container.newBackgroundContext()
        try await background.performChanges { ($0.object(with: id) as? Owner)?.age = 44 }
        try await Self.turnOfTheMainQueue()
        XCTAssertEqual(ann.age, 44)
        try await background.performChanges { $0.delete($0.object(with: id)) }
        try await Self.turnOfTheMainQueue()
      }
      XCTAssertEqual(told, [.update, .delete])
    }
  }

  func testAnObjectsObserverLearnsWhatAChildSavedThroughItsContext() async throws {
    try await eachStore { container in
      let told = try await observed(in: container) { context, ann in
        let child = context.makeChild()
        let mine = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
        mine.age = 44
        try child.saveThrough()
        XCTAssertEqual(ann.age, 44)
        child.delete(mine)
        try child.saveThrough()
      }
      XCTAssertEqual(told, [.update, .delete])
    }
  }

  func testAnObjectWithoutAContextIsNotObserved() async throws {
    let entity = EntityDescription(name: "Owner")
    let loose = ManagedObject(entity: entity, insertInto: nil)
    XCTAssertNil(ManagedObjectObserver(object: loose) { _ in })
  }

  private static func turnOfTheMainQueue() async throws {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
