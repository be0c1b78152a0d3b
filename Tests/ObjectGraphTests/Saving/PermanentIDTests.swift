import Foundation
import ObjectGraph
import XCTest

/// IDs that are permanent before the save, temporary ones that outlive a save, and URIs.
@MainActor
final class PermanentIDTests: XCTestCase {
  private func owner(_ name: String, in context: ManagedObjectContext) -> Owner {
    let owner = Owner(context: context)
    owner.name = name
    return owner
  }

  // Fact 6.
  func testAnObtainedIDIsPermanentAndTheObjectStaysInsertedUntilItIsSavedUnderIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = self.owner("Ann", in: context)
      let rex = Pet(context: context)
      rex.owner = ann
      try context.obtainPermanentIDs(for: [ann, rex])
      let id = ann.objectID
      XCTAssertFalse(id.isTemporaryID)
      XCTAssertTrue(ann.isInserted)
      XCTAssertEqual(context.insertedObjects, [ann, rex])
      XCTAssertTrue(context.object(with: id) === ann)
      XCTAssertTrue(rex.owner === ann)
      XCTAssertEqual(ann.pets, [rex])
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 1)
      // Nothing is in the store yet.
      try container.newBackgroundContext().performAndWait { other in
        XCTAssertEqual(try other.count(for: FetchRequest<Owner>()), 0)
      }
      try context.save()
      XCTAssertEqual(ann.objectID, id)
      XCTAssertFalse(ann.isInserted)
      context.reset()
      let again = try XCTUnwrap(try context.existingObject(with: id) as? Owner)
      XCTAssertEqual(again.name, "Ann")
      XCTAssertEqual(again.pets.count, 1)
    }
  }

  // Fact 6.
  func testObjectsWithPermanentIDsAreLeftAsTheyAre() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = self.owner("Ann", in: context)
      try context.save()
      let id = ann.objectID
      try context.obtainPermanentIDs(for: [ann])
      XCTAssertEqual(ann.objectID, id)
      let bob = self.owner("Bob", in: context)
      try context.obtainPermanentIDs(for: [bob, bob, ann])
      let second = bob.objectID
      try context.obtainPermanentIDs(for: [bob])
      XCTAssertEqual(bob.objectID, second)
      XCTAssertNotEqual(second, id)
    }
  }

  // Fact 6.
  func testAKeyOfARolledBackObjectIsNotHandedOutAgain() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = self.owner("Ann", in: context)
      try context.obtainPermanentIDs(for: [ann])
      let id = ann.objectID
      context.rollback()
      XCTAssertNil(context.registeredObject(for: id))
      let bob = self.owner("Bob", in: context)
      let cid = self.owner("Cid", in: context)
      try context.obtainPermanentIDs(for: [bob])
      try context.save()
      XCTAssertEqual(Set([id, bob.objectID, cid.objectID]).count, 3)
    }
  }

  // Fact 6.
  func testAnObjectOfAnotherContextGetsNoID() async throws {
    try await eachStore { container in
      let child = container.viewContext.makeChild()
      let ann = self.owner("Ann", in: child)
      let mine = self.owner("Mia", in: container.viewContext)
      XCTAssertThrowsError(try container.viewContext.obtainPermanentIDs(for: [mine, ann])) {
        XCTAssertEqual(($0 as? ObjectGraphError)?.code, .invalidArgument)
      }
      XCTAssertTrue(ann.objectID.isTemporaryID)
      XCTAssertTrue(mine.objectID.isTemporaryID)
      let gone = self.owner("Gone", in: container.viewContext)
      container.viewContext.delete(gone)
      XCTAssertThrowsError(try container.viewContext.obtainPermanentIDs(for: [gone]))
    }
  }

  // Fact 6.
  func testAnIDObtainedInAChildHoldsInItsParentsAndInTheStore() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let ann = self.owner("Ann", in: child)
      let rex = Pet(context: child)
      rex.owner = ann
      try child.obtainPermanentIDs(for: [ann])
      let id = ann.objectID
      // A fault that is made from the ID before the object comes.
      let early = context.object(with: id)
      try child.save()
      XCTAssertTrue(early.isInserted)
      let above = try XCTUnwrap(context.registeredObject(for: id) as? Owner)
      XCTAssertEqual(above.name, "Ann")
      XCTAssertEqual(above.pets.count, 1)
      try context.save()
      XCTAssertEqual(above.objectID, id)
      XCTAssertEqual(ann.name, "Ann")
      XCTAssertTrue(rex.owner === ann)
      ann.age = 44
      try child.saveThrough()
      XCTAssertEqual(above.age, 44)
    }
  }

  // Fact 6.
  func testAnIDObtainedByTheParentReachesAChildThatChangesTheObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = self.owner("Ann", in: context)
      let child = context.makeChild()
      let below = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
      below.age = 50
      let rex = Pet(context: child)
      rex.owner = below
      try context.obtainPermanentIDs(for: [ann])
      try child.saveThrough()
      XCTAssertEqual(below.objectID, ann.objectID)
      XCTAssertEqual(ann.age, 50)
      XCTAssertEqual(ann.pets.count, 1)
      try container.newBackgroundContext().performAndWait { other in
        let owners = try other.fetch(FetchRequest<Owner>())
        XCTAssertEqual(owners.map(\.age), [50])
        XCTAssertEqual(owners.first?.pets.count, 1)
      }
    }
  }

  // Fact 6.
  func testAChildObtainsAnIDForAnObjectThatItsParentKnowsAlready() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      let ann = self.owner("Ann", in: child)
      try child.save()
      let above = try XCTUnwrap(context.insertedObjects.first as? Owner)
      try child.obtainPermanentIDs(for: [ann])
      XCTAssertFalse(ann.objectID.isTemporaryID)
      XCTAssertEqual(above.objectID, ann.objectID)
      ann.age = 51
      try child.save()
      XCTAssertEqual(above.age, 51)
      try context.save()
      XCTAssertEqual(above.objectID, ann.objectID)
      XCTAssertEqual(ann.age, 51)
    }
  }

  func testAPairWithANewObjectOfAPermanentIDIsDroppedWithIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      try context.save()
      let new = Pet(context: context)
      try context.obtainPermanentIDs(for: [new])
      new.friends = [rex]
      tom.friends = [rex]
      let child = context.makeChild()
      child.delete(child.object(with: new.objectID))
      try child.saveThrough()
      XCTAssertEqual(rex.friendOf, [tom])
      let id = rex.objectID
      context.reset()
      let again = try XCTUnwrap(try context.existingObject(with: id) as? Pet)
      XCTAssertEqual(again.friendOf.count, 1)
    }
  }

  // Fact 7.
  func testWhatAChildGoesBackToHasTheKeyThatTheObjectGotMeanwhile() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.fetch(Owner.fetchRequest()).first)
      mine.name = "Bea"
      try context.obtainPermanentIDs(for: [owner])
      XCTAssertEqual(try child.fetch(Owner.fetchRequest()), [mine])
      child.rollback()
      XCTAssertEqual(mine.name, "Ann")
      XCTAssertEqual(mine.row?.key, owner.objectID.key)
      let theirs = try child.makeChild().fetch(Owner.fetchRequest())
      XCTAssertEqual(theirs.map(\.objectID), [owner.objectID])
    }
  }

  func testObjectsOfAChildKeepTheirTemporaryIDsWhenItIsSavedIntoItsParent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let child = context.makeChild()
      var ids: Set<ManagedObjectID> = []
      let observer = NotificationCenter.default.addObserver(
        forName: ManagedObjectContext.didSaveObjectIDsNotification, object: child, queue: nil
      ) { note in
        let found = note.userInfo?["inserted_objectIDs"] as? Set<ManagedObjectID>
        MainActor.assumeIsolated { ids = found ?? [] }
      }
      defer { NotificationCenter.default.removeObserver(observer) }
      let ann = self.owner("Ann", in: child)
      let temporary = ann.objectID
      try child.save()
      XCTAssertEqual(ann.objectID, temporary)
      XCTAssertTrue(ann.objectID.isTemporaryID)
      XCTAssertEqual(ids, [temporary])
      try context.save()
      _ = try child.fetch(FetchRequest<Owner>())
      XCTAssertFalse(ann.objectID.isTemporaryID)
    }
  }

  // Fact 5.
  func testADictionaryKeyedByTheTemporaryIDDoesNotKnowTheSavedOne() async throws {
    try await eachStore { container in
      let ann = self.owner("Ann", in: container.viewContext)
      let names = [ann.objectID: "Ann"]
      try container.viewContext.save()
      XCTAssertFalse(ann.objectID.isTemporaryID)
      XCTAssertNil(names[ann.objectID])
    }
  }

  // Fact 8.
  func testATemporaryIDsURIHasAnEmptyHostAndLeadsToNoObject() async throws {
    try await eachStore { container in
      let ann = self.owner("Ann", in: container.viewContext)
      let uri = ann.objectID.uriRepresentation()
      XCTAssertTrue(uri.absoluteString.hasPrefix("x-coredata:///Owner/t"), "\(uri)")
      XCTAssertNil(container.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
    }
  }

  // Fact 8.
  func testMalformedURIsAreNoObjectIDs() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let store = try XCTUnwrap(coordinator.persistentStores.first).identifier
      let good = try XCTUnwrap(URL(string: "x-coredata://\(store)/Owner/p7"))
      XCTAssertEqual(
        coordinator.managedObjectID(forURIRepresentation: good)?.uriRepresentation(), good)
      let malformed = [
        "x-coredata://\(store)", "x-coredata://\(store)/Owner", "x-coredata://\(store)/Owner/7",
        "x-coredata://\(store)/Owner/p", "x-coredata://\(store)/Owner/p0",
        "x-coredata://\(store)/Owner/p-7", "x-coredata://\(store)/Owner/p+7",
        "x-coredata://\(store)/Owner/p07", "x-coredata://\(store)/Owner/p7/8",
        "x-coredata://\(store)/Owner/t7", "x-coredata://\(store)/Nobody/p7",
        "x-coredata://\(store)/owner/p7", "x-coredata://\(store)/Owner/p99999999999999999999",
        "x-coredata://\(store)/Owner/p7?a=b", "x-coredata://\(store)/Owner/p7#a",
        "http://\(store)/Owner/p7", "x-coredata:///Owner/p7", "x-coredata:", "Owner/p7", "/",
      ]
      for text in malformed {
        let uri = try XCTUnwrap(URL(string: text), text)
        XCTAssertNil(coordinator.managedObjectID(forURIRepresentation: uri), text)
      }
    }
  }
}
