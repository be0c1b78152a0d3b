import Foundation
import ObjectGraph
import XCTest

/// No save leaves a reference that leads nowhere, whatever another writer did meanwhile.
@MainActor
final class IntegrityTests: XCTestCase {
  /// Ann and Bob, saved; the second writer deletes Bob.
  private func annAndVanishedBob(_ pair: PairOfWriters) throws -> (ann: Owner, bob: Owner) {
    let (ann, bob) = try annAndBob(pair)
    try pair.elsewhere.performAndWait { other in
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == 'Bob'")
      for bob in try other.fetch(request) { other.delete(bob) }
      try other.save()
    }
    return (ann, bob)
  }

  private func annAndBob(_ pair: PairOfWriters) throws -> (ann: Owner, bob: Owner) {
    let context = pair.container.viewContext
    let (ann, bob) = (Owner(context: context), Owner(context: context))
    (ann.name, bob.name) = ("Ann", "Bob")
    try context.save()
    return (ann, bob)
  }

  /// The second writer gives an owner a dog, and saves.
  private func giveDog(to name: String, _ pair: PairOfWriters) throws {
    try pair.elsewhere.performAndWait { other in
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == %@", name)
      let dog = Dog(context: other)
      dog.name = "Rex"
      dog.owner = try other.fetch(request).first
      try other.save()
    }
  }

  private func assertRefused(
    _ code: ObjectGraphError.Code, _ pair: PairOfWriters, line: UInt = #line,
    _ body: () throws -> Void
  ) throws -> ObjectGraphError? {
    let before = try pair.contents()
    var refusal: ObjectGraphError?
    XCTAssertThrowsError(try body(), line: line) { refusal = $0 as? ObjectGraphError }
    XCTAssertEqual(refusal?.code, code, "\(refusal as Any)", line: line)
    XCTAssertEqual(try pair.contents(), before, line: line)
    return refusal
  }

  // MARK: References to what someone else deleted

  func testANewObjectCannotReferToOneThatSomeoneElseDeleted() async throws {
    try await eachPairOfWriters { pair in
      let (ann, bob) = try annAndVanishedBob(pair)
      let context = pair.container.viewContext
      let dog = Dog(context: context)
      dog.owner = bob
      let error = try assertRefused(.managedObjectReferentialIntegrity, pair) {
        try context.save()
      }
      XCTAssertEqual(error?.entityName, "Dog")
      XCTAssertEqual(error?.key, "owner")
      XCTAssertEqual(error?.objectID, dog.objectID)
      XCTAssertEqual(
        error?.message,
        "Dog.owner leads to an Owner that no longer exists: it was deleted by someone else")
      XCTAssertEqual(error?.repair, "choose another Owner")
      XCTAssertTrue(dog.objectID.isTemporaryID)
      dog.owner = ann
      try context.save()
      XCTAssertEqual(ann.pets, [dog])
    }
  }

  func testAChangedObjectCannotReferToOneThatSomeoneElseDeleted() async throws {
    try await eachPairOfWriters { pair in
      let context = pair.container.viewContext
      let pet = Pet(context: context)
      let (ann, bob) = try annAndVanishedBob(pair)
      pet.owner = bob
      let error = try assertRefused(.managedObjectReferentialIntegrity, pair) {
        try context.save()
      }
      XCTAssertEqual(error?.entityName, "Pet")
      XCTAssertEqual(error?.key, "owner")
      XCTAssertEqual(error?.objectID, pet.objectID)
      XCTAssertFalse(pet.objectID.isTemporaryID)
      pet.owner = ann
      try context.save()
    }
  }

  func testSavingThroughAChainIsRefusedWholeAndMovesNothing() async throws {
    try await eachPairOfWriters { pair in
      let (ann, bob) = try annAndVanishedBob(pair)
      let parent = pair.container.viewContext
      ann.age = 44
      let child = parent.makeChild()
      let pet = Pet(context: child)
      pet.owner = child.object(with: bob.objectID) as? Owner
      let error = try assertRefused(.managedObjectReferentialIntegrity, pair) {
        try child.saveThrough()
      }
      XCTAssertEqual(error?.objectID, pet.objectID)
      XCTAssertEqual(child.insertedObjects, [pet])
      XCTAssertEqual(parent.updatedObjects, [ann])
      XCTAssertTrue(parent.insertedObjects.isEmpty)
    }
  }

  func testANewPairCannotLeadToAnObjectThatSomeoneElseDeleted() async throws {
    for isSeenFromTheOtherSide in [false, true] {
      try await eachPairOfWriters { pair in
        let context = pair.container.viewContext
        let (tom, rex) = (Pet(context: context), Dog(context: context))
        (tom.name, rex.name) = ("Tom", "Rex")
        try context.save()
        try pair.elsewhere.performAndWait { other in
          for dog in try other.fetch(FetchRequest<Dog>()) { other.delete(dog) }
          try other.save()
        }
        if isSeenFromTheOtherSide { tom.friendOf = [rex] } else { tom.friends = [rex] }
        let before = try pair.contents()
        XCTAssertThrowsError(try context.save()) { error in
          // The side that keeps the pairs is also checked for its version.
          let codes: [ObjectGraphError.Code] = [
            .managedObjectReferentialIntegrity, .managedObjectMerge,
          ]
          XCTAssertTrue((error as? ObjectGraphError).map { codes.contains($0.code) } ?? false)
        }
        XCTAssertEqual(try pair.contents(), before)
        context.rollback()
        XCTAssertEqual(tom.friends.union(tom.friendOf), [])
      }
    }
  }

