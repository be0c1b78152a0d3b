import Foundation
import ObjectGraph
import XCTest

/// What others change in the midst of a save belongs to the next one: nobody sees it before, and
/// nothing of it is lost.
@MainActor
final class ChangesDuringSaveTests: XCTestCase {
  /// The age of Ann in the store, as a context sees it that reads for the first time.
  private func storedAge(in container: PersistentContainer, _ id: ManagedObjectID) -> Int? {
    container.newBackgroundContext().performAndWait { context in
      (try? context.existingObject(with: id) as? Owner).map { Int($0.age) }
    }
  }

  /// A parent and a child with one saved owner, Ann, of 40 years, who was changed in both.
  private func annInAChain(
    _ container: PersistentContainer
  ) throws -> (parent: ManagedObjectContext, ann: Owner, child: ManagedObjectContext, mine: Owner) {
    let parent = container.viewContext
    let ann = Owner(context: parent)
    ann.name = "Ann"
    ann.age = 40
    try parent.save()
    let child = parent.makeChild()
    let mine = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
    return (parent, ann, child, mine)
  }

  func testAChangeByAnObserverOfTheParentsSaveIsNotSeenBeforeItIsSaved() async throws {
    try await eachStore { container in
      let (parent, ann, child, mine) = try self.annInAChain(container)
      let other = container.newBackgroundContext()
      let id = ann.objectID
      other.performAndWait { _ = try? $0.existingObject(with: id) }
      mine.age = 41
      let observation = parent.addContextWillSaveNotificationObserver { _ in mine.age = 99 }
      try child.saveThrough()
      observation.cancel()
      XCTAssertEqual(self.storedAge(in: container, id), 41)
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual(mine.age, 99)
      XCTAssertTrue(mine.isUpdated)
      XCTAssertEqual(try mine.committedValues(forKeys: ["age"])["age"] as? Int64, 41)
      try child.saveThrough()
      XCTAssertEqual(self.storedAge(in: container, id), 99)
      XCTAssertEqual(ann.age, 99)
      XCTAssertFalse(child.hasChanges)
    }
  }

