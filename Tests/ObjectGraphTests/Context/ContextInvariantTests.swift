import Foundation
import ObjectStore
import TestSupport
import XCTest

@testable import ObjectGraph

/// What is true of the parts of a context is true whatever is done.
@MainActor
final class ContextInvariantTests: XCTestCase {
  func testARelationshipThatLeadsOneWayOnlyIsFound() async throws {
    let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
    let context = stack.mainContext
    let (ann, rex) = (context.owner("Ann"), Pet(context: context))
    rex.owner = ann
    XCTAssertEqual(ann.pets, [rex])
    XCTAssertEqual(context.checkInvariants(), [])
    let owner = try XCTUnwrap(rex.layout.property("owner"))
    rex.row?.setNull(owner.index)
    XCTAssertEqual(context.checkInvariants(), ["\(ann).pets refers to \(rex), but not back"])
    try stack.close()
  }

  /// Random work in a context and a child of it.
  func testTheInvariantsHoldWhateverIsDone() async throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<15 {
      let stack = try StoreStack(model: TestModel.pets(), store: .inMemory())
      let parent = stack.mainContext
      parent.undoManager = UndoManager()
      let contexts = [parent, parent.makeChild()]
      for step in 0..<80 {
        let context = contexts[Int.random(in: 0...1, using: &random)]
        do {
          try act(in: context, step, &random)
        } catch is ObjectGraphError {
          // A child may refer to what its parent has dropped.
          context.rollback()
        }
        for context in contexts {
          XCTAssertEqual(context.checkInvariants(), [], "step \(step)")
        }
      }
      try stack.close()
    }
  }

  private func act(
    in context: ManagedObjectContext, _ step: Int, _ random: inout SeededGenerator
  ) throws {
    let owners = try context.fetch(FetchRequest<Owner>(entityName: "Owner"))
    let pets = try context.fetch(FetchRequest<Pet>(entityName: "Pet"))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: context.owner("Owner \(step)")
    case 2, 3: Pet(context: context).owner = owners.randomElement(using: &random)
    case 4: owners.randomElement(using: &random)?.age = Int16.random(in: 1...90, using: &random)
    case 5: pets.randomElement(using: &random)?.owner = owners.randomElement(using: &random)
    case 6: pets.randomElement(using: &random).map { context.delete($0) }
    case 7: owners.randomElement(using: &random).map { context.delete($0) }
    case 8: try context.save()
    case 9: context.processPendingChanges()
    case 10: Bool.random(using: &random) ? context.rollback() : context.refreshAllObjects()
    default:
      if Bool.random(using: &random) { context.undoManager?.undo() } else { context.reset() }
    }
  }
}
