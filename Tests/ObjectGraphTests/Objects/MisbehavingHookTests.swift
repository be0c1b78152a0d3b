import Foundation
import ObjectGraph
import XCTest

/// Each hook and observer does each thing that it should not: nothing traps, hangs or is lost.
@MainActor
final class MisbehavingHookTests: XCTestCase {
  private static let actions: [(name: String, run: (Player) -> Void)] = [
    ("edits itself", { $0.size += 1 }),
    ("edits others", { player in player.cast { $0.size += 1 } }),
    ("links", { player in player.cast { $0.friends.insert(player) } }),
    ("parts", { player in player.cast { $0.leader = nil } }),
    ("deletes itself", { $0.managedObjectContext?.delete($0) }),
    ("deletes others", { player in player.cast { player.managedObjectContext?.delete($0) } }),
    ("inserts", { $0.managedObjectContext.map { Player(context: $0).name = "made" } }),
    ("refreshes", { $0.managedObjectContext?.refresh($0, mergeChanges: false) }),
    ("merges", { $0.managedObjectContext?.refresh($0, mergeChanges: true) }),
    ("refreshes all", { $0.managedObjectContext?.refreshAllObjects() }),
    ("resets", { $0.managedObjectContext?.reset() }),
    ("rolls back", { $0.managedObjectContext?.rollback() }),
    ("saves", { try? $0.managedObjectContext?.save() }),
    ("saves through", { try? $0.managedObjectContext?.saveThrough() }),
    ("undoes", { $0.managedObjectContext?.undo() }),
    ("redoes", { $0.managedObjectContext?.redo() }),
    ("ends the event", { $0.managedObjectContext?.processPendingChanges() }),
    ("fetches", { _ = try? $0.managedObjectContext?.fetch(Player.fetchRequest()) }),
    ("asks for an ID", { try? $0.managedObjectContext?.obtainPermanentIDs(for: [$0]) }),
    (
      "saves a child",
      { player in
        guard let child = player.managedObjectContext?.makeChild() else { return }
        (child.object(with: player.objectID) as? Player)?.size += 1
        try? child.save()
      }
    ),
  ]

  private static let hooks = [
    "insert", "fetch", "snapshot", "willSave", "didSave", "delete", "validateInsert",
    "validateUpdate", "validateDelete", "willFault", "didFault",
  ]

  /// Whether the context may show something else than the store until its objects are read again.
  ///
  /// What awakeFromFetch changes does not count as a change and stays in the context.
  private static func isReadAgain(_ what: String) -> Bool { what.hasPrefix("fetch ") }

  /// Edits, inserts, deletes, undoes and saves while the hook misbehaves, twice at most.
  private func play(
    _ what: String, in container: PersistentContainer, undo: Bool, inChild: Bool,
    prepare: @escaping (ManagedObjectContext, @escaping (Player) -> Void) -> (() -> Void),
    action: @escaping (Player) -> Void
  ) throws {
    let main = container.viewContext
    let context = inChild ? main.makeChild() : main
    Stage.current = nil
    for old in try context.fetch(Player.fetchRequest()) { context.delete(old) }
    try context.saveThrough()
    context.undoManager = undo ? UndoManager() : nil
    let players = ["a", "b", "c", "d"].map { name in
      let player = Player(context: context)
      player.name = name
      return player
    }
    players[1].leader = players[0]
    players[2].leader = players[1]
    players[0].friends = [players[1], players[3]]
    try context.saveThrough()
    if undo { context.refresh(players[3], mergeChanges: false) }

    var left = 2
    let end = prepare(context) { player in
      guard left > 0 else { return }
      left -= 1
      action(player)
    }
    players[0].size = 10
    context.processPendingChanges()
    let new = Player(context: context)
    new.name = "new"
    new.leader = players[0]
    context.delete(players[2])
    context.processPendingChanges()
    context.undo()
    context.redo()
    do { try context.saveThrough() } catch {
      XCTAssertTrue(error is ObjectGraphError, "\(what): \(error)")
    }
    _ = players[3].size
    end()

    do { try context.saveThrough() } catch {
      XCTAssertTrue(error is ObjectGraphError, "\(what): \(error)")
      context.rollback()
    }
    XCTAssertNoThrow(try context.saveThrough(), what)
    XCTAssertFalse(context.hasChanges, what)
    if Self.isReadAgain(what) { context.refreshAllObjects() }
    let here = try context.fetch(Player.fetchRequest()).map(\.text).sorted()
    let fresh = container.viewContext.makeChild()
    main.refreshAllObjects()
    XCTAssertEqual(try fresh.fetch(Player.fetchRequest()).map(\.text).sorted(), here, what)
    main.reset()
    XCTAssertEqual(try main.fetch(Player.fetchRequest()).map(\.text).sorted(), here, what)
    for player in try main.fetch(Player.fetchRequest()) {
      for friend in player.friends {
        XCTAssertTrue(friend.friendOf.contains(player), "\(what): friends of \(player.name)")
      }
      if let leader = player.leader {
        XCTAssertTrue(leader.followers.contains(player), "\(what): followers of \(leader.name)")
      }
    }
  }

