import ObjectGraph
import XCTest

/// Conflicts of a whole chain of contexts: the policy of the one that saves rules.
@MainActor
final class ChainConflictTests: XCTestCase {
  /// Parent: another weight; child: another name; there: another name and another owner.
  private func changeEverywhere(
    _ pair: PairOfWriters
  ) throws -> (tom: Pet, child: ManagedObjectContext, tomInChild: Pet) {
    let (tom, _) = try pair.tomOfAnn()
    tom.weight = 7
    let child = pair.context.makeChild()
    let tomInChild = try XCTUnwrap(child.existingObject(with: tom.objectID) as? Pet)
    tomInChild.name = "Child"
    try pair.changePet("Tom") { tom, _ in (tom.name, tom.owner) = ("There", nil) }
    return (tom, child, tomInChild)
  }

  func testThePolicyOfTheContextThatSavesRulesInAllOfThem() async throws {
    let cases: [(MergePolicy, String)] = [
      (.mergeByPropertyObjectTrump, "Child 7.0 -"), (.mergeByPropertyStoreTrump, "There 7.0 -"),
      (.overwrite, "Child 7.0 Ann"), (.rollback, "There 4.0 -"),
    ]
    for (policy, expected) in cases {
      try await eachPairOfWriters { pair in
        let (tom, child, tomInChild) = try changeEverywhere(pair)
        child.mergePolicy = policy
        try child.saveThrough()
        XCTAssertEqual(try pair.pets(), [expected])
        for one in [tom, tomInChild] {
          let weight = one.weight.map { "\($0)" } ?? "-"
          XCTAssertEqual("\(one.name ?? "-") \(weight) \(one.owner?.name ?? "-")", expected)
        }
        XCTAssertFalse(pair.context.hasChanges)
        XCTAssertFalse(child.hasChanges)
      }
    }
  }

  func testAChainThatFailsIsAsItWas() async throws {
    try await eachPairOfWriters { pair in
      let (tom, child, tomInChild) = try changeEverywhere(pair)
      let double = Owner(context: pair.context)
      double.name = "Bob"
      let bob = Owner(context: child)
      bob.name = "Bob"
      struct Enough: Error {}
      final class GivingUp: MergePolicy {
        override func resolve(constraintConflicts list: [ConstraintConflict]) throws {
          throw Enough()
        }
      }
      child.mergePolicy = GivingUp(merge: .rollbackMergePolicyType)
      let before = try pair.contents()
      XCTAssertThrowsError(try child.saveThrough()) { XCTAssertTrue($0 is Enough) }
      XCTAssertEqual(try pair.contents(), before)
      XCTAssertEqual(tom.weight, 7)
      XCTAssertEqual(tom.name, "Tom")
      XCTAssertEqual(tomInChild.name, "Child")
      XCTAssertEqual(Array(tomInChild.changedValues().keys), ["name"])
      XCTAssertEqual(Array(tom.changedValues().keys), ["weight"])
      XCTAssertEqual(pair.context.insertedObjects, [double])
      XCTAssertEqual(child.insertedObjects, [bob])
    }
  }

  func testANewObjectOfTheChildGivesWayToOneOfTheParent() async throws {
    try await eachPairOfWriters { pair in
      let bob = Owner(context: pair.context)
      bob.name = "Bob"
      let child = pair.context.makeChild()
      let again = Owner(context: child)
      (again.name, again.age) = ("Bob", 44)
      let rex = Dog(context: child)
      (rex.name, rex.owner) = ("Rex", again)
      child.mergePolicy = .mergeByPropertyObjectTrump
      try child.saveThrough()
      XCTAssertEqual(try pair.owners(), ["Bob 44 Rex"])
      XCTAssertEqual(bob.age, 44)
      XCTAssertEqual(bob.pets.compactMap(\.name), ["Rex"])
    }
  }

  func testAnObjectThatIsInsertedAgainFromAChildIsFreshInTheParent() async throws {
    try await eachPairOfWriters { pair in
      let (tom, _) = try pair.tomOfAnn()
      let child = pair.context.makeChild()
      let tomInChild = try XCTUnwrap(child.existingObject(with: tom.objectID) as? Pet)
      tomInChild.name = "Child"
      try pair.changePet("Tom") { tom, other in other.delete(tom) }
      child.mergePolicy = .mergeByPropertyObjectTrump
      try child.saveThrough()
      XCTAssertEqual(try pair.pets(), ["Child 4.0 Ann"])
      XCTAssertEqual(tom.name, "Child")
    }
  }

  // Fact 139.
  func testASaveIntoAParentRunsIntoNoConflict() async throws {
    try await eachStore { container in
      let context = container.viewContext
      let tom = Pet(context: context)
      tom.name = "Tom"
      try context.save()
      let child = context.makeChild()
      let tomInChild = try XCTUnwrap(child.existingObject(with: tom.objectID) as? Pet)
      tom.name = "Parent"
      tom.weight = 5
      tomInChild.name = "Child"
      try child.save()
      XCTAssertEqual(tom.name, "Child")
      XCTAssertEqual(tom.weight, 5)
    }
  }
}
