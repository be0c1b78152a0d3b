import ObjectGraph
import XCTest

/// A random sequence of changes of some objects, which goes back and forth through its events; a
/// subclass knows the objects.
@MainActor
class UndoSequence {
  let context: ManagedObjectContext
  let seed: UInt64
  var random: SplitMix
  private let savesEvery: Int?

  init(context: ManagedObjectContext, seed: UInt64, savesEvery: Int?) {
    self.context = context
    self.seed = seed
    self.savesEvery = savesEvery
    random = SplitMix(state: seed)
  }

  // MARK: For subclasses

  /// Makes a few objects.
  func insert() {}

  /// Changes something.
  func step(deletes: Bool) {}

  /// All that can be seen of the objects, one line an object.
  func dump() -> [String] { [] }

  /// Reads everything again and compares it with what is in memory.
  func compareWithStore() throws {}

  final func isThere(_ object: ManagedObject) -> Bool {
    object.managedObjectContext === context && !object.isDeleted
  }

  final func pick<Object: ManagedObject>(_ objects: [Object]) -> Object? {
    let there = objects.filter(isThere)
    return there.isEmpty ? nil : there[random.below(there.count)]
  }

  // MARK: Running

  final func run() throws {
    for _ in 0..<4 { insert() }
    for _ in 0..<10 { step(deletes: false) }
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    var dumps = [dump()]
    for event in 1...12 {
      for _ in 0...random.below(4) { step(deletes: true) }
      if let savesEvery, event.isMultiple(of: savesEvery) {
        try context.save()
      } else {
        context.processPendingChanges()
      }
      let new = dump()
      if new != dumps.last { dumps.append(new) }
    }
    for round in 0..<2 {
      for index in dumps.indices.dropLast().reversed() {
        context.undo()
        try check(dumps[index], "undo to \(index) in round \(round)")
      }
      XCTAssertFalse(manager.canUndo, "seed \(seed), round \(round)")
      if savesEvery == nil {
        // What was set to an equal value counts as changed, and there is nothing to undo.
        let kept = context.updatedObjects.filter(\.hasPersistentChangedValues)
        XCTAssertEqual(
          kept.union(context.insertedObjects).union(context.deletedObjects), [],
          "seed \(seed), round \(round)")
      }
      if savesEvery != nil, round == 1 { try context.save() }
      for index in dumps.indices.dropFirst() {
        context.redo()
        try check(dumps[index], "redo to \(index) in round \(round)")
      }
      XCTAssertFalse(manager.canRedo, "seed \(seed), round \(round)")
    }
    XCTAssertEqual(context.errors.count, 0, "seed \(seed)")
    XCTAssertEqual(manager.errors.count, 0, "seed \(seed)")
    try context.saveThrough()
    try compareWithStore()
  }

  /// Ends the test with the lines that differ.
  private func check(_ expected: [String], _ step: String) throws {
    let found = dump()
    guard found != expected else { return }
    let (missing, extra) = (Set(expected).subtracting(found), Set(found).subtracting(expected))
    throw UndoMismatch(
      description: "seed \(seed), \(step): expected \(missing.sorted()), found \(extra.sorted())")
  }
}

/// A state that undoing or redoing did not bring back.
struct UndoMismatch: Error, CustomStringConvertible {
  let description: String
}