  // MARK: Deletions of what someone else made use of

  func testAnObjectThatGainedReferrersMeanwhileIsNotDeleted() async throws {
    for rule in [DeleteRule.nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule] {
      let model = { TestModel.pets(petsRule: rule) }
      try await eachPairOfWriters(model: model) { pair in
        let (ann, bob) = try annAndBob(pair)
        let context = pair.container.viewContext
        XCTAssertEqual(ann.pets, [])
        try giveDog(to: "Ann", pair)
        bob.age = 50
        context.delete(ann)
        let error = try assertRefused(.managedObjectMerge, pair) { try context.save() }
        XCTAssertEqual(error?.entityName, "Owner")
        XCTAssertEqual(error?.objectID, ann.objectID)
        XCTAssertEqual(
          error?.message,
          "the Owner cannot be deleted: a Dog was added to it in the meantime (Dog.owner)")
        let conflicts = error?.details[.conflictList] ?? []
        XCTAssertEqual(conflicts.map(\.layout.name), ["Owner"])
        XCTAssertEqual(conflicts.map(\.expectedVersion), [1])
        XCTAssertEqual(conflicts.map { $0.persisted?.version }, [1])
        XCTAssertTrue(ann.isDeleted)
      }
    }
  }

  func testADeletionInAChainThatIsRefusedCanBeRepeatedOnFreshValues() async throws {
    try await eachPairOfWriters { pair in
      let (ann, _) = try annAndBob(pair)
      let parent = pair.container.viewContext
      let child = parent.makeChild()
      let annInChild = try XCTUnwrap(child.object(with: ann.objectID) as? Owner)
      XCTAssertEqual(annInChild.pets, [])
      try giveDog(to: "Ann", pair)
      child.delete(annInChild)
      _ = try assertRefused(.managedObjectMerge, pair) { try child.saveThrough() }
      XCTAssertFalse(ann.isDeleted)
      parent.reset()
      let request = FetchRequest<Owner>()
      request.predicate = try FetchPredicate(format: "name == 'Ann'")
      let again = try XCTUnwrap(parent.fetch(request).first)
      XCTAssertEqual(again.pets.map(\.name), ["Rex"])
      parent.delete(again)
      try parent.save()
      let pets = try parent.fetch(FetchRequest<Pet>())
      XCTAssertEqual(pets.map(\.name), ["Rex"])
      XCTAssertEqual(pets.map(\.owner), [nil])
    }
  }

  func testADeletedObjectsOwnReferrersGoWithItOrLetGo() async throws {
    for rule in [DeleteRule.nullifyDeleteRule, .cascadeDeleteRule] {
      let model = { TestModel.pets(petsRule: rule) }
      try await eachPairOfWriters(model: model) { pair in
        let (ann, _) = try annAndBob(pair)
        try giveDog(to: "Ann", pair)
        let context = pair.container.viewContext
        context.delete(ann)
        try context.save()
        XCTAssertEqual(
          try context.count(for: FetchRequest<Pet>()), rule == .cascadeDeleteRule ? 0 : 1)
      }
    }
  }

  // MARK: References that are the application's own affair

  func testTheNoActionRuleLeavesDanglingReferencesAlone() async throws {
    let model = { TestModel.pets(petsRule: .noActionDeleteRule) }
    try await eachPairOfWriters(model: model) { pair in
      let (ann, bob) = try annAndVanishedBob(pair)
      let context = pair.container.viewContext
      Pet(context: context).owner = bob
      try context.save()
      try giveDog(to: "Ann", pair)
      context.delete(ann)
      try context.save()
      XCTAssertEqual(try context.count(for: FetchRequest<Owner>()), 0)
      XCTAssertEqual(try context.count(for: FetchRequest<Pet>()), 2)
    }
  }

  func testARelationshipWithoutAnInverseIsLeftAlone() async throws {
    let model = {
      ManagedObjectModel {
        EntityDescription("Place") { AttributeDescription("name", .string) }
        EntityDescription("Note") { RelationshipDescription("place", toOne: "Place", inverse: nil) }
      }
    }
    try await eachPairOfWriters(model: model) { pair in
      let context = pair.container.viewContext
      func insert(_ name: String) throws -> ManagedObject {
        let entity = try XCTUnwrap(pair.container.managedObjectModel.entitiesByName[name])
        return ManagedObject(entity: entity, insertInto: context)
      }
      let place = try insert("Place")
      try context.save()
      try pair.elsewhere.performAndWait { other in
        for place in try other.fetch(FetchRequest<ManagedObject>(entityName: "Place")) {
          other.delete(place)
        }
        try other.save()
      }
      try insert("Note").setValue(place, forKey: "place")
      try context.save()
      XCTAssertEqual(
        try context.count(for: FetchRequest<ManagedObject>(entityName: "Note")), 1)
    }
  }
}
