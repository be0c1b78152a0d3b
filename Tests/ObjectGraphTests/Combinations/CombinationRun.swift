import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A context and what it should have, with what undoing and redoing should lead to.
private final class Level {
  let context: ManagedObjectContext
  var world: PlainWorld
  var undoable: [PlainWorld] = []
  var redoable: [PlainWorld] = []

  init(_ context: ManagedObjectContext, _ world: PlainWorld) {
    self.context = context
    self.world = world
    context.undoManager = UndoManager()
  }

  func forgetUndo() {
    context.processPendingChanges()
    context.undoManager?.removeAllActions()
    undoable = []
    redoable = []
  }
}

/// Lets each event have something to undo.
private final class Marker {
  @MainActor
  func register(in manager: UndoManager) {
    manager.registerUndo(withTarget: self) { [unowned manager] marker in
      MainActor.assumeIsolated { marker.register(in: manager) }
    }
  }
}

/// A run of random steps.
@MainActor
final class CombinationRun {
  private let stores: [PersistentStore]
  private let rawStores: [RawStore]
  private var random: SeededGenerator
  private var count = 0
  private let marker = Marker()
  /// From the context nearest the store to the one that is edited.
  private var levels: [Level]
  private var stored = PlainWorld()

  init(container: PersistentContainer, seed: UInt64) throws {
    stores = container.persistentStoreCoordinator.persistentStores
    rawStores = try stores.map { try RawStore(file: $0.type == .sqlite ? $0.url : nil) }
    random = SeededGenerator(seed: seed)
    levels = [Level(container.viewContext, PlainWorld())]
  }

  private var level: Level { levels[levels.count - 1] }
  private var context: ManagedObjectContext { level.context }
  var depth: Int { levels.count }

  var now: PlainWorld {
    get { level.world }
    set { level.world = newValue }
  }

  private func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  private func pick(_ codes: some Collection<String>) -> String? {
    codes.sorted().randomElement(using: &random)
  }

  /// Some of those that are in the same store as another, in any order.
  private func some(of codes: some Collection<String>, with code: String) -> [String] {
    let all = codes.filter { $0.first == code.first }.sorted().shuffled(using: &random)
    return Array(all.prefix(roll(all.count + 1)))
  }

  // MARK: Objects

  private func objects<Object: ManagedObject>(
    _: Object.Type, in context: ManagedObjectContext? = nil
  ) throws -> [String: Object] {
    var objects: [String: Object] = [:]
    for object in try (context ?? self.context).fetch(FetchRequest<Object>()) {
      let code = try object.value(forKey: "code") as? String ?? ""
      if objects.updateValue(object, forKey: code) != nil {
        throw Mismatch("\(code) is there twice")
      }
    }
    return objects
  }

