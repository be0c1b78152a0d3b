import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Undoing, redoing, going back to what is stored, and reading it again.
extension CombinationRun {
  /// Takes over the order of relationships, which undoing may leave in another one.
  func expect(_ world: PlainWorld, after what: String) throws {
    let found = try found()
    guard found.unordered == world.unordered else {
      throw Mismatch("after \(what)\n\(found)\nis not\n\(world)")
    }
    now = found
  }

  func undo() throws -> String {
    guard let world = level.undoable.popLast() else { return "" }
    level.redoable.append(now)
    context.undo()
    try expect(world, after: "undo \(context.undoManager?.errors ?? [])")
    return "undo"
  }

  func redo() throws -> String {
    guard let world = level.redoable.popLast() else { return "" }
    level.undoable.append(now)
    context.redo()
    try expect(world, after: "redo \(context.undoManager?.errors ?? [])")
    return "redo"
  }

  /// Undoes all that there is and rolls back; nothing but what was saved is left.
  func chaos() throws -> String {
    guard levels.count == 1 else { return "" }
    for _ in 0...roll(30) { context.undo() }
    for _ in 0...roll(4) { context.redo() }
    let broken = try found().broken
    guard broken.isEmpty else { throw Mismatch("after undoing all: \(broken)") }
    context.rollback()
    level.forgetUndo()
    now = stored
    return "undo and roll back"
  }

  // MARK: Going back and reading again

  func refresh() throws -> String {
    guard let object = allObjects.randomElement(using: &random) else { return "" }
    switch roll(3) {
    case 0:
      context.refreshAllObjects()
      return "refresh all"
    case 1:
      context.refresh(object, mergeChanges: true)
      return "refresh \((try? object.value(forKey: "code")) ?? "") with merge"
    default:
      context.refresh(object, mergeChanges: false)
      let found = try found()
      guard found.broken.isEmpty else {
        throw Mismatch("after refresh of \(object): \(found.broken)")
      }
      now = found
      level.forgetUndo()
      return "refresh \((try? object.value(forKey: "code")) ?? "") without merge"
    }
  }

  func permanentIDs() throws -> String {
    let some = allObjects.filter { $0.isInserted && roll(2) == 0 }
    try context.obtainPermanentIDs(for: some)
    if roll(3) == 0 { try context.obtainPermanentIDs(for: allObjects) }
    return "permanent IDs"
  }

  func rollback() throws -> String {
    guard levels.count > 1 || roll(3) == 0 else { return "" }
    context.rollback()
    level.forgetUndo()
    now = levels.count > 1 ? levels[levels.count - 2].world : stored
    return "roll back"
  }

  func reset() throws -> String {
    guard !context.hasChanges else { return "" }
    context.reset()
    level.forgetUndo()
    return "reset"
  }

  func fault() throws -> String {
    if roll(2) == 0, let object = allObjects.randomElement(using: &random) {
      try Faulter.faultObject(with: object.objectID, in: context)
    } else {
      try Faulter.saveAndFault(context)
    }
    try didSaveThrough()
    return "save and fault"
  }
}