  func testNoHookCanDoHarm() async throws {
    for (undo, inChild) in [(true, false), (false, true)] {
      try await eachStore(model: Stage.model()) { container in
        for hook in Self.hooks {
          for action in Self.actions {
            let what = "\(hook) \(action.name), undo \(undo), child \(inChild)"
            try self.play(
              what, in: container, undo: undo, inChild: inChild,
              prepare: { _, run in
                Stage.current = (hook, run)
                return { Stage.current = nil }
              }, action: action.run)
          }
        }
      }
    }
  }

  func testNoObserverCanDoHarm() async throws {
    let names = [
      ManagedObjectContext.didChangeObjectsNotification,
      ManagedObjectContext.willSaveObjectsNotification,
      ManagedObjectContext.didSaveObjectsNotification,
    ]
    for (undo, inChild) in [(true, false), (false, true)] {
      try await eachStore(model: Stage.model()) { container in
        for name in names {
          for action in Self.actions {
            let what = "\(name.rawValue) \(action.name), undo \(undo), child \(inChild)"
            try self.play(
              what, in: container, undo: undo, inChild: inChild,
              prepare: { context, run in
                nonisolated(unsafe) let observed = context
                nonisolated(unsafe) let run = run
                let observer = NotificationCenter.default.addObserver(
                  forName: name, object: context, queue: nil
                ) { _ in
                  MainActor.assumeIsolated {
                    let known = observed.registeredObjects.compactMap { $0 as? Player }
                    if let first = known.min(by: { $0.name < $1.name }) { run(first) }
                  }
                }
                return { NotificationCenter.default.removeObserver(observer) }
              }, action: action.run)
          }
        }
      }
    }
  }
}

/// Which hook of which players does what at the moment.
@MainActor
private enum Stage {
  static var current: (hook: String, run: (Player) -> Void)?

  static func model() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Player", class: Player.self) {
        AttributeDescription("name", .string, isOptional: false, default: .string("unnamed"))
        AttributeDescription("size", .integer64, isOptional: false, default: .integer(5))
        RelationshipDescription("leader", toOne: "Player", inverse: "followers")
        RelationshipDescription(
          "followers", toMany: "Player", inverse: "leader", isOrdered: true,
          deleteRule: .cascadeDeleteRule)
        RelationshipDescription("friends", toMany: "Player", inverse: "friendOf")
        RelationshipDescription("friendOf", toMany: "Player", inverse: "friends")
      }
    }
  }
}

private final class Player: ManagedObject {
  @Managed("name") var name: String
  @Managed("size") var size: Int64
  @Managed("leader") var leader: Player?
  @Managed("followers") var followers: OrderedSet<Player>
  @Managed("friends") var friends: Set<Player>
  @Managed("friendOf") var friendOf: Set<Player>

  var text: String {
    "\(name) \(size) \(leader?.name ?? "-") \(followers.map(\.name)) \(friends.map(\.name).sorted())"
  }

  /// The other players that the context knows.
  func cast(_ body: (Player) -> Void) {
    let others = managedObjectContext?.registeredObjects.compactMap { $0 as? Player } ?? []
    for other in others.sorted(by: { $0.name < $1.name }) where other !== self { body(other) }
  }

  private func call(_ hook: String) {
    nonisolated(unsafe) let player = self
    MainActor.assumeIsolated {
      if Stage.current?.hook == hook { Stage.current?.run(player) }
    }
  }

  override func awakeFromInsert() { call("insert") }
  override func awakeFromFetch() { call("fetch") }
  override func awake(fromSnapshotEvents flags: SnapshotEventType) { call("snapshot") }
  override func willSave() { call("willSave") }
  override func didSave() { call("didSave") }
  override func prepareForDeletion() { call("delete") }
  override func willTurnIntoFault() { call("willFault") }
  override func didTurnIntoFault() { call("didFault") }

  override func validateForInsert() throws {
    call("validateInsert")
    try super.validateForInsert()
  }

  override func validateForUpdate() throws {
    call("validateUpdate")
    try super.validateForUpdate()
  }

  override func validateForDelete() throws {
    call("validateDelete")
    try super.validateForDelete()
  }
}
