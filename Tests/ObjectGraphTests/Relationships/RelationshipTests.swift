import ObjectGraph
import XCTest

/// Inverses at once, and the four delete rules.
@MainActor
final class RelationshipTests: XCTestCase {
  func testTheToManySideFollowsTheToOneSideAtOnce() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      let pet = Pet(context: context)
      pet.owner = ann
      XCTAssertEqual(ann.pets, [pet])
      pet.owner = bob
      XCTAssertEqual(ann.pets, [])
      XCTAssertEqual(bob.pets, [pet])
      try context.save()
      XCTAssertEqual(bob.pets, [pet])
      pet.owner = nil
      XCTAssertEqual(bob.pets, [])
    }
  }

  func testAnUnreadToManyRelationshipKnowsWhatEnteredIt() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let rex = Pet(context: context)
      rex.name = "Rex"
      rex.owner = ann
      try context.save()
      let (annID, rexID) = (ann.objectID, rex.objectID)
      context.reset()

      let again = try XCTUnwrap(context.object(with: annID) as? Owner)
      let tom = Pet(context: context)
      tom.name = "Tom"
      tom.owner = again
      XCTAssertEqual(again.pets.compactMap(\.name).sorted(), ["Rex", "Tom"])
      let rexAgain = try XCTUnwrap(context.object(with: rexID) as? Pet)
      rexAgain.owner = nil
      XCTAssertEqual(again.pets.compactMap(\.name), ["Tom"])
      try context.save()
      context.reset()
      let stored = try XCTUnwrap(context.object(with: annID) as? Owner)
      XCTAssertEqual(stored.pets.compactMap(\.name), ["Tom"])
    }
  }

  func testAssigningTheToManySideMovesTheToOneSides() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      ann.pets = [rex, tom]
      bob.pets = [rex]
      XCTAssertEqual(ann.pets, [tom])
      XCTAssertTrue(rex.owner === bob)
      XCTAssertTrue(tom.owner === ann)
      ann.pets = []
      XCTAssertNil(tom.owner)
    }
  }

  func testSettingOneToOneTakesItFromThePreviousOwner() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (ann, bob) = (Owner(context: context), Owner(context: context))
      (ann.name, bob.name) = ("Ann", "Bob")
      let passport = Passport(context: context)
      passport.number = "1"
      ann.passport = passport
      XCTAssertTrue(passport.owner === ann)
      bob.passport = passport
      XCTAssertNil(ann.passport)
      XCTAssertTrue(passport.owner === bob)
      try context.save()
      let id = bob.objectID
      context.reset()
      let stored = try XCTUnwrap(context.object(with: id) as? Owner)
      XCTAssertEqual(stored.passport?.number, "1")
    }
  }

  func testManyToManyIsKeptOnBothSidesAndSurvivesARestart() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let pets = (0..<3).map { index in
        let pet = Pet(context: context)
        pet.name = "\(index)"
        return pet
      }
      pets[0].friends = [pets[1], pets[2]]
      XCTAssertEqual(pets[1].friendOf, [pets[0]])
      try context.save()
      let ids = pets.map(\.objectID)
      context.reset()
      let first = try XCTUnwrap(context.object(with: ids[0]) as? Pet)
      let second = try XCTUnwrap(context.object(with: ids[1]) as? Pet)
      XCTAssertEqual(first.friends.compactMap(\.name).sorted(), ["1", "2"])
      XCTAssertEqual(second.friendOf.compactMap(\.name), ["0"])
      second.friendOf = []
      try context.save()
      context.reset()
      let again = try XCTUnwrap(context.object(with: ids[0]) as? Pet)
      XCTAssertEqual(again.friends.compactMap(\.name), ["2"])
    }
  }

  func testNullifyClearsTheOtherSideAtTheEndOfTheEvent() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      context.delete(ann)
      XCTAssertTrue(pet.owner === ann)
      context.processPendingChanges()
      XCTAssertNil(pet.owner)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 0)
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 1)
      XCTAssertNil(ann.managedObjectContext)
    }
  }

  func testCascadeDeletesWhatBelongsToTheObject() async throws {
    try await eachStore(model: TestModel.pets(petsRule: .cascadeDeleteRule)) { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      ann.pets = [Pet(context: context), Dog(context: context)]
      ann.passport = Passport(context: context)
      ann.passport?.number = "7"
      try context.save()
      context.delete(ann)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 0)
      XCTAssertEqual(try context.count(for: FetchRequest<Passport>()), 0)
    }
  }

  func testDenyFailsTheSaveAndRollbackBringsTheObjectBack() async throws {
    try await eachStore(model: TestModel.pets(petsRule: .denyDeleteRule)) { container in
      let context = container.viewContext
      let ann = Owner(context: context)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      try context.save()
      context.delete(ann)
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationRelationshipDeniedDelete)
        XCTAssertEqual(error?.key, "pets")
      }
      XCTAssertTrue(ann.isDeleted)
      context.rollback()
      XCTAssertFalse(ann.isDeleted)
      XCTAssertEqual(ann.pets, [pet])
      context.delete(ann)
      context.delete(pet)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 0)
    }
  }

  func testAnObjectOfAnotherContextIsRefused() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let other = context.makeChild()
      let ann = Owner(context: other)
      ann.name = "Ann"
      let pet = Pet(context: context)
      pet.owner = ann
      XCTAssertNil(pet.owner)
      XCTAssertEqual(context.errors.map(\.code), [.invalidArgument])
      XCTAssertThrowsError(try context.save())
    }
  }
}

extension RelationshipTests {
  func testAPairThatCameAndWentChangesNeitherObject() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let (rex, tom) = (Pet(context: context), Pet(context: context))
      (rex.name, tom.name) = ("Rex", "Tom")
      try context.save()
      let (rexID, tomID) = (rex.objectID, tom.objectID)
      context.reset()
      let first = try XCTUnwrap(context.object(with: rexID) as? Pet)
      let second = try XCTUnwrap(context.object(with: tomID) as? Pet)
      first.friends = [second]
      first.friends = []
      XCTAssertFalse(first.hasPersistentChangedValues)
      XCTAssertFalse(second.hasPersistentChangedValues)
      first.friends = [second]
      XCTAssertTrue(second.hasPersistentChangedValues)
    }
  }
}
