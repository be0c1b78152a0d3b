import Foundation
import ObjectGraph
import XCTest

private final class Shelf: ManagedObject {
  @Managed("volumes") var volumes: OrderedSet<Volume>
}

private final class Volume: ManagedObject {
  @Managed("title") var title: String?
  @Managed("shelf") var shelf: Shelf?
}

/// Chains of contexts: what a child, its parent and the store know of each other's work.
@MainActor
final class ChainTests: XCTestCase {
  func testAChildGoesOnWithAnObjectThatItsParentSavedMeanwhile() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = Owner(context: parent)
      ann.name = "Ann"
      let child = parent.makeChild()
      let mine = try XCTUnwrap(try child.fetch(FetchRequest<Owner>()).first)
      XCTAssertEqual(mine.name, "Ann")
      try parent.save()
      mine.age = 44
      let pet = Pet(context: child)
      pet.owner = mine
      try child.saveThrough()
      XCTAssertEqual(ann.age, 44)
      XCTAssertEqual(mine.objectID, ann.objectID)
      let id = ann.objectID
      let stored = container.newBackgroundContext().performAndWait { other in
        let owner = other.object(with: id) as? Owner
        return [Int(owner?.age ?? 0), owner?.pets.count ?? 0]
      }
      XCTAssertEqual(stored, [44, 1])
    }
  }

  func testAChildReadsTheOrderThatItsParentSavedMeanwhile() async throws {
    let model = ManagedObjectModel {
      EntityDescription("Shelf", class: Shelf.self) {
        RelationshipDescription("volumes", toMany: "Volume", inverse: "shelf", isOrdered: true)
      }
      EntityDescription("Volume", class: Volume.self) {
        AttributeDescription("title", .string)
        RelationshipDescription("shelf", toOne: "Shelf", inverse: "volumes")
      }
    }
    try await eachStore(model: model) { container in
      let parent = container.viewContext
      let shelf = Shelf(context: parent)
      let volumes = ["A", "B", "C"].map { title in
        let volume = Volume(context: parent)
        volume.title = title
        return volume
      }
      shelf.volumes = OrderedSet(volumes)
      let child = parent.makeChild()
      let mine = try XCTUnwrap(try child.fetch(FetchRequest<Shelf>()).first)
      XCTAssertEqual(mine.volumes.map(\.title), ["A", "B", "C"])
      shelf.volumes = OrderedSet([volumes[2], volumes[0], volumes[1]])
      try parent.save()
      XCTAssertEqual(try child.fetch(FetchRequest<Volume>()).count, 3)
      XCTAssertEqual(mine.volumes.map(\.title), ["C", "A", "B"])
    }
  }

  func testAReferenceMadeBeforeTheParentSavedLeadsToTheSavedRow() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let ann = Owner(context: parent)
      ann.name = "Ann"
      let child = parent.makeChild()
      let mine = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
      let pet = Pet(context: child)
      pet.owner = mine
      try parent.save()
      XCTAssertTrue(pet.owner === mine)
      try child.saveThrough()
      let (id, owner) = (pet.objectID, ann.objectID)
      let found = container.newBackgroundContext().performAndWait { other in
        (other.object(with: id) as? Pet)?.owner?.objectID
      }
      XCTAssertEqual(found, owner)
    }
  }

  func testAChildFetchesTheObjectThatItHoldsAfterItsParentSavedIt() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let child = parent.makeChild()
      let ann = Owner(context: child)
      ann.name = "Ann"
      try child.save()
      XCTAssertTrue(ann.objectID.isTemporaryID)
      try parent.save()
      let fetched = try XCTUnwrap(try child.fetch(FetchRequest<Owner>()).first)
      XCTAssertTrue(fetched === ann)
      XCTAssertFalse(ann.objectID.isTemporaryID)
      ann.age = 45
      try child.saveThrough()
      XCTAssertEqual((parent.object(with: ann.objectID) as? Owner)?.age, 45)
    }
  }

  func testTheMainContextKeepsOneInstanceThroughASaveThatNobodyWaitsFor() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let ann = Owner(context: main)
    ann.name = "Ann"
    try stack.saveContext()
    stack.waitForSaves()
    let merged = expectation(description: "merged")
    DispatchQueue.main.async { merged.fulfill() }
    await fulfillment(of: [merged], timeout: 5)
    XCTAssertTrue(try main.fetch(FetchRequest<Owner>()).first === ann)
    XCTAssertFalse(ann.objectID.isTemporaryID)
    XCTAssertEqual(ann.name, "Ann")
  }

  func testAnEditAfterASaveThatNobodyWaitsForIsNoConflict() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let ann = Owner(context: main)
    ann.name = "Ann"
    try main.saveThrough()
    ann.age = 1
    try stack.saveContext()
    ann.age = 2
    try main.saveThrough()
    ann.age = 3
    try stack.saveContext()
    stack.waitForSaves()
    ann.age = 4
    try main.saveThrough()
    let id = ann.objectID
    let age = stack.newDerivedContext().performAndWait { ($0.object(with: id) as? Owner)?.age }
    XCTAssertEqual(age, 4)
  }

  func testANewObjectCanBeEditedAfterASaveThatNobodyWaitsFor() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let main = stack.mainContext
    let ann = Owner(context: main)
    ann.name = "Ann"
    try stack.saveContext()
    stack.waitForSaves()
    ann.age = 2
    Pet(context: main).owner = ann
    try main.saveThrough()
    XCTAssertFalse(ann.objectID.isTemporaryID)
    let id = ann.objectID
    let pets = stack.newDerivedContext().performAndWait { derived in
      (derived.object(with: id) as? Owner)?.pets.count
    }
    XCTAssertEqual(pets, 1)
  }

  func testAChildDeletesWhatItsParentInserted() async throws {
    for isThrough in [true, false] {
      try await eachStore { container in
        let parent = container.viewContext
        let (ann, bob) = (Owner(context: parent), Owner(context: parent))
        (ann.name, bob.name) = ("Ann", "Bob")
        let (rex, tom) = (Pet(context: parent), Pet(context: parent))
        rex.owner = ann
        rex.friends = [tom]
        let child = parent.makeChild()
        child.delete(child.object(with: ann.objectID))
        child.delete(child.object(with: tom.objectID))
        if isThrough {
          try child.saveThrough()
        } else {
          try child.save()
          try parent.save()
        }
        XCTAssertNil(ann.managedObjectContext)
        XCTAssertNil(tom.managedObjectContext)
        XCTAssertNil(rex.owner)
        XCTAssertEqual(rex.friends, [])
        XCTAssertEqual(try parent.count(for: FetchRequest<Owner>()), 1)
        XCTAssertEqual(try parent.count(for: FetchRequest<Pet>()), 1)
      }
    }
  }

  func testADeletionInTheParentWinsOverAnEditInTheChild() async throws {
    for isThrough in [true, false] {
      try await eachStore { container in
        let parent = container.viewContext
        let ann = Owner(context: parent)
        ann.name = "Ann"
        try parent.save()
        let child = parent.makeChild()
        (child.object(with: ann.objectID) as? Owner)?.age = 50
        parent.delete(ann)
        if isThrough {
          try child.saveThrough()
        } else {
          try child.save()
          try parent.save()
        }
        XCTAssertEqual(try parent.count(for: FetchRequest<Owner>()), 0)
      }
    }
  }

  func testParentAndChildEditTheSameAndOtherProperties() async throws {
    for isThrough in [true, false] {
      try await eachStore { container in
        let parent = container.viewContext
        let pet = Pet(context: parent)
        pet.name = "Rex"
        try parent.save()
        let child = parent.makeChild()
        let mine = try XCTUnwrap(child.object(with: pet.objectID) as? Pet)
        mine.name = "Child"
        pet.name = "Parent"
        pet.weight = 9
        if isThrough {
          try child.saveThrough()
        } else {
          try child.save()
          try parent.save()
        }
        XCTAssertEqual(pet.name, "Child")
        XCTAssertEqual(pet.weight, 9)
        let id = pet.objectID
        let weight = container.newBackgroundContext().performAndWait { other in
          (other.object(with: id) as? Pet)?.weight
        }
        XCTAssertEqual(weight, 9)
      }
    }
  }

  func testThreeLevelsCarryAManyToManyRelationshipOfASubentity() async throws {
    for isThrough in [true, false] {
      try await eachStore { container in
        let parent = container.viewContext
        let dog = Dog(context: parent)
        dog.name = "Rex"
        try parent.save()
        let id = dog.objectID
        parent.reset()
        let child = parent.makeChild()
        let grandchild = child.makeChild()
        let mine = try XCTUnwrap(grandchild.object(with: id) as? Dog)
        let other = Dog(context: grandchild)
        other.name = "Tom"
        mine.friends = [other]
        if isThrough {
          try grandchild.saveThrough()
        } else {
          try grandchild.save()
          try child.save()
          try parent.save()
        }
        let dogs = try parent.fetch(FetchRequest<Dog>())
        XCTAssertEqual(Set(dogs.map(\.name)), ["Rex", "Tom"])
        let rex = try XCTUnwrap(dogs.first { $0.name == "Rex" })
        XCTAssertEqual(rex.friends.map(\.name), ["Tom"])
        XCTAssertEqual(rex.tricks, 0)
      }
    }
  }

  func testAChildReadsTheFriendsOfADogThatItsParentDoesNotHold() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let (rex, tom) = (Dog(context: parent), Dog(context: parent))
      rex.friends = [tom]
      try parent.save()
      let id = rex.objectID
      parent.reset()
      Owner(context: parent).name = "changed"
      let child = parent.makeChild()
      let mine = try XCTUnwrap(child.object(with: id) as? Dog)
      XCTAssertEqual(mine.friends.count, 1)
      XCTAssertEqual(try parent.fetch(FetchRequest<Dog>()).map(\.tricks), [0, 0])
    }
  }

  func testAnInvalidObjectOfTheParentStopsTheChildsSaveThrough() async throws {
    try await eachStore { container in
      let parent = container.viewContext
      let passport = Passport(context: parent)
      let child = parent.makeChild()
      let ann = Owner(context: child)
      ann.name = "Ann"
      XCTAssertThrowsError(try child.saveThrough()) { error in
        XCTAssertEqual(
          (error as? ObjectGraphError)?.code, .validationMissingMandatoryProperty)
      }
      XCTAssertEqual(child.insertedObjects, [ann])
      XCTAssertEqual(parent.insertedObjects, [passport])
      passport.number = "1"
      try child.saveThrough()
      XCTAssertFalse(parent.hasChanges)
    }
  }
  func testAnObjectThatTwoContextsLeadElsewhereBeforeOneDeletesItLeavesTheOwnerThatTheParentKnows()
    async throws
  {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob, rex) = (context.owner("Ann"), context.owner("Bob"), Pet(context: context))
      rex.owner = ann
      try context.save()
      XCTAssertEqual(ann.pets, [rex])
      let child = context.makeChild()
      (child.object(with: rex.objectID) as? Pet)?.owner = nil
      let grandchild = child.makeChild()
      let below = try XCTUnwrap(grandchild.object(with: rex.objectID) as? Pet)
      below.owner = grandchild.object(with: bob.objectID) as? Owner
      grandchild.delete(below)
      try grandchild.saveThrough()
      XCTAssertEqual(ann.pets, [])
      XCTAssertEqual(bob.pets, [])
      XCTAssertNil(rex.managedObjectContext)
    }
  }
  func testTheMiddleOfAChainSeesWhatBelowItANewObjectOfTheTopIsRelatedTo() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let walker = Walker(context: context)
      walker.name = "Ann"
      let child = context.makeChild()
      let between = try XCTUnwrap(child.object(with: walker.objectID) as? Walker)
      XCTAssertEqual(between.friends, [])
      let grandchild = child.makeChild()
      let below = try XCTUnwrap(grandchild.object(with: walker.objectID) as? Walker)
      below.friends = [below]
      try grandchild.saveThrough()
      XCTAssertEqual(between.friends, [between])
      XCTAssertEqual(walker.friends, [walker])
    }
  }
}
