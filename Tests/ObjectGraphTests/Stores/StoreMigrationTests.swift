import Foundation
import ObjectGraph
import XCTest

/// "Save as": a store goes on in another place.
@MainActor
final class StoreMigrationTests: XCTestCase {
  private let kinds: [StoreType] = [.inMemory, .sqlite]

  /// Runs the body for each kind of store that moves to each kind.
  private func eachMove(
    _ body: (
      _ container: PersistentContainer, _ store: PersistentStore, _ place: URL, _ type: StoreType
    ) async throws -> Void
  ) async throws {
    for type in kinds {
      try await eachStore { container in
        let folder = try self.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try XCTUnwrap(container.persistentStoreCoordinator.persistentStores.first)
        do {
          try await body(container, store, folder.appendingPathComponent("New.sqlite"), type)
        } catch {
          XCTFail("to \(type.rawValue): \(error)")
          throw error
        }
      }
    }
  }

  func testAMoveThatFailsLeavesNoLargeValuesBehind() async throws {
    let store = try StoreCopy()
    defer { store.remove() }
    let container = try store.container(TypesModel.make())
    let coordinator = container.persistentStoreCoordinator
    let open = try XCTUnwrap(coordinator.persistentStores.first)
    Site(context: container.viewContext).photo = Data(repeating: 1, count: 200_000)
    try container.viewContext.save()
    let folder = store.folder.appendingPathComponent("new")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Somebody removes the store after its files were copied.
    let observer = NotificationCenter.default.addObserver(
      forName: PersistentStoreCoordinator.storesWillChangeNotification, object: coordinator,
      queue: nil
    ) { note in
      let key = PersistentStoreCoordinator.StoreNotificationKey.uuidChangedPersistentStores
      guard note.userInfo?[key.rawValue] != nil else { return }
      try? coordinator.remove(open)
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    XCTAssertThrowsError(
      try coordinator.migratePersistentStore(
        open, to: folder.appendingPathComponent("New.sqlite"), type: .sqlite))
    XCTAssertEqual(try FileManager.default.subpathsOfDirectory(atPath: folder.path), [])
    XCTAssertEqual(store.externalFiles.count, 1)
  }

  /// Two owners, one with a passport and two pets that are friends; the first pet's key is 2.
  private func fill(_ context: ManagedObjectContext) throws {
    let lost = Pet(context: context)
    try context.save()
    let (ann, bob) = (Owner(context: context), Owner(context: context))
    ann.name = "Ann"
    bob.name = "Bob"
    let passport = Passport(context: context)
    passport.number = "7"
    passport.owner = ann
    let (rex, tom) = (Dog(context: context), Pet(context: context))
    rex.name = "Rex"
    rex.tricks = 3
    rex.owner = ann
    try context.save()
    tom.name = "Tom"
    tom.weight = 2.5
    tom.owner = ann
    tom.friends = [rex, tom]
    context.delete(lost)
    try context.save()
  }

  /// All that a context finds, in one text.
  private func contents(_ context: ManagedObjectContext) throws -> [String] {
    let byName = [FetchSortDescriptor(key: "name", ascending: true)]
    let (owners, pets) = (Owner.fetchRequest(), Pet.fetchRequest())
    owners.sortDescriptors = byName
    pets.sortDescriptors = byName
    return try context.fetch(owners).map { owner in
      let pets = owner.pets.compactMap(\.name).sorted()
      return "\(owner.name) \(owner.age) \(owner.passport?.number ?? "-") \(pets)"
    }
      + context.fetch(pets).map { pet in
        let friends = [pet.friends, pet.friendOf].map { $0.compactMap(\.name).sorted() }
        let tricks = (pet as? Dog).map { "\($0.tricks)" } ?? "-"
        return "\(pet.name ?? "-") \(pet.weight ?? 0) \(tricks) \(friends)"
      }
  }

  private let expected = [
    "Ann 18 7 [\"Rex\", \"Tom\"]", "Bob 18 - []", "Rex 0.0 3 [[], [\"Tom\"]]",
    "Tom 2.5 - [[\"Rex\", \"Tom\"], [\"Tom\"]]",
  ]

  // Fact 11.
  func testAMigratedStoreHoldsEverythingUnderNewIDs() async throws {
    try await eachMove { container, store, place, type in
      let coordinator = container.persistentStoreCoordinator
      let context = container.viewContext
      try self.fill(context)
      try coordinator.setMetadata(["season": "summer"], for: store)
      let rex = try XCTUnwrap(try context.fetch(Dog.fetchRequest()).first)
      let old = rex.objectID
      let news = StoreNews(coordinator)
      let new = try coordinator.migratePersistentStore(store, to: place, type: type)

      XCTAssertEqual(coordinator.persistentStores.map(\.identifier), [new.identifier])
      XCTAssertNotEqual(new.identifier, store.identifier)
      XCTAssertEqual(new.type, type)
      XCTAssertEqual(new.metadata["season"] as? String, "summer")
      XCTAssertEqual(new.metadata["NSStoreType"] as? String, type.rawValue)
      XCTAssertEqual(new.metadata["NSStoreUUID"] as? String, new.identifier)
      XCTAssertEqual(try self.contents(context), self.expected)
      XCTAssertEqual(
        news.entries, ["did added \(new.identifier)", "did removed \(store.identifier)"])

      XCTAssertEqual(news.changed.count, 3)
      XCTAssertTrue(news.changed.first as? PersistentStore === store)
      XCTAssertTrue(news.changed[1] as? PersistentStore === new)
      let ids = try XCTUnwrap(news.changed[2] as? [ManagedObjectID])
      XCTAssertEqual(ids.count, 2 * 5)
      let place = try XCTUnwrap(ids.firstIndex(of: old))
      let renamed = ids[place + 1]
      XCTAssertEqual(place % 2, 0)
      XCTAssertTrue(renamed.persistentStore === new)
      XCTAssertEqual((try context.existingObject(with: renamed) as? Dog)?.name, "Rex")
      XCTAssertNil(old.persistentStore)
      XCTAssertEqual(rex.name, nil)
      XCTAssertThrowsError(try context.save(), "the old object was read")

      let added = Pet(context: context)
      added.name = "Zoe"
      try context.save()
      XCTAssertEqual(added.objectID.uriRepresentation().lastPathComponent, "p4")
    }
  }

  func testAMigratedFileIsAsTheShellReadsIt() async throws {
    try await eachMove { container, store, place, type in
      guard type == .sqlite else { return }
      try self.fill(container.viewContext)
      try container.persistentStoreCoordinator.migratePersistentStore(store, to: place, type: type)
      XCTAssertEqual(
        try self.sqlite3(place, "SELECT Z_PK, Z_ENT, ZNAME, ZOWNER FROM ZPET ORDER BY Z_PK"),
        "2|4|Rex|1\n3|3|Tom|1")
      XCTAssertEqual(
        try self.sqlite3(place, "SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"),
        "Owner|2\nPassport|1\nPet|3\nDog|0")
      XCTAssertEqual(try self.sqlite3(place, "PRAGMA integrity_check"), "ok")
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
      XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
      guard store.type == .sqlite else { return }
      XCTAssertEqual(
        try self.sqlite3(store.url, "SELECT Z_UUID FROM Z_METADATA"), store.identifier)
      XCTAssertEqual(try self.sqlite3(store.url, "SELECT count(*) FROM ZPET"), "2")
    }
  }

  func testAMigratedFileOpensByItself() async throws {
    try await eachMove { container, store, place, type in
      guard type == .sqlite else { return }
      try self.fill(container.viewContext)
      let coordinator = container.persistentStoreCoordinator
      let new = try coordinator.migratePersistentStore(store, to: place, type: type)
      try coordinator.remove(new)
      let other = try PersistentContainer(
        name: "Other", managedObjectModel: TestModel.pets(),
        descriptions: [PersistentStoreDescription(url: place)])
      try other.loadPersistentStores()
      XCTAssertEqual(try self.contents(other.viewContext), self.expected)
    }
  }

  func testAPlaceThatIsTakenIsRefusedAndNothingChanges() async throws {
    try await eachMove { container, store, place, type in
      guard type == .sqlite else { return }
      try self.fill(container.viewContext)
      try Data("precious".utf8).write(to: place)
      let coordinator = container.persistentStoreCoordinator
      let error = self.errorOf {
        try coordinator.migratePersistentStore(store, to: place, type: type)
      }
      XCTAssertEqual(error?.code, .persistentStoreOpen)
      XCTAssertEqual(try String(contentsOf: place, encoding: .utf8), "precious")
      let missing = place.appendingPathComponent("no/folder.sqlite")
      XCTAssertThrowsError(
        try coordinator.migratePersistentStore(store, to: missing, type: type))
      XCTAssertThrowsError(
        try coordinator.migratePersistentStore(store, to: place, type: .init(rawValue: "XML")))
      XCTAssertEqual(coordinator.persistentStores.map(\.identifier), [store.identifier])
      XCTAssertEqual(try self.contents(container.viewContext), self.expected)
      Owner(context: container.viewContext).name = "Cid"
      try container.viewContext.save()
    }
  }

  func testOtherStoresStayWhereTheyAre() async throws {
    try await eachPairOfStores { pair in
      let owners = [Owner(context: pair.context), pair.inSecond(Owner(context: pair.context))]
      for (index, owner) in owners.enumerated() { owner.name = "owner \(index)" }
      try pair.context.save()
      owners[0].age = 50
      let new = try pair.coordinator.migratePersistentStore(pair.second, type: .inMemory)
      try pair.context.save()
      XCTAssertEqual(owners[0].age, 50)
      XCTAssertEqual(pair.coordinator.persistentStores.map(\.identifier).last, new.identifier)
      let names = try pair.context.fetch(Owner.fetchRequest()).map(\.name)
      XCTAssertEqual(names, ["owner 0", "owner 1"])
    }
  }
}