  /// All registered objects, in the same order in every run.
  private var allObjects: [ManagedObject] {
    context.registeredObjects.filter { !$0.isDeleted }.map { object in
      ((try? object.value(forKey: "code") as? String) ?? "", object)
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func thing(_ code: String) throws -> Gadget {
    try XCTUnwrap(try objects(Gadget.self)[code], code)
  }
  private func part(_ code: String) throws -> Part {
    try XCTUnwrap(try objects(Part.self)[code], code)
  }
  private func mark(_ code: String) throws -> Mark {
    try XCTUnwrap(try objects(Mark.self)[code], code)
  }

  static func photo(_ number: UInt8) -> Data {
    Data(repeating: number, count: number % 2 == 0 ? 110_000 : 60)
  }

  /// What a context has; each relationship is read from both ends.
  func found(in context: ManagedObjectContext? = nil) throws -> PlainWorld {
    var world = PlainWorld()
    for (code, thing) in try objects(Gadget.self, in: context) {
      let photo = thing.photo
      if let photo, let first = photo.first, photo != Self.photo(first) {
        world.broken.append("\(code).photo")
      }
      world.values[code] = .init(
        title: thing.title, red: thing.color?.red, city: thing.address?.city,
        street: thing.address?.street, photo: photo?.first,
        size: (thing as? BigGadget)?.size ?? 0)
      world.parts[code] = thing.parts.map(\.code)
      world.marks[code] = thing.marks.map(\.code)
      world.friends[code] = Set(thing.friends.map(\.code))
      for part in thing.parts where part.whole !== thing { world.broken.append("\(code).parts") }
      for mark in thing.marks where !mark.bearers.contains(thing) {
        world.broken.append("\(code).marks")
      }
      for friend in thing.friends where !friend.friendOf.contains(thing) {
        world.broken.append("\(code).friends")
      }
      for friend in thing.friendOf where !friend.friends.contains(thing) {
        world.broken.append("\(code).friendOf")
      }
    }
    for (code, part) in try objects(Part.self, in: context) {
      world.weights[code] = part.weight
      if let whole = part.whole, !whole.parts.contains(part) {
        world.broken.append("\(code).whole")
      }
    }
    for (code, mark) in try objects(Mark.self, in: context) {
      world.bearers[code] = mark.bearers.map(\.code)
      for thing in mark.bearers where !thing.marks.contains(mark) {
        world.broken.append("\(code).bearers")
      }
    }
    return world
  }

  // MARK: Steps

  func step() throws -> String {
    if count < 6, levels.count == 1 { return try event() }
    switch roll(31) {
    case 0...14: return try event()
    case 15...17: return try undo()
    case 18: return try redo()
    case 19: return try refresh()
    case 20: return try permanentIDs()
    case 21, 22: return beginChild()
    case 23, 24: return try endChild()
    case 25: return try saveThrough()
    case 26: return try rollback()
    case 27: return try reset()
    case 28: return try fault()
    case 29: return try chaos()
    default: return try saveRoot()
    }
  }

  /// One event that can be undone.
  private func event() throws -> String {
    let before = now
    let what = try edit()
    // What was deleted leaves relationships at the end of the event.
    let isAlone = what.isEmpty || what.hasPrefix("delete") || roll(3) != 0
    let more = isAlone ? "" : try ", " + edit()
    context.undoManager.map(marker.register)
    context.processPendingChanges()
    level.undoable.append(before)
    level.redoable = []
    return what + more
  }

  private func edit() throws -> String {
    if now.values.count + now.weights.count < 4 { return try insert() }
    switch roll(14) {
    case 0, 1: return try insert()
    case 2: return try delete()
    case 3, 4: return try setValue()
    case 5: return try setParts()
    case 6, 7: return try placePart()
    case 8: return try setWhole()
    case 9: return try setMarks()
    case 10: return try setBearers()
    case 11: return try moveMark()
    case 12: return try setFriends()
    default: return try setWeight()
    }
  }

  private func insert() throws -> String {
    count += 1
    let store = roll(stores.count)
    let object: ManagedObject
    let code: String
    switch roll(4) {
    case 0, 1:
      code = "\(store)e\(count)"
      let isMore = roll(2) == 0
      let thing = isMore ? BigGadget(context: context) : Gadget(context: context)
      thing.code = code
      now.values[code] = .init()
      now.parts[code] = []
      now.marks[code] = []
      now.friends[code] = []
      if let more = thing as? BigGadget {
        more.size = Int32(count)
        now.values[code]?.size = Int32(count)
      }
      object = thing
    case 2:
      code = "\(store)p\(count)"
      let part = Part(context: context)
      part.code = code
      now.weights[code] = 0
      object = part
    default:
      code = "\(store)m\(count)"
      let mark = Mark(context: context)
      mark.code = code
      now.bearers[code] = []
      object = mark
    }
    context.assign(object, to: stores[store])
    return "insert \(code)"
  }

  private func delete() throws -> String {
    let codes = Array(now.values.keys) + Array(now.weights.keys) + Array(now.bearers.keys)
    guard let code = pick(codes) else { return "" }
    let object: ManagedObject =
      now.values[code] != nil
      ? try thing(code) : now.weights[code] != nil ? try part(code) : try mark(code)
    context.delete(object)
    now.delete(code)
    return "delete \(code)"
  }

  private func setValue() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let thing = try thing(code)
    count += 1
    let isNil = roll(4) == 0
    switch roll(5) {
    case 0:
      thing.title = isNil ? nil : "title \(count)"
      now.values[code]?.title = isNil ? nil : "title \(count)"
      return "\(code).title \(count)"
    case 1:
      let red = UInt8(1 + roll(200))
      thing.color = isNil ? nil : Color(red: red, green: 1, blue: 2)
      now.values[code]?.red = isNil ? nil : red
      return "\(code).color \(isNil ? 0 : red)"
    case 2:
      let address =
        isNil ? nil : Address(street: roll(2) == 0 ? nil : "s\(count)", city: "c\(count)")
      thing.address = address
      now.values[code]?.city = address?.city
      now.values[code]?.street = address?.street
      return "\(code).address \(address?.city ?? "nil")"
    case 3:
      thing.mood = "mood \(count)"
      XCTAssertEqual(thing.mood, "mood \(count)")
      return "\(code).mood"
    default:
      let number = UInt8(1 + roll(200))
      thing.photo = isNil ? nil : Self.photo(number)
      now.values[code]?.photo = isNil ? nil : number
      return "\(code).photo \(isNil ? 0 : number)"
    }
  }

  private func setParts() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let new = some(of: now.weights.keys, with: code)
    let parts = try objects(Part.self)
    try thing(code).parts = OrderedSet(new.compactMap { parts[$0] })
    now.setParts(new, of: code)
    return "\(code).parts = \(new)"
  }

  private func placePart() throws -> String {
    guard let code = pick(now.values.keys),
      let part = pick(now.weights.keys.filter { $0.first == code.first })
    else { return "" }
    let index = roll((now.parts[code] ?? []).filter { $0 != part }.count + 1)
    try thing(code).insert(try self.part(part), into: "parts", at: index)
    now.place(part, in: code, at: index)
    return "insert \(part) into \(code).parts at \(index)"
  }

