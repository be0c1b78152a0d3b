import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Undoing brings the order of ordered relationships back.
@MainActor
final class UndoOrderTests: XCTestCase {
  private func walkerWithUndo(_ context: ManagedObjectContext) throws -> Walker {
    let rex = context.walker("Rex", walks: ["a", "b", "c", "d"])
    rex.parks = OrderedSet(["k", "l", "m", "n"].map { context.park($0) })
    try context.save()
    context.undoManager = UndoManager()
    return rex
  }

  func testAMoveIsUndoneAndRedone() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = try walkerWithUndo(context)
      rex.walks.move(rex.walks[3], to: 0)
      rex.parks.move(rex.parks[0], to: 2)
      context.processPendingChanges()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["dabc", "lmkn"])
      context.undo()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["abcd", "klmn"])
      XCTAssertFalse(context.hasChanges)
      context.redo()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["dabc", "lmkn"])
      try context.save()
      context.reset()
      let again = try context.storedWalker()
      XCTAssertEqual([again.walks.names, again.parks.names], ["dabc", "lmkn"])
    }
  }

  func testAMemberThatLeftComesBackToItsPlace() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = try walkerWithUndo(context)
      rex.walks[1].walker = nil
      rex.parks.remove(rex.parks[2])
      context.processPendingChanges()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["acd", "kln"])
      context.undo()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["abcd", "klmn"])
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testAMemberThatLeftAndCameBackToTheSamePlaceLeavesNothingToUndo() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = try walkerWithUndo(context)
      rex.name = "Max"
      context.processPendingChanges()
      let last = rex.walks[3]
      last.walker = nil
      last.walker = rex
      context.processPendingChanges()
      context.undo()
      XCTAssertEqual(rex.name, "Rex")
      XCTAssertEqual(rex.walks.names, "abcd")
      XCTAssertEqual(context.undoManager?.canUndo, false)
      XCTAssertEqual(context.undoManager?.canRedo, true)
    }
  }

  func testAMoveThatAChildSavedIsUndoneAndRedone() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = try walkerWithUndo(context)
      let child = context.makeChild()
      let own = try child.storedWalker()
      own.walks.move(own.walks[3], to: 0)
      try child.save()
      XCTAssertEqual(rex.walks.names, "dabc")
      context.undo()
      XCTAssertEqual(rex.walks.names, "abcd")
      XCTAssertFalse(context.hasChanges)
      context.redo()
      XCTAssertEqual(rex.walks.names, "dabc")
    }
  }

  func testADeletedMemberAndADeletedOwnerComeBackInOrder() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = try walkerWithUndo(context)
      let park = rex.parks[1]
      for object in [rex.walks[0], park] { context.delete(object) }
      try context.save()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["bcd", "kmn"])
      context.undo()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["abcd", "klmn"])
      try context.save()
      context.delete(rex)
      try context.save()
      context.undo()
      XCTAssertEqual([rex.walks.names, rex.parks.names], ["abcd", "klmn"])
      try context.save()
      context.reset()
      let again = try context.storedWalker()
      XCTAssertEqual([again.walks.names, again.parks.names], ["abcd", "klmn"])
    }
  }

  func testUndoingALaterChangeKeepsAnUnsavedMove() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      let rex = try walkerWithUndo(context)
      rex.parks.move(rex.parks[0], to: 3)
      context.processPendingChanges()
      rex.name = "Max"
      context.processPendingChanges()
      context.undo()
      XCTAssertEqual(rex.name, "Rex")
      XCTAssertTrue(rex.hasChanges)
      try context.save()
      context.reset()
      XCTAssertEqual(try context.storedWalker().parks.names, "lmnk")
    }
  }

  func testWithoutAnUndoManagerAChangeReadsNoMembers() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      let context = container.viewContext
      _ = try walkerWithUndo(context)
      context.undoManager = nil
      context.reset()
      let rex = try context.storedWalker()
      context.park("o").walkers = [rex]
      XCTAssertTrue(try rex.hasFault(forRelationshipNamed: "parks"))
    }
  }

  // MARK: Random sequences

  private let seeds = Campaign.seeds(10, full: 1_000)

  func testSequencesOfOrderedChangesAreUndoneAndRedone() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      for seed in seeds {
        let context = try emptied(container.viewContext)
        let savesEvery = seed.isMultiple(of: 2) ? nil : 4
        try OrderSequence(context: context, seed: seed, savesEvery: savesEvery).run()
      }
    }
  }

  func testSequencesOfOrderedChangesInAChildAreUndoneAndRedone() async throws {
    try await eachStore(model: OrderedModel.walks()) { container in
      for seed in seeds {
        let child = try emptied(container.viewContext).makeChild()
        try OrderSequence(context: child, seed: seed + 1000, savesEvery: 4).run()
        container.viewContext.reset()
      }
    }
  }

  /// Deletes what an earlier sequence left.
  private func emptied(_ context: ManagedObjectContext) throws -> ManagedObjectContext {
    context.undoManager = nil
    context.reset()
    for walker in try context.fetch(FetchRequest<Walker>()) { context.delete(walker) }
    for walk in try context.fetch(FetchRequest<Walk>()) { context.delete(walk) }
    for park in try context.fetch(FetchRequest<Park>()) { context.delete(park) }
    try context.save()
    return context
  }
}

