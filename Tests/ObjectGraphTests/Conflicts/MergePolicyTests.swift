import ObjectGraph
import XCTest

/// What each policy makes of an object that both sides changed.
@MainActor
final class MergePolicyTests: XCTestCase {
  /// Here: another name and another owner; there: another name and another weight.
  private func changeBothSides(_ pair: PairOfWriters) throws -> Pet {
    let (tom, _) = try pair.tomOfAnn()
    try pair.changePet("Tom") { tom, _ in
      tom.name = "There"
      tom.weight = 5
    }
    tom.name = "Here"
    tom.owner = nil
    return tom
  }

  private func assertClean(_ object: ManagedObject, line: UInt = #line) {
    XCTAssertFalse(object.hasChanges, line: line)
    XCTAssertEqual(object.changedValues().count, 0, line: line)
    XCTAssertEqual(object.managedObjectContext?.hasChanges, false, line: line)
  }

  // Fact 123.
  func testTheErrorPolicyFailsTheSaveWithTheConflictsAndChangesNothing() async throws {
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      XCTAssertTrue(pair.context.mergePolicy === MergePolicy.error)
      let before = try pair.contents()
      var error: ObjectGraphError?
      XCTAssertThrowsError(try pair.context.save()) { error = $0 as? ObjectGraphError }
      XCTAssertEqual(error?.code.rawValue, 133_020)
      XCTAssertNotNil(error?.details[.conflictList])
      XCTAssertEqual(error?.mergeConflicts.map(\.objectID), [tom.objectID])
      XCTAssertEqual(error?.mergeConflicts.map(\.kind), [.changed])
      XCTAssertEqual(try pair.contents(), before)
      XCTAssertEqual(tom.name, "Here")
      XCTAssertEqual(tom.weight, 4)
      XCTAssertNil(tom.owner)
      XCTAssertEqual(pair.context.updatedObjects.contains(tom), true)
    }
  }

  // Fact 123.
  func testAConflictTellsWhatTheContextSawWhatTheCacheHasAndWhatTheStoreHas() async throws {
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      let policy = NotingPolicy(merge: .errorMergePolicyType)
      pair.context.mergePolicy = policy
      XCTAssertThrowsError(try pair.context.save())
      let conflict = try XCTUnwrap(policy.merges.first)
      XCTAssertEqual(policy.merges.count, 1)
      XCTAssertTrue(conflict.sourceObject === tom)
      XCTAssertEqual(conflict.oldVersionNumber, 1)
      XCTAssertEqual(conflict.newVersionNumber, 2)
      XCTAssertEqual(conflict.objectSnapshot?["name"], .string("Tom"))
      XCTAssertEqual(conflict.objectSnapshot?["weight"], .double(4))
      guard case .objectID? = conflict.objectSnapshot?["owner"] else { return XCTFail("no ID") }
      XCTAssertNil(conflict.objectSnapshot?["friends"])
      if pair.file == nil {
        // The second writer shares the coordinator, whose cache is newer than the context.
        XCTAssertEqual(conflict.cachedSnapshot?["name"], .string("There"))
        XCTAssertNil(conflict.persistedSnapshot)
      } else {
        XCTAssertEqual(conflict.cachedSnapshot?["name"], .string("Tom"))
        XCTAssertEqual(conflict.persistedSnapshot?["name"], .string("There"))
      }
    }
  }

  // Fact 124.
  func testStoreTrumpKeepsTheStoresValueWhereBothChangedAndSavesTheRest() async throws {
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      pair.context.mergePolicy = .mergeByPropertyStoreTrump
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["There 5.0 -"])
      XCTAssertEqual(tom.name, "There")
      XCTAssertEqual(tom.weight, 5)
      XCTAssertNil(tom.owner)
      assertClean(tom)
    }
  }

  // Fact 125.
  func testObjectTrumpSavesWhatWasChangedHereAndTakesTheRest() async throws {
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["Here 5.0 -"])
      XCTAssertEqual(tom.name, "Here")
      XCTAssertEqual(tom.weight, 5)
      assertClean(tom)
    }
  }

  // Fact 126.
  func testOverwriteSavesTheWholeObjectOverWhatOnlyTheStoreChanged() async throws {
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      pair.context.mergePolicy = .overwrite
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["Here 4.0 -"])
      XCTAssertEqual(tom.weight, 4)
      assertClean(tom)
    }
  }

  // Fact 127.
  func testRollbackDropsTheChangesOfConflictedObjectsAndSavesTheOthers() async throws {
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      let ann = try XCTUnwrap(pair.context.fetch(FetchRequest<Owner>()).first)
      ann.age = 30
      pair.context.mergePolicy = .rollback
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["There 5.0 Ann"])
      XCTAssertEqual(try pair.owners(), ["Ann 30 There"])
      XCTAssertEqual(tom.name, "There")
      XCTAssertEqual(tom.weight, 5)
      XCTAssertTrue(tom.owner === ann)
      XCTAssertEqual(ann.pets, [tom])
      assertClean(tom)
    }
  }

  func testAToOneRelationshipThatBothSidesMovedLeadsWhereThePolicySaysOnBothEnds() async throws {
    for policy in [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump] {
      try await eachPairOfWriters { pair in
        let (tom, ann) = try pair.tomOfAnn()
        let (bob, cleo) = (Owner(context: pair.context), Owner(context: pair.context))
        (bob.name, cleo.name) = ("Bob", "Cleo")
        try pair.context.save()
        XCTAssertEqual(ann.pets, [tom])
        try pair.changePet("Tom") { tom, other in
          let request = FetchRequest<Owner>()
          request.predicate = try FetchPredicate(format: "name == 'Cleo'")
          tom.owner = try other.fetch(request).first
        }
        tom.owner = bob
        XCTAssertEqual(bob.pets, [tom])
        pair.context.mergePolicy = policy
        try pair.context.save()
        let keepsMine = policy === MergePolicy.mergeByPropertyObjectTrump
        XCTAssertTrue(tom.owner === (keepsMine ? bob : cleo))
        XCTAssertEqual(ann.pets, [])
        XCTAssertEqual(bob.pets, keepsMine ? [tom] : [])
        XCTAssertEqual(cleo.pets, keepsMine ? [] : [tom])
        XCTAssertEqual(try pair.pets(), [keepsMine ? "Tom 4.0 Bob" : "Tom 4.0 Cleo"])
        XCTAssertFalse(pair.context.hasChanges)
      }
    }
  }

  // Fact 122.
  func testACleanObjectIsLookedAtOnlyAfterDetectConflicts() async throws {
    try await eachPairOfWriters { pair in
      let (tom, ann) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, _ in tom.weight = 5 }
      ann.age = 20
      try pair.context.save()
      try pair.changePet("Tom") { tom, _ in tom.weight = 6 }
      try pair.context.detectConflicts(for: tom)
      ann.age = 21
      let before = try pair.contents()
      XCTAssertThrowsError(try pair.context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .managedObjectMerge)
        XCTAssertEqual(error?.mergeConflicts.map(\.objectID), [tom.objectID])
        XCTAssertEqual(error?.mergeConflicts.map(\.kind), [.watched])
      }
      XCTAssertEqual(try pair.contents(), before)
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      try pair.context.save()
      XCTAssertEqual(tom.weight, 6)
      XCTAssertEqual(try pair.owners(), ["Ann 21 Tom"])
      // It held for that save only.
      pair.context.mergePolicy = .error
      try pair.changePet("Tom") { tom, _ in tom.weight = 7 }
      ann.age = 22
      try pair.context.save()
    }
  }

  // Fact 122.
  func testAWatchedObjectThatIsGoneFailsTheSave() async throws {
    try await eachPairOfWriters { pair in
      let (tom, ann) = try pair.tomOfAnn()
      try pair.context.detectConflicts(for: tom)
      try pair.changePet("Tom") { tom, other in other.delete(tom) }
      ann.age = 20
      XCTAssertThrowsError(try pair.context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.mergeConflicts.map(\.storedVersion), [0])
      }
      XCTAssertFalse(tom.isDeleted)
      pair.context.mergePolicy = .rollback
      try pair.context.save()
      XCTAssertEqual(try pair.owners(), ["Ann 20"])
    }
  }

  func testACustomPolicyChangesTheObjectAndLeavesTheRestToItsType() async throws {
    /// Weights are summed up, whatever else.
    final class SummingPolicy: MergePolicy {
      override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
        for conflict in list {
          guard let pet = conflict.sourceObject as? Pet,
            case .double(let seen)? = conflict.objectSnapshot?["weight"],
            case .double(let stored)? =
              (conflict.persistedSnapshot ?? conflict.cachedSnapshot)?["weight"],
            let mine = pet.weight
          else { continue }
          pet.weight = stored + mine - seen
        }
        try super.resolve(optimisticLockingConflicts: list)
      }
    }
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      try pair.changePet("Tom") { tom, _ in tom.weight = 5 }
      tom.weight = 7
      pair.context.mergePolicy = SummingPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      try pair.context.save()
      XCTAssertEqual(tom.weight, 8)
      XCTAssertEqual(try pair.pets(), ["Tom 8.0 Ann"])
    }
  }

  // Fact 56.
  func testASaveThatFailsAfterItsConflictsWereSettledLeavesEverythingAsItWas() async throws {
    struct Enough: Error {}
    final class GivingUp: MergePolicy {
      override func resolve(constraintConflicts list: [ConstraintConflict]) throws {
        throw Enough()
      }
    }
    try await eachPairOfWriters { pair in
      let tom = try changeBothSides(pair)
      let (ann, rex) = (Owner(context: pair.context), Dog(context: pair.context))
      ann.name = "Ann"
      rex.owner = ann
      let ids = [ann.objectID, rex.objectID]
      pair.context.mergePolicy = GivingUp(merge: .mergeByPropertyStoreTrumpMergePolicyType)
      let before = try pair.contents()
      XCTAssertThrowsError(try pair.context.save()) { XCTAssertTrue($0 is Enough) }
      XCTAssertEqual(try pair.contents(), before)
      XCTAssertEqual(tom.name, "Here")
      XCTAssertEqual(tom.weight, 4)
      XCTAssertEqual(Set(tom.changedValues().keys), ["name", "owner"])
      XCTAssertEqual(try tom.committedValues(forKeys: ["name"])["name"] as? String, "Tom")
      XCTAssertEqual([ann.objectID, rex.objectID], ids)
      XCTAssertEqual(pair.context.insertedObjects, [ann, rex])
      XCTAssertEqual(ann.pets, [rex])
      // And the conflict is still there to be settled otherwise.
      ann.name = "Other"
      pair.context.mergePolicy = .mergeByPropertyObjectTrump
      try pair.context.save()
      XCTAssertEqual(try pair.pets(), ["- - Other", "Here 5.0 -"])
    }
  }

  func testWhatIsMergedIsValidatedAgain() async throws {
    try await eachPairOfWriters { pair in
      let (_, ann) = try pair.tomOfAnn()
      try pair.changeOwner("Ann") { ann, _ in ann.age = 30 }
      ann.name = "Anna"
      /// Takes away a mandatory value.
      final class Clearing: MergePolicy {
        override func resolve(optimisticLockingConflicts list: [MergeConflict]) throws {
          for conflict in list { try conflict.sourceObject.setValue(nil, forKey: "name") }
          try super.resolve(optimisticLockingConflicts: list)
        }
      }
      pair.context.mergePolicy = Clearing(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      XCTAssertThrowsError(try pair.context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.key, "name")
      }
      XCTAssertEqual(ann.name, "Anna")
      XCTAssertEqual(ann.age, 18)
      XCTAssertEqual(try pair.owners(), ["Ann 30 Tom"])
    }
  }
}