  private func setWhole() throws -> String {
    guard let code = pick(now.weights.keys) else { return "" }
    let whole = roll(4) == 0 ? nil : pick(now.values.keys.filter { $0.first == code.first })
    try part(code).whole = try whole.map { try thing($0) }
    if let whole, now.parts[whole]?.contains(code) == true { return "keep" }
    now.place(code, in: whole)
    return "\(code).whole = \(whole ?? "nil")"
  }

  private func setMarks() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let new = some(of: now.bearers.keys, with: code)
    let marks = try objects(Mark.self)
    try thing(code).marks = OrderedSet(new.compactMap { marks[$0] })
    now.setMarks(new, of: code)
    return "\(code).marks = \(new)"
  }

  private func setBearers() throws -> String {
    guard let code = pick(now.bearers.keys) else { return "" }
    let new = some(of: now.values.keys, with: code)
    let things = try objects(Gadget.self)
    try mark(code).bearers = OrderedSet(new.compactMap { things[$0] })
    now.setBearers(new, of: code)
    return "\(code).bearers = \(new)"
  }

  private func moveMark() throws -> String {
    guard let code = pick(now.values.keys), var marks = now.marks[code], let mark = pick(marks)
    else { return "" }
    marks.removeAll { $0 == mark }
    let index = roll(marks.count + 1)
    marks.insert(mark, at: index)
    try thing(code).mutableOrderedSetValue(forKey: "marks").moveObject(
      try self.mark(mark), to: index)
    now.marks[code] = marks
    return "move \(mark) in \(code).marks to \(index)"
  }

  private func setFriends() throws -> String {
    guard let code = pick(now.values.keys) else { return "" }
    let new = some(of: now.values.keys, with: code)
    let things = try objects(Gadget.self)
    try thing(code).friends = Set(new.compactMap { things[$0] })
    now.friends[code] = Set(new)
    return "\(code).friends = \(new)"
  }

  private func setWeight() throws -> String {
    guard let code = pick(now.weights.keys) else { return "" }
    let weight = Int32(roll(100))
    try part(code).weight = weight
    now.weights[code] = weight
    return "\(code).weight = \(weight)"
  }

  // MARK: Undo

  /// Takes over the order of relationships, which undoing may leave in another one.
  private func expect(_ world: PlainWorld, after what: String) throws {
    let found = try found()
    guard found.unordered == world.unordered else {
      throw Mismatch("after \(what)\n\(found)\nis not\n\(world)")
    }
    now = found
  }

  private func undo() throws -> String {
    guard let world = level.undoable.popLast() else { return "" }
    level.redoable.append(now)
    context.undo()
    try expect(world, after: "undo \(context.undoManager?.errors ?? [])")
    return "undo"
  }

  private func redo() throws -> String {
    guard let world = level.redoable.popLast() else { return "" }
    level.undoable.append(now)
    context.redo()
    try expect(world, after: "redo \(context.undoManager?.errors ?? [])")
    return "redo"
  }

  /// Undoes all that there is and rolls back; nothing but what was saved is left.
  private func chaos() throws -> String {
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

  private func refresh() throws -> String {
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

  private func permanentIDs() throws -> String {
    let some = allObjects.filter { $0.isInserted && roll(2) == 0 }
    try context.obtainPermanentIDs(for: some)
    if roll(3) == 0 { try context.obtainPermanentIDs(for: allObjects) }
    return "permanent IDs"
  }

  private func rollback() throws -> String {
    guard levels.count > 1 || roll(3) == 0 else { return "" }
    context.rollback()
    level.forgetUndo()
    now = levels.count > 1 ? levels[levels.count - 2].world : stored
    return "roll back"
  }

  private func reset() throws -> String {
    guard !context.hasChanges else { return "" }
    context.reset()
    level.forgetUndo()
    return "reset"
  }

  private func fault() throws -> String {
    if roll(2) == 0, let object = allObjects.randomElement(using: &random) {
      try Faulter.faultObject(with: object.objectID, in: context)
    } else {
      try Faulter.saveAndFault(context)
    }
    try didSaveThrough()
    return "save and fault"
  }

  // MARK: Levels

  private func beginChild() -> String {
    guard levels.count < 3 else { return "" }
    context.processPendingChanges()
    levels.append(Level(context.makeChild(), now))
    return "begin a child"
  }

  private func endChild() throws -> String {
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

  private func saveThrough() throws -> String {
    guard levels.count > 1 else { return "" }
    try context.saveThrough()
    try didSaveThrough()
    if roll(2) == 0 { levels.removeLast() }
    return "save through"
  }

  private func didSaveThrough() throws {
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

  private func saveRoot() throws -> String {
    guard levels.count == 1 else { return "" }
    try context.save()
    try didSave()
    return "save"
  }

  /// Checks the stores, and what contexts show of derived attributes.
  private func didSave() throws {
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
