import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A context and what it should have, with what undoing and redoing should lead to.
final class Level {
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
final class Marker {
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
  let stores: [PersistentStore]
  let rawStores: [RawStore]
  var random: SeededGenerator
  var count = 0
  let marker = Marker()
  /// From the context nearest the store to the one that is edited.
  var levels: [Level]
  var stored = PlainWorld()

  init(container: PersistentContainer, seed: UInt64) throws {
    stores = container.persistentStoreCoordinator.persistentStores
    rawStores = try stores.map { try RawStore(file: $0.type == .sqlite ? $0.url : nil) }
    random = SeededGenerator(seed: seed)
    levels = [Level(container.viewContext, PlainWorld())]
  }

  var level: Level { levels[levels.count - 1] }
  var context: ManagedObjectContext { level.context }
  var depth: Int { levels.count }

  var now: PlainWorld {
    get { level.world }
    set { level.world = newValue }
  }

  func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }

  func pick(_ codes: some Collection<String>) -> String? {
    codes.sorted().randomElement(using: &random)
  }

  /// Some of those that are in the same store as another, in any order.
  func some(of codes: some Collection<String>, with code: String) -> [String] {
    let all = codes.filter { $0.first == code.first }.sorted().shuffled(using: &random)
    return Array(all.prefix(roll(all.count + 1)))
  }

  // MARK: Objects

  func objects<Object: ManagedObject>(
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
  var allObjects: [ManagedObject] {
    context.registeredObjects.filter { !$0.isDeleted }.map { object in
      ((try? object.value(forKey: "code") as? String) ?? "", object)
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }

  func thing(_ code: String) throws -> Gadget {
    try XCTUnwrap(try objects(Gadget.self)[code], code)
  }
  func part(_ code: String) throws -> Part {
    try XCTUnwrap(try objects(Part.self)[code], code)
  }
  func mark(_ code: String) throws -> Mark {
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
  func event() throws -> String {
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
}
