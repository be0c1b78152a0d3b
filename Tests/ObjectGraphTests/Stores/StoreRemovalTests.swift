import Foundation
import ObjectGraph
import XCTest

/// What becomes of the objects of a store that leaves its coordinator.
@MainActor
final class StoreRemovalTests: XCTestCase {
  /// An owner with a pet in each store, saved.
  private func owners(_ pair: PairOfStores) throws -> [Owner] {
    let owners = [Owner(context: pair.context), pair.inSecond(Owner(context: pair.context))]
    let pets = [Pet(context: pair.context), pair.inSecond(Pet(context: pair.context))]
    for (index, owner) in owners.enumerated() {
      owner.name = "owner \(index)"
      owner.pets = [pets[index]]
    }
    try pair.context.save()
    return owners
  }

  // Fact 10.
  func testTheObjectsOfARemovedStoreAreOfNoUse() async throws {
    try await eachPairOfStores { pair in
      for index in 0...1 {
        guard pair.coordinator.persistentStores.count == 2 else { break }
        let owners = try self.owners(pair)
        let (gone, kept) = (owners[index], owners[1 - index])
        let (id, uri) = (gone.objectID, gone.objectID.uriRepresentation())
        try pair.coordinator.remove(index == 0 ? pair.first : pair.second)

        XCTAssertEqual(gone.name, "")
        XCTAssertEqual(gone.pets, [])
        XCTAssertFalse(pair.context.errors.isEmpty)
        XCTAssertTrue(pair.context.errors.allSatisfy { $0.code == .persistentStoreOperation })
        XCTAssertNil(id.persistentStore)
        XCTAssertEqual(gone.objectID, id)
        XCTAssertEqual(gone.objectID.uriRepresentation(), uri)
        XCTAssertThrowsError(try pair.context.existingObject(with: id))
        XCTAssertThrowsError(try pair.context.object(with: id).value(forKey: "name"))
        XCTAssertThrowsError(try pair.context.save())

        kept.age = 60
        XCTAssertEqual(kept.pets.count, 1)
        try pair.context.save()
        XCTAssertEqual(try pair.context.fetch(Owner.fetchRequest()), [kept])
        XCTAssertEqual(kept.age, 60)
      }
    }
  }

  // Fact 10.
  func testUnsavedChangesOfARemovedStoreAreLostWithAnError() async throws {
    try await eachPairOfStores { pair in
      let owners = try self.owners(pair)
      owners[0].age = 50
      owners[1].age = 51
      let pet = try XCTUnwrap(owners[1].pets.first)
      pair.context.delete(pet)
      let new = pair.inSecond(Owner(context: pair.context))
      new.name = "new"
      try pair.coordinator.remove(pair.second)
      XCTAssertEqual(pair.context.errors.map(\.code), [.persistentStoreOperation])
      XCTAssertEqual(pair.context.updatedObjects, [owners[0]])
      XCTAssertEqual(pair.context.deletedObjects, [])
      XCTAssertThrowsError(try pair.context.save(), "the lost changes are reported once")

      let error = self.errorOf { try pair.context.save() }
      XCTAssertEqual(error?.code, .persistentStoreOperation)
      XCTAssertEqual(error?.objectID, new.objectID, "its store is not there any more")
      pair.context.assign(new, to: pair.first)
      try pair.context.save()
      XCTAssertEqual(
        try Set(pair.context.fetch(Owner.fetchRequest()).map(\.name)), ["owner 0", "new"])
      XCTAssertEqual(owners[0].age, 50)
    }
  }

  // Fact 46.
  func testTheObjectsOfARemovedStoreAreAnnouncedAsInvalidated() async throws {
    try await eachPairOfStores { pair in
      let owners = try self.owners(pair)
      let pets = owners.compactMap(\.pets.first)
      owners[1].age = 30
      pair.context.processPendingChanges()
      nonisolated(unsafe) var invalidated: [Set<ManagedObject>] = []
      let observation = pair.context.addObjectsDidChangeNotificationObserver { change in
        invalidated.append(change.invalidatedObjects)
        XCTAssertEqual(
          change.updatedObjects.union(change.deletedObjects).union(change.refreshedObjects), [])
        XCTAssertFalse(change.invalidatedAllObjects)
      }
      defer { observation.cancel() }
      var changes: [[ManagedObjectObserver.ChangeType]] = [[], []]
      let observers = owners.indices.map { index in
        ManagedObjectObserver(object: owners[index]) { changes[index].append($0) }
      }
      try pair.coordinator.remove(pair.second)
      XCTAssertEqual(invalidated, [[owners[1], pets[1]]])
      XCTAssertEqual(changes, [[], [.delete]])
      XCTAssertEqual(observers.count, 2)
      XCTAssertThrowsError(try pair.context.save(), "a change was lost")
      try pair.context.save()
      XCTAssertEqual(invalidated.count, 1)
    }
  }