  func testAChangeOfANewObjectByAnObserverIsSavedNextUnderThePermanentID() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      let ann = Owner(context: child)
      ann.name = "Ann"
      ann.age = 41
      let pet = Pet(context: child)
      pet.name = "Rex"
      let observation = parent.addContextWillSaveNotificationObserver { _ in
        ann.age = 99
        pet.owner = ann
      }
      try child.saveThrough()
      observation.cancel()
      XCTAssertFalse(ann.objectID.isTemporaryID)
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 41)
      XCTAssertFalse(ann.isInserted)
      XCTAssertTrue(ann.isUpdated)
      XCTAssertEqual(ann.age, 99)
      XCTAssertEqual(ann.pets, [pet])
      try child.saveThrough()
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 99)
      let (id, owner) = (pet.objectID, ann.objectID)
      let stored = container.newBackgroundContext().performAndWait {
        ($0.object(with: id) as? Pet)?.owner?.objectID
      }
      XCTAssertEqual(stored, owner)
      XCTAssertFalse(child.hasChanges)
    }
  }

  func testAChangeByAnObserverOfAChildsSaveIsNotLost() async throws {
    try await eachStore { container in
      let (parent, ann, child, mine) = try self.annInAChain(container)
      mine.age = 41
      let observation = parent.addObjectsDidChangeNotificationObserver { _ in
        if mine.age == 41 { mine.age = 99 }
      }
      try child.save()
      observation.cancel()
      XCTAssertEqual(ann.age, 41)
      XCTAssertEqual(mine.age, 99)
      XCTAssertTrue(mine.isUpdated, "the next save of the child has something to write")
      try child.save()
      XCTAssertEqual(ann.age, 99)
      try parent.save()
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 99)
    }
  }

  /// Changes an object when a background context is about to save.
  @MainActor
  private final class Edit {
    let object: Owner
    private var isDone = false

    init(_ object: Owner) { self.object = object }

    func make() {
      if !isDone { object.name = "Anne" }
      isDone = true
    }
  }

  func testAChangeInTheMiddleOfAChainStaysWhenThoseAroundItSave() async throws {
    for changesBefore in [false, true] {
      let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
      let main = stack.mainContext
      let ann = main.owner("Ann", age: 40)
      try main.saveThrough()
      let pad = main.makeChild()
      let mine = try pad.existingOwner(ann.objectID)
      mine.age = 41
      if changesBefore { Pet(context: main).owner = ann }
      let edit = Edit(ann)
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.willSaveObjectsNotification, object: stack.rootContext,
        queue: nil
      ) { _ in MainActor.assumeIsolated { edit.make() } }
      try pad.saveThrough()
      NotificationCenter.default.removeObserver(observer)
      XCTAssertEqual("\(ann.name) \(ann.age)", "Anne 41")
      XCTAssertTrue(ann.isUpdated)
      XCTAssertEqual(Set(ann.changedValues().keys), ["name"])
      let id = ann.objectID
      let stored = { @Sendable () throws -> String in
        try BackgroundContext(coordinator: stack.persistentStoreCoordinator).performAndWait {
          let ann = try $0.existingOwner(id)
          return "\(ann.name) \(ann.age) \(ann.pets.count)"
        }
      }
      XCTAssertEqual(try stored(), "Ann 41 \(changesBefore ? 1 : 0)")
      try main.saveThrough()
      XCTAssertEqual(try stored(), "Anne 41 \(changesBefore ? 1 : 0)")
      try stack.close()
    }
  }

  func testADeletionInTheMidstOfASaveIsOneOfTheNextSave() async throws {
    try await eachStore { container in
      let (parent, ann, child, mine) = try self.annInAChain(container)
      mine.age = 41
      let new = Owner(context: child)
      new.name = "New"
      let observation = parent.addContextWillSaveNotificationObserver { _ in
        child.delete(mine)
        child.delete(new)
      }
      try child.saveThrough()
      observation.cancel()
      let count = { @Sendable () throws -> Int in
        try container.newBackgroundContext().performAndWait {
          try $0.count(for: FetchRequest<Owner>())
        }
      }
      XCTAssertEqual(try count(), 2)
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 41)
      XCTAssertEqual(child.deletedObjects, [mine, new])
      try child.saveThrough()
      XCTAssertEqual(try count(), 0)
    }
  }

  func testASaveThatFailsLeavesBothWhatItHadAndWhatCameInItsMidst() async throws {
    try await eachStore { container in
      let (parent, ann, child, mine) = try self.annInAChain(container)
      let twin = Owner(context: child)
      twin.name = "Ann"
      mine.age = 41
      let observation = parent.addContextWillSaveNotificationObserver { _ in
        mine.name = "Anne"
        twin.age = 7
      }
      XCTAssertThrowsError(try child.saveThrough()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .managedObjectConstraintMerge)
      }
      observation.cancel()
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 40)
      XCTAssertEqual(try mine.committedValues(forKeys: ["age"])["age"] as? Int64, 40)
      XCTAssertEqual(Set(mine.changedValues().keys), ["name", "age"])
      XCTAssertTrue(twin.isInserted)
      // Ann is called otherwise now, so that nothing stands against the save any more.
      try child.saveThrough()
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 41)
      XCTAssertEqual(self.storedAge(in: container, twin.objectID), 7)
      XCTAssertEqual(ann.name, "Anne")
    }
  }

  func testAValueStaysUnsavedIfOnlyMembersChangeInTheMidstOfASaveThatFails() async throws {
    try await eachStore { container in
      let (parent, _, child, _) = try self.annInAChain(container)
      let (rex, tom) = (Pet(context: child), Pet(context: child))
      try child.saveThrough()
      rex.name = "Rex"
      let twin = Owner(context: child)
      twin.name = "Ann"
      let observation = parent.addContextWillSaveNotificationObserver { _ in rex.friends = [tom] }
      XCTAssertThrowsError(try child.saveThrough())
      observation.cancel()
      child.delete(twin)
      try child.saveThrough()
      let id = rex.objectID
      let stored = container.newBackgroundContext().performAndWait { context in
        (context.object(with: id) as? Pet)?.name
      }
      XCTAssertEqual(stored, "Rex")
    }
  }

  func testANewObjectThatIsDeletedInTheMidstOfASaveThatFailsIsGone() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      let (ann, twin) = (Owner(context: child), Owner(context: child))
      ann.name = "Ann"
      twin.name = "Ann"
      let observation = parent.addContextWillSaveNotificationObserver { _ in child.delete(twin) }
      XCTAssertThrowsError(try child.saveThrough())
      observation.cancel()
      XCTAssertEqual(child.insertedObjects, [ann])
      XCTAssertTrue(child.deletedObjects.isEmpty)
      try child.saveThrough()
      XCTAssertEqual(try parent.count(for: FetchRequest<Owner>()), 1)
    }
  }

  func testMembersThatComeAndGoInTheMidstOfASaveAreSavedNext() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      let (rex, kit, tom) = (Pet(context: child), Pet(context: child), Pet(context: child))
      rex.friends = [kit]
      let observation = parent.addContextWillSaveNotificationObserver { _ in
        rex.friends = [tom]
      }
      try child.saveThrough()
      observation.cancel()
      let id = rex.objectID
      let stored = { @Sendable () -> Set<ManagedObjectID> in
        container.newBackgroundContext().performAndWait { context in
          Set((context.object(with: id) as? Pet)?.friends.map(\.objectID) ?? [])
        }
      }
      XCTAssertEqual(stored(), [kit.objectID])
      XCTAssertEqual(rex.friends, [tom])
      XCTAssertEqual(kit.friendOf, [])
      try child.saveThrough()
      XCTAssertEqual(stored(), [tom.objectID])
      XCTAssertEqual(tom.friendOf, [rex])
    }
  }

  func testObserversAreToldWhenTheWholeChainAgreesWithTheStore() async throws {
    try await eachStore { container in
      let (parent, ann, child, mine) = try self.annInAChain(container)
      mine.age = 41
      var seen: [String] = []
      let observations = [parent, child].map { context in
        context.addContextDidSaveNotificationObserver { _ in
          seen.append("\(ann.age) \(mine.hasChanges) \(child.hasChanges)")
        }
      }
      try child.saveThrough()
      for observation in observations { observation.cancel() }
      XCTAssertEqual(seen, ["41 false false", "41 false false"])
    }
  }

  func testADidSaveHookThatChangesItsObjectChangesItForTheNextSave() async throws {
    try await eachStore { container in
      let (_, ann, child, mine) = try self.annInAChain(container)
      mine.age = 41
      var isFirst = true
      let observation = child.addContextDidSaveNotificationObserver { _ in
        if isFirst { mine.age = 42 }
        isFirst = false
      }
      try child.saveThrough()
      XCTAssertTrue(child.hasChanges)
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 41)
      try child.saveThrough()
      observation.cancel()
      XCTAssertEqual(self.storedAge(in: container, ann.objectID), 42)
    }
  }
}
