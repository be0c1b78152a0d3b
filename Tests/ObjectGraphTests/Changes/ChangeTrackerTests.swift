import Foundation
import ObjectStore
import TestSupport
import XCTest

@testable import ObjectGraph

/// An object is changed exactly as long as it is listed.
@MainActor
final class ChangeTrackerTests: XCTestCase {
  private let entity = EntityDescription("Owner", class: Owner.self) {
    AttributeDescription("name", .string)
  }

  /// A saved object of no context.
  private func object(_ key: Int64) -> ManagedObject {
    let seed = ManagedObjectSeed.unattached(entity: entity)
    return ManagedObject(
      ManagedObjectSeed(binding: seed.binding, key: key, row: nil, state: .fault))
  }

  func testAnObjectThatChangesIsListedOnceAndNamedByTheEvent() async {
    let tracker = ChangeTracker()
    let one = object(1)
    tracker.noteChange(of: one)
    tracker.noteChange(of: one)
    XCTAssertEqual(tracker.changes.count, 1)
    XCTAssertEqual(tracker.changes.unreported, [one])
    XCTAssertTrue(one.state.isSuperset(of: [.changed, .pending]))
    XCTAssertEqual(tracker.checkInvariants([one]), [])
  }

  func testTheNextEventNamesOnlyWhatChangesInIt() async throws {
    let tracker = ChangeTracker()
    let (one, two) = (object(1), object(2))
    tracker.noteChange(of: one)
    let first = try XCTUnwrap(tracker.endEvent())
    XCTAssertEqual(first.entered, 0..<1)
    one.state.remove(.pending)
    XCTAssertNil(tracker.endEvent())
    tracker.noteChange(of: two)
    tracker.noteChange(of: one)
    XCTAssertEqual(tracker.checkInvariants([one, two]), [])
    let second = try XCTUnwrap(tracker.endEvent())
    XCTAssertEqual(second.entered, 1..<2)
    XCTAssertEqual(second.events.changedAgain.map(\.object), [one])
  }

  func testForgettingAllLeavesNothingToSaveOrToTell() async {
    let tracker = ChangeTracker()
    let (one, two) = (object(1), object(2))
    tracker.noteChange(of: one)
    tracker.noteChange(of: two)
    tracker.deletions.append(two)
    XCTAssertEqual(tracker.forgetAll(), [one, two])
    XCTAssertTrue(tracker.changes.isEmpty)
    XCTAssertFalse(tracker.hasPendingChanges)
    XCTAssertTrue(tracker.deletions.isEmpty)
    XCTAssertEqual(one.changeIndex, -1)
  }

  func testWhoJoinsAQueueWhileItIsEmptiedHasItsTurn() async {
    let tracker = ChangeTracker()
    let objects = (1...4).map { object(Int64($0)) }
    tracker.deletions.append(objects[0])
    var seen: [ManagedObject] = []
    tracker.empty(\.deletions) { object in
      seen.append(object)
      if seen.count < 4 { tracker.deletions.append(objects[seen.count]) }
      // Whoever empties it in the midst leaves the rest to the one who began.
      tracker.empty(\.deletions) { _ in XCTFail("twice") }
    }
    XCTAssertEqual(seen, objects)
    XCTAssertTrue(tracker.deletions.isEmpty)
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
          let objects = context.registry.objects
          XCTAssertEqual(context.registry.checkInvariants(), [], "step \(step)")
          XCTAssertEqual(context.tracker.checkInvariants(objects), [], "step \(step)")
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