/// One sequence of changes of ordered relationships: it goes back and forth through its events.
@MainActor
private final class OrderSequence: UndoSequence {
  /// All objects that there ever were.
  private var walkers: [Walker] = []
  private var walks: [Walk] = []
  private var parks: [Park] = []

  // MARK: Changes

  private func some<Object: ManagedObject>(_ objects: [Object]) -> OrderedSet<Object> {
    OrderedSet((0..<random.below(5)).compactMap { _ in pick(objects) })
  }

  override func insert() {
    walkers.append(context.walker("walker \(walkers.count)"))
    walks.append(context.walk("walk \(walks.count)"))
    parks.append(context.park("park \(parks.count)"))
  }

  override func step(deletes: Bool) {
    switch random.below(deletes ? 12 : 9) {
    case 0: insert()
    case 1: pick(walkers)?.walks = some(walks)
    case 2: pick(walks)?.walker = random.below(3) == 0 ? nil : pick(walkers)
    case 3: pick(walkers)?.parks = some(parks)
    case 4: pick(parks)?.walkers = some(walkers)
    case 5:
      guard let walker = pick(walkers), let walk = walker.walks.first else { return }
      walker.walks.move(walk, to: random.below(walker.walks.count))
    case 6:
      guard let walker = pick(walkers), let park = walker.parks.last else { return }
      walker.parks.move(park, to: random.below(walker.parks.count))
    case 7:
      guard let park = pick(parks), let walker = park.walkers.first else { return }
      park.walkers.remove(walker)
    case 8: pick(walks)?.name += "'"
    case 9: pick(walks).map(context.delete)
    case 10: pick(walkers).map(context.delete)
    default: pick(parks).map(context.delete)
    }
  }

  // MARK: States

  override func dump() -> [String] {
    lines(walkers.filter(isThere), walks.filter(isThere), parks.filter(isThere))
  }

  private func lines(_ walkers: [Walker], _ walks: [Walk], _ parks: [Park]) -> [String] {
    walkers.map { walker in
      "\(walker.name) walks \(walker.walks.map(\.name)) parks \(walker.parks.map(\.name))"
    } + walks.map { "\($0.name) of \($0.walker?.name ?? "-")" }
      + parks.map { "\($0.name) of \($0.walkers.map(\.name))" }
  }

  /// Reads everything again and compares it with what is in memory.
  override func compareWithStore() throws {
    let here = dump().sorted()
    context.reset()
    let stored = lines(
      try context.fetch(FetchRequest<Walker>()), try context.fetch(FetchRequest<Walk>()),
      try context.fetch(FetchRequest<Park>()))
    XCTAssertEqual(here, stored.sorted(), "seed \(seed)")
  }
}
