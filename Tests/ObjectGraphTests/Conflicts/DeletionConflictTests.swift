import ObjectGraph
import XCTest

/// Objects that one side deleted and the other changed.
@MainActor
final class DeletionConflictTests: XCTestCase {
  // Fact 128.
  func testAnObjectDeletedInTheStoreAndChangedHereIsAConflictWithoutAVersion() async throws {
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, other in other.delete(tom) }
      tom.weight = 9
      let policy = NotingPolicy(merge: .errorMergePolicyType)
      pair.context.mergePolicy = policy
      XCTAssertThrowsError(try pair.context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectMerge)
        XCTAssertEqual(error?.mergeConflicts.map(\.kind), [.deletedInStore])
      }
      XCTAssertEqual(policy.merges.map(\.newVersionNumber), [0])
      XCTAssertEqual(policy.merges.map(\.oldVersionNumber), [1])
      XCTAssertNil(policy.merges.first?.cachedSnapshot)
      XCTAssertNil(policy.merges.first?.persistedSnapshot)
      XCTAssertEqual(tom.weight, 9)
      XCTAssertTrue(tom.hasChanges)
    }
  }

  // Fact 128.
  func testObjectTrumpAndOverwriteInsertAnObjectAgainThatTheStoreLost() async throws {
    for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
      try await eachPairOfWriters { pair in
        let (tom, ann) = try pair.tomOfAnn()
        let id = tom.objectID
        try pair.changePet("Tom") { tom, other in other.delete(tom) }
        tom.weight = 9
        pair.context.mergePolicy = policy
        try pair.context.save()
        XCTAssertEqual(try pair.pets(), ["Tom 9.0 Ann"])
        XCTAssertEqual(try pair.owners(), ["Ann 18 Tom"])
        XCTAssertEqual(tom.objectID, id)
        XCTAssertFalse(tom.hasChanges)
        XCTAssertEqual(ann.pets, [tom])
        tom.weight = 10
        try pair.context.save()
        XCTAssertEqual(try pair.pets(), ["Tom 10.0 Ann"])
      }
    }
  }

  // Fact 128.
  func testStoreTrumpAndRollbackDeleteAnObjectHereThatTheStoreLost() async throws {
    for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
      try await eachPairOfWriters { pair in
        let (tom, ann) = try pair.tomOfAnn()
        let rex = Dog(context: pair.context)
        rex.owner = ann
        try pair.context.save()
        try pair.changeOwner("Ann") { ann, other in other.delete(ann) }
        ann.age = 50
        rex.name = "Rex"
        pair.context.mergePolicy = policy
        try pair.context.save()
        XCTAssertNil(ann.managedObjectContext)
        XCTAssertNil(tom.owner)
        XCTAssertNil(rex.owner)
        XCTAssertEqual(try pair.owners(), [])
        // The change of the dog itself met the store's, which took the owner away.
        let dog = policy === MergePolicy.rollback ? "- - -" : "Rex - -"
        XCTAssertEqual(try pair.pets(), [dog, "Tom 4.0 -"])
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }

  func testAnObjectDeletedOnBothSidesIsGoneUnderEveryPolicyButTheErrors() async throws {
    for type in MergePolicyType.allCases {
      try await eachPairOfWriters { pair in
        let (tom, ann) = try pair.tomOfAnn()
        try pair.changePet("Tom") { tom, other in other.delete(tom) }
        pair.context.delete(tom)
        pair.context.mergePolicy = MergePolicy(merge: type)
        guard type != .errorMergePolicyType else {
          XCTAssertThrowsError(try pair.context.save())
          XCTAssertTrue(tom.isDeleted)
          return
        }
        try pair.context.save()
        XCTAssertNil(tom.managedObjectContext)
        XCTAssertEqual(ann.pets, [])
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }

  // Fact 129.
  func testObjectTrumpAndOverwriteDeleteAnObjectThatTheStoreChanged() async throws {
    for policy in [MergePolicy.mergeByPropertyObjectTrump, .overwrite] {
      try await eachPairOfWriters { pair in
        let (tom, ann) = try pair.tomOfAnn()
        XCTAssertEqual(ann.pets, [tom])
        try pair.changeOwner("Ann") { ann, other in
          ann.age = 30
          let rex = Dog(context: other)
          (rex.name, rex.owner) = ("Rex", ann)
        }
        pair.context.delete(ann)
        pair.context.mergePolicy = policy
        try pair.context.save()
        XCTAssertEqual(try pair.owners(), [])
        XCTAssertEqual(try pair.pets(), ["Rex - -", "Tom 4.0 -"])
        XCTAssertNil(ann.managedObjectContext)
      }
    }
  }

  // Fact 129.
  func testStoreTrumpAndRollbackDropADeletionOfAnObjectThatTheStoreChanged() async throws {
    for policy in [MergePolicy.mergeByPropertyStoreTrump, .rollback] {
      try await eachPairOfWriters { pair in
        let (tom, ann) = try pair.tomOfAnn()
        try pair.changeOwner("Ann") { ann, _ in ann.age = 30 }
        pair.context.delete(ann)
        pair.context.processPendingChanges()
        XCTAssertNil(tom.owner)
        pair.context.mergePolicy = policy
        try pair.context.save()
        XCTAssertFalse(ann.isDeleted)
        XCTAssertEqual(ann.age, 30)
        XCTAssertTrue(tom.owner === ann)
        XCTAssertEqual(ann.pets, [tom])
        XCTAssertEqual(try pair.owners(), ["Ann 30 Tom"])
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }

  // Fact 129.
  func testADroppedDeletionTakesItsCascadeBack() async throws {
    let model = { TestModel.pets(petsRule: .cascadeDeleteRule) }
    try await eachPairOfWriters(model: model) { pair in
      let (tom, ann) = try pair.tomOfAnn()
      let passport = Passport(context: pair.context)
      (passport.number, passport.owner) = ("1", ann)
      try pair.context.save()
      try pair.changeOwner("Ann") { ann, _ in ann.age = 30 }
      pair.context.delete(ann)
      pair.context.processPendingChanges()
      XCTAssertTrue(tom.isDeleted)
      XCTAssertTrue(passport.isDeleted)
      pair.context.mergePolicy = .mergeByPropertyStoreTrump
      try pair.context.save()
      XCTAssertFalse(tom.isDeleted)
      XCTAssertFalse(passport.isDeleted)
      XCTAssertTrue(tom.owner === ann)
      XCTAssertTrue(ann.passport === passport)
      XCTAssertEqual(try pair.owners(), ["Ann 30 Tom"])
      XCTAssertFalse(pair.context.hasChanges)
    }
  }

  func testADenyRuleHoldsForWhatTheOtherSideAdded() async throws {
    let model = { TestModel.pets(petsRule: .denyDeleteRule) }
    try await eachPairOfWriters(model: model) { pair in
      let ann = Owner(context: pair.context)
      ann.name = "Ann"
      try pair.context.save()
      try pair.changeOwner("Ann") { ann, other in
        let rex = Dog(context: other)
        (rex.name, rex.owner) = ("Rex", ann)
      }
      pair.context.delete(ann)
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      XCTAssertThrowsError(try pair.context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code, .validationRelationshipDeniedDelete)
      }
      XCTAssertEqual(try pair.owners(), ["Ann 18 Rex"])
      XCTAssertTrue(ann.isDeleted)
    }
  }
}
