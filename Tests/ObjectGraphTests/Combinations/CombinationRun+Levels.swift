import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Children, and what is saved from one level to the next.
extension CombinationRun {
  func beginChild() -> String {
    guard levels.count < 3 else { return "" }
    context.processPendingChanges()
    levels.append(Level(context.makeChild(), now))
    return "begin a child"
  }

  func endChild() throws -> String {
    guard levels.count > 1 else { return "" }
    let child = level
    let isKept = roll(4) != 0
    if isKept {
      let parent = levels[levels.count - 2]
      let before = parent.world
      parent.forgetUndo()
      try child.context.save()
      let after = try found(in: parent.context)
      guard after == child.world else {
        throw Mismatch("in the parent\n\(after)\nis not\n\(child.world)")
      }
      parent.world = after
      if parent.context.undoManager?.canUndo == true, roll(2) == 0 {
        parent.context.undo()
        let back = try found(in: parent.context)
        guard back.unordered == before.unordered else {
          throw Mismatch("undo of the child's save\n\(back)\nis not\n\(before)")
        }
        parent.context.redo()
        let again = try found(in: parent.context)
        guard again.unordered == after.unordered else {
          throw Mismatch("redo of the child's save\n\(again)\nis not\n\(after)")
        }
        parent.world = again
        parent.forgetUndo()
        levels.removeLast()
        return "save the child, undo and redo that"
      }
      parent.forgetUndo()
      if roll(3) == 0 { return "save the child and go on" }
    }
    levels.removeLast()
    return isKept ? "save the child" : "drop the child"
  }

  func saveThrough() throws -> String {
    guard levels.count > 1 else { return "" }
    try context.saveThrough()
    try didSaveThrough()
    if roll(2) == 0 { levels.removeLast() }
    return "save through"
  }

  func didSaveThrough() throws {
    for lower in levels.dropLast() {
      lower.world = now
      let found = try found(in: lower.context)
      guard found == now else { throw Mismatch("in a parent\n\(found)\nis not\n\(now)") }
      if roll(2) == 0 { lower.forgetUndo() }
      lower.undoable = []
      lower.redoable = []
    }
    try didSave()
  }

  func saveRoot() throws -> String {
    guard levels.count == 1 else { return "" }
    try context.save()
    try didSave()
    return "save"
  }

  /// Checks the stores, and what contexts show of derived attributes.
  func didSave() throws {
    stored = now
    if now.values.values.contains(where: { $0.photo != nil }) || roll(3) == 0 { level.forgetUndo() }
    for level in levels {
      for thing in try objects(Gadget.self, in: level.context).values {
        let (parts, weight) = (now.parts[thing.code] ?? [], now.weights)
        let sum = parts.reduce(Int64(0)) { $0 + Int64(weight[$1] ?? 0) }
        let expected = [thing.title?.uppercased() ?? "-", "\(parts.count)", "\(sum)"]
        let found = [thing.loudTitle ?? "-", "\(thing.partCount)", "\(thing.weightOfParts)"]
        guard found == expected else {
          throw Mismatch("\(thing.code) derived \(found), not \(expected)")
        }
      }
      for part in try objects(Part.self, in: level.context).values
      where part.wholeTitle != part.whole?.title {
        throw Mismatch("\(part.code).wholeTitle \(part.wholeTitle ?? "nil")")
      }
    }
    for (index, store) in stores.enumerated() where store.type == .sqlite {
      let world = stored.ofStore(index)
      let raw = try rawStores[index].lines()
      let expected = RawStore.lines(world)
      guard raw == expected else { throw Mismatch("in the file\n\(raw)\nis not\n\(expected)") }
      let files = try rawStores[index].externalFiles()
      let large = world.values.values.filter { ($0.photo ?? 1) % 2 == 0 }.count
      guard files.count == large else { throw Mismatch("\(files) are not \(large) files") }
    }
  }
}