  func testContextsOfOtherQueuesAndChildrenLearnOfARemoval() async throws {
    try await eachPairOfStores { pair in
      let ids = try self.owners(pair).map(\.objectID)
      let other = pair.container.newBackgroundContext()
      try await other.perform { context in
        for id in ids { (try context.existingObject(with: id) as? Owner)?.age = 70 }
      }
      let child = pair.context.makeChild()
      let inChild = ids.map { child.object(with: $0) as? Owner }
      inChild[1]?.age = 71
      try pair.coordinator.remove(pair.second)
      let (codes, changed) = try await other.perform { context in
        let codes = context.errors.map(\.code.rawValue)
        return (codes, context.updatedObjects.map(\.objectID))
      }
      XCTAssertEqual(codes, [ObjectGraphError.Code.persistentStoreOperation.rawValue])
      XCTAssertEqual(changed, [ids[0]])
      XCTAssertThrowsError(try child.save())
      XCTAssertFalse(child.hasChanges)
      XCTAssertEqual(inChild[1]?.name, "")
      XCTAssertEqual(inChild[0]?.name, "owner 0")
    }
  }

  func testAStoreThatComesBackHasNewIDs() async throws {
    try await eachStore { container in
      let coordinator = container.persistentStoreCoordinator
      let context = container.viewContext
      let owner = Owner(context: context)
      owner.name = "Ann"
      try context.save()
      let (old, uri) = (owner.objectID, owner.objectID.uriRepresentation())
      let store = try XCTUnwrap(coordinator.persistentStores.first)
      try coordinator.remove(store)
      XCTAssertEqual(self.errorOf { try context.fetch(Owner.fetchRequest()) }?.code, .coreData)
      guard store.type == .sqlite else { return }
      try container.loadPersistentStores()
      let again = try XCTUnwrap(try context.fetch(Owner.fetchRequest()).first)
      XCTAssertEqual(again.name, "Ann")
      XCTAssertFalse(again === owner)
      XCTAssertNotEqual(again.objectID, old)
      XCTAssertEqual(again.objectID.uriRepresentation(), uri)
      XCTAssertEqual(coordinator.managedObjectID(forURIRepresentation: uri), again.objectID)
      again.age = 44
      try context.save()
      XCTAssertEqual(try self.sqlite3(store.url, "SELECT Z_PK, ZAGE FROM ZOWNER"), "1|44")
    }
  }

  func testStoresThatComeAndGoAreAnnounced() async throws {
    try await eachPairOfStores { pair in
      let log = StoreNews(pair.coordinator)
      let third = try pair.coordinator.addPersistentStore(type: .inMemory)
      try pair.coordinator.remove(pair.first)
      XCTAssertEqual(
        log.entries,
        [
          "will added \(third.identifier)", "did added \(third.identifier)",
          "will removed \(pair.first.identifier)", "did removed \(pair.first.identifier)",
        ])
      XCTAssertThrowsError(try pair.coordinator.remove(pair.first))
      XCTAssertEqual(log.entries.count, 4)
    }
  }
}

/// What a coordinator says about its stores.
@MainActor
final class StoreNews {
  private(set) var entries: [String] = []
  /// The old store, the new one, and the IDs of the last migration.
  private(set) var changed: [Any] = []
  private var tokens: [any NSObjectProtocol] = []

  init(_ coordinator: PersistentStoreCoordinator) {
    observe("will", PersistentStoreCoordinator.storesWillChangeNotification, coordinator)
    observe("did", PersistentStoreCoordinator.storesDidChangeNotification, coordinator)
  }

  private func observe(
    _ word: String, _ name: Notification.Name, _ coordinator: PersistentStoreCoordinator
  ) {
    let token = NotificationCenter.default.addObserver(
      forName: name, object: coordinator, queue: nil
    ) { [weak self] note in
      nonisolated(unsafe) let info = note.userInfo ?? [:]
      MainActor.assumeIsolated { self?.note(word, info) }
    }
    tokens.append(token)
  }

  private func note(_ word: String, _ info: [AnyHashable: Any]) {
    for key in ["added", "removed"] {
      for store in info[key] as? [PersistentStore] ?? [] {
        entries.append("\(word) \(key) \(store.identifier)")
      }
    }
    changed = info["changed"] as? [Any] ?? changed
  }

  isolated deinit {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
