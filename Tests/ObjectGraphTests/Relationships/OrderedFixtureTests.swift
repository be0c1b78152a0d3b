import Foundation
import ObjectGraph
import ObjectModel
import XCTest

/// Stores that Apple's Core Data wrote, with ordered relationships, opened by the models that they
/// carry.
@MainActor
final class OrderedFixtureTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ordered-fixtures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDown() async throws {
    try FileManager.default.removeItem(at: folder)
  }

  private var file: URL { folder.appendingPathComponent("copy.sqlite") }

  /// Opens a copy of a fixture, sidecars included.
  private func open(_ path: String) throws -> PersistentContainer {
    guard let root = ProcessInfo.processInfo.environment["OBJECTGRAPH_FIXTURES"] else {
      throw XCTSkip("OBJECTGRAPH_FIXTURES is not set")
    }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else {
      throw XCTSkip("/usr/bin/sqlite3 is not installed")
    }
    for suffix in ["", "-wal", "-shm"] {
      let source = "\(root)/stores/\(path).sqlite\(suffix)"
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: file.path + suffix)
    }
    let hex = try sqliteShell(file, "SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
    var archive = Data(capacity: hex.count / 2)
    var rest = Substring(hex)
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      archive.append(byte)
      rest = rest.dropFirst(2)
    }
    let model = try ManagedObjectModel(archivedInStore: archive)
    for entity in model.entities {
      // Their transformers are the other program's; the bytes are left as they are. What has no
      // type is transient.
      for property in entity.properties {
        guard let attribute = property as? AttributeDescription else { continue }
        attribute.allowsExternalBinaryDataStorage = false
        if [.transformable, .undefined].contains(attribute.attributeType) {
          attribute.attributeType = .binaryData
        }
      }
    }
    let container = try PersistentContainer(
      name: "Copy", managedObjectModel: model,
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  private func close(_ container: PersistentContainer) throws {
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }

  private func keys(_ object: ManagedObject, _ relationship: String) throws -> [Int64] {
    let members = try XCTUnwrap(
      try object.value(forKey: relationship) as? OrderedSet<ManagedObject>)
    return members.map(\.objectID.reference)
  }

  /// The keys as a query of the shell gives them, one a line.
  private func raw(_ query: String) throws -> [Int64] {
    try sqliteShell(file, query).split(separator: "\n").compactMap { Int64($0) }
  }

  private func objects(_ entity: String, _ container: PersistentContainer) throws -> [ManagedObject]
  {
    try container.viewContext.fetch(FetchRequest<ManagedObject>(entityName: entity))
  }

  func testBookmarksAreReadInTheOrderOfTheStoreEditedAndKept() async throws {
    for version in ["V1", "V2"] {
      let container = try open("Bookmarks/Bookmarks_\(version)")
      let context = container.viewContext
      var count = 0
      for (relationship, column) in [("children", "PARENT"), ("favorites", "FAVORITEFOLDER")] {
        for folder in try objects("BookmarkEntity", container) {
          let expected = try raw(
            "SELECT Z_PK FROM ZBOOKMARKENTITY WHERE Z\(column) = \(folder.objectID.reference) "
              + "ORDER BY Z_FOK_\(column)")
          XCTAssertEqual(try keys(folder, relationship), expected)
          count += expected.count
        }
      }
      // 8 bookmarks have a parent, 5 are favourites, as the table shows.
      XCTAssertEqual(count, 13)

      let root = try XCTUnwrap(
        try objects("BookmarkEntity", container).first {
          try $0.value(forKey: "title") as? String == "bookmarks_root"
        })
      let children = try root.mutableOrderedSetValue(forKey: "children")
      let before = children.array.map(\.objectID.reference)
      let last = try XCTUnwrap(children.lastObject)
      children.moveObject(last, to: 1)
      let new = try EntityDescription.insertNewObject(
        forEntityName: "BookmarkEntity", into: context)
      for (name, value) in ["uuid": "new", "isFolder": false, "isFavorite": false] as [String: Any]
      {
        try new.setValue(value, forKey: name)
      }
      try new.setValue(root, forKey: "parent")
      try context.save()
      let expected =
        [before[0], last.objectID.reference] + before.dropFirst().dropLast()
        + [new.objectID.reference]
      let key = root.objectID.reference
      let others = "ZPARENT IS NOT \(key)"
      let untouched = try sqliteShell(
        file, "SELECT * FROM ZBOOKMARKENTITY WHERE \(others) ORDER BY Z_PK")
      try close(container)
      XCTAssertEqual(
        try raw("SELECT Z_PK FROM ZBOOKMARKENTITY WHERE ZPARENT = \(key) ORDER BY Z_FOK_PARENT"),
        expected)
      // The moved one alone has a new version.
      XCTAssertEqual(
        try raw("SELECT Z_PK FROM ZBOOKMARKENTITY WHERE Z_OPT > 1"), [last.objectID.reference])
      let copy = file
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy.path + suffix)
      }
      let again = try open("Bookmarks/Bookmarks_\(version)")
      XCTAssertEqual(
        try sqliteShell(file, "SELECT * FROM ZBOOKMARKENTITY WHERE \(others) ORDER BY Z_PK"),
        untouched)
      try close(again)
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: copy.path + suffix)
      }
    }
  }

  /// - Parameter user: the number of the entity User, which moved between the versions.
  private func checkMessages(_ path: String, user: Int) throws {
    let container = try open(path)
    let context = container.viewContext
    let join = "Z_3LASTSERVERSYNCEDACTIVEPARTICIPANTS"
    let conversation = "Z_3LASTSERVERSYNCEDACTIVECONVERSATIONS"
    let member = "Z_\(user)LASTSERVERSYNCEDACTIVEPARTICIPANTS"
    let memberOrder = "Z_FOK_\(user)LASTSERVERSYNCEDACTIVEPARTICIPANTS"
    let key = "lastServerSyncedActiveParticipants"
    func participants(_ id: Int64) throws -> [Int64] {
      try raw(
        "SELECT \(member) FROM \(join) WHERE \(conversation) = \(id) ORDER BY \(memberOrder)")
    }
    func conversations(_ id: Int64) throws -> [Int64] {
      try raw(
        "SELECT \(conversation) FROM \(join) WHERE \(member) = \(id) "
          + "ORDER BY Z_FOK_3LASTSERVERSYNCEDACTIVECONVERSATIONS")
    }
    var count = 0
    for object in try objects("Conversation", container) {
      let expected = try participants(object.objectID.reference)
      XCTAssertEqual(try keys(object, key), expected)
      count += expected.count
    }
    XCTAssertEqual(count, 24)
    for object in try objects("User", container) {
      XCTAssertEqual(
        try keys(object, "lastServerSyncedActiveConversations"),
        try conversations(object.objectID.reference))
    }
    for object in try objects("ClientMessage", container) {
      XCTAssertEqual(
        try keys(object, "dataSet"),
        try raw(
          "SELECT Z_PK FROM ZGENERICMESSAGEDATA WHERE ZMESSAGE = \(object.objectID.reference) "
            + "ORDER BY Z_FOK_MESSAGE"))
    }

    // Three participants, in an order that the join table's primary key does not give.
    let edited = try XCTUnwrap(
      try objects("Conversation", container).first { $0.objectID.reference == 17 })
    let before = try participants(17)
    XCTAssertEqual(before, [9, 18, 3])
    let users = try XCTUnwrap(try edited.value(forKey: key) as? OrderedSet<ManagedObject>)
    try edited.insert(users[2], into: key, at: 0)
    let stranger = try XCTUnwrap(
      try objects("User", container).first { !users.contains($0) })
    try stranger.add(edited, to: "lastServerSyncedActiveConversations")
    let theirs = try keys(stranger, "lastServerSyncedActiveConversations")
    try context.save()
    XCTAssertEqual(try participants(17), [3, 9, 18, stranger.objectID.reference])
    XCTAssertEqual(try conversations(stranger.objectID.reference), theirs)
    XCTAssertEqual(
      try sqliteShell(
        file,
        "SELECT \(memberOrder) FROM \(join) WHERE \(conversation) = 17 ORDER BY \(memberOrder)"),
      // The newcomer came after the one that was at 4096 then.
      "1024\n2048\n3072\n5120")
    try close(container)
  }

  func testMessagesOfTheFirstVersionAreReadInTheOrderOfTheStoreAndEdited() async throws {
    try checkMessages("Messaging/store2-24-1", user: 15)
  }

  func testMessagesAfterManyMigrationsAreReadInTheOrderOfTheStoreAndEdited() async throws {
    try checkMessages("Messaging/store2-60-0", user: 17)
  }
}
