import Foundation
import XCTest

@testable import ObjectGraph

/// What a save writes, before it writes it.
@MainActor
final class SavePlanTests: XCTestCase {
  private func plan(of context: ManagedObjectContext) -> String {
    context.processPendingChanges()
    defer { context.abandonPlan() }
    return context.planSave().description
  }

  private var stack: StoreStack?

  private func context() throws -> ManagedObjectContext {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    self.stack = stack
    return stack.mainContext
  }

  func testANewObjectIsInsertedWithAllItsValues() async throws {
    let context = try context()
    let ann = context.owner("Ann", age: 41)
    let rex = Pet(context: context)
    rex.owner = ann
    XCTAssertEqual(
      plan(of: context),
      """
      insert Owner new1: age = 41, name = "Ann"
      insert Pet new2: owner = new1
      """)
  }

  func testAnUpdateNamesOnlyWhatDiffersAndTheVersionThatItIsBasedOn() async throws {
    let context = try context()
    let (ann, bob) = (context.owner("Ann", age: 41), context.owner("Bob", age: 30))
    let rex = Pet(context: context)
    rex.owner = ann
    try context.saveThrough()
    ann.age = 42
    ann.name = "Ann"
    bob.age = 31
    bob.age = 30
    rex.owner = nil
    rex.weight = 7.5
    XCTAssertEqual(
      plan(of: context),
      """
      update Owner 1 at version 1: age = 42
      update Pet 1 at version 1: weight = 7.5, owner = nil
      """)
    try context.saveThrough()
    ann.age = 43
    XCTAssertEqual(plan(of: context), "update Owner 1 at version 2: age = 43")
  }

  func testADeletionPlansWhatItsRulesDoToOthers() async throws {
    let context = try context()
    let ann = context.owner("Ann", age: 41)
    let rex = Pet(context: context)
    rex.owner = ann
    let passport = Passport(context: context)
    passport.number = "C01X"
    passport.owner = ann
    try context.saveThrough()
    context.delete(ann)
    XCTAssertEqual(
      plan(of: context),
      """
      update Pet 1 at version 1: owner = nil
      delete Owner 1 at version 1
      delete Passport 1 at version 1
      """)
  }

  func testPairsOfAJoinTableAreNamedOnceWhicheverSideWasEdited() async throws {
    let context = try context()
    let (rex, kit) = (Pet(context: context), Pet(context: context))
    try context.saveThrough()
    // Of the two sides the one that comes first in the entity keeps the pairs.
    rex.friends = [kit]
    XCTAssertEqual(
      plan(of: context).split(separator: "\n").filter { $0.contains("+") },
      ["Pet.friendOf: + (2, 1)"])
    try context.saveThrough()
    kit.friendOf = []
    XCTAssertEqual(
      plan(of: context).split(separator: "\n").filter { $0.contains("(") },
      ["Pet.friendOf: - (2, 1)"])
  }

  func testWhatWasUndoneOrNeverDiffersIsNotPlanned() async throws {
    let context = try context()
    let ann = context.owner("Ann", age: 41)
    context.delete(context.owner("Bob", age: 30))
    XCTAssertEqual(plan(of: context), #"insert Owner new1: age = 41, name = "Ann""#)
    try context.saveThrough()
    ann.age = 50
    ann.age = 41
    XCTAssertEqual(plan(of: context), "")
    XCTAssertTrue(context.hasChanges)
  }

  func testAPlanThatIsAbandonedLeavesTheObjectsAsTheyWere() async throws {
    let context = try context()
    let ann = context.owner("Ann", age: 41)
    try context.saveThrough()
    ann.age = 42
    let first = plan(of: context)
    XCTAssertEqual(plan(of: context), first)
    ann.name = "Anne"
    XCTAssertEqual(
      plan(of: context), #"update Owner 1 at version 1: age = 42, name = "Anne""#)
  }
}
