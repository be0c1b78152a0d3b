import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A messenger's store that Apple's Core Data wrote and migrated for years: conversations, messages
/// of six kinds, and ordered participants. Its model has no classes here.
///
/// What is in the store, before and after, is what Python's sqlite3 says.
@MainActor
final class MessagingTests: XCTestCase {
  private func copy() throws -> URL {
    let folder = try temporaryFolder("messages")
    return try Fixtures.copyStore("Messaging/store2-60-0", to: folder)
  }

  private func open(_ file: URL) throws -> PersistentContainer {
    let model = try ManagedObjectModel(
      contentsOf: Fixtures.url("models/Messaging.xcdatamodeld/zmessaging2.60.0.xcdatamodel"))
    for entity in model.entities {
      for case let attribute as AttributeDescription in entity.properties
      where [.transformable, .undefined].contains(attribute.attributeType) {
        // Their transformers are the messenger's; the bytes are left as they are.
        attribute.attributeType = .binaryData
      }
    }
    let container = try PersistentContainer(
      name: "Messages", managedObjectModel: model,
      descriptions: [PersistentStoreDescription(url: file)])
    try container.loadPersistentStores()
    return container
  }

  private func close(_ container: PersistentContainer) throws {
    let coordinator = container.persistentStoreCoordinator
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func look(at file: URL) throws -> StoreContents {
    try Python.answer(of: StoreContents.script, about: [file])
  }

  private func conversation(
    _ key: Int64, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    let all = try context.fetch(FetchRequest<ManagedObject>(entityName: "Conversation"))
    return try XCTUnwrap(all.first { $0.objectID.reference == key })
  }

  private func messages(of conversation: ManagedObject) throws -> [ManagedObject] {
    let request = FetchRequest<ManagedObject>(entityName: "Message")
    request.predicate = try FetchPredicate(format: "visibleInConversation == %@", conversation)
    request.sortDescriptors = [FetchSortDescriptor(key: "serverTimestamp", ascending: true)]
    return try XCTUnwrap(conversation.managedObjectContext).fetch(request)
  }

  // MARK: Reading

  func testConversationsAreListedLatestFirst() async throws {
    let file = try copy()
    let expected = try look(at: file)
    let container = try open(file)
    let request = FetchRequest<ManagedObject>(entityName: "Conversation")
    request.predicate = try FetchPredicate(format: "internalIsArchived == NO")
    request.sortDescriptors = [FetchSortDescriptor(key: "lastModifiedDate", ascending: false)]
    request.fetchBatchSize = 3
    let conversations = try container.viewContext.fetch(request)
    XCTAssertEqual(conversations.map(\.objectID.reference), expected.openConversations)
    XCTAssertFalse(conversations.isEmpty)
    XCTAssertEqual(
      try container.viewContext.count(
        for: FetchRequest<ManagedObject>(entityName: "Conversation")), expected.conversationCount)
  }

  func testAConversationShowsItsMessagesInOrderWithSenderAndText() async throws {
    let file = try copy()
    let expected = try look(at: file)
    let container = try open(file)
    let conversation = try conversation(expected.longest, in: container.viewContext)
    let messages = try messages(of: conversation)
    XCTAssertEqual(messages.map(\.objectID.reference), expected.messages)
    XCTAssertEqual(messages.map(\.entity.name), expected.kinds)
    let senders = try messages.map { try $0.value(forKeyPath: "sender.name") as? String }
    XCTAssertEqual(senders, expected.senders)
    let texts = try messages.map { message -> [String] in
      guard message.entity.attributesByName["linkPreviewState"] != nil else { return [] }
      let parts = try message.value(forKey: "dataSet") as? OrderedSet<ManagedObject>
      return try (parts ?? []).map { part in
        let data = try part.value(forKey: "data") as? Data
        return (data ?? Data()).map { String(format: "%02x", $0) }.joined()
      }
    }
    XCTAssertEqual(texts, expected.data)
  }

  func testMessagesOfAllKindsAreCountedByConversationInTheStore() async throws {
    let file = try copy()
    let expected = try look(at: file)
    let container = try open(file)
    let request = DictionaryRequest(entityName: "Message")
    request.propertiesToFetch = [
      "visibleInConversation", ExpressionDescription.of("messages", "count:", "SELF"),
    ]
    request.propertiesToGroupBy = ["visibleInConversation"]
    let groups = try assertStatements(1, on: container) {
      try container.viewContext.fetch(request)
    }
    var counts: [String: Int64] = [:]
    for group in groups {
      let id = try XCTUnwrap(group["visibleInConversation"] as? ManagedObjectID)
      counts["\(id.reference)"] = group["messages"] as? Int64
    }
    XCTAssertEqual(counts, expected.messageCounts)
  }

  // MARK: Writing

  func testAMessageIsSentTheConversationRenamedAndAllElseStays() async throws {
    let file = try copy()
    let before = try look(at: file)
    let container = try open(file)
    let context = container.viewContext
    let conversation = try conversation(before.longest, in: context)
    try conversation.setValue("Camp fire", forKey: "userDefinedName")
    try conversation.setValue(false, forKey: "internalIsArchived")
    let message = try EntityDescription.insertNewObject(
      forEntityName: "ClientMessage", into: context)
    let sender = try XCTUnwrap(
      try messages(of: conversation).first?.value(forKey: "sender") as? ManagedObject)
    try message.setValue(sender, forKey: "sender")
    try message.setValue(conversation, forKey: "visibleInConversation")
    try message.setValue(
      Date(timeIntervalSinceReferenceDate: 700_000_000), forKey: "serverTimestamp")
    let part = try EntityDescription.insertNewObject(
      forEntityName: "GenericMessageData", into: context)
    try part.setValue(Data("Hello".utf8), forKey: "data")
    try part.setValue(message, forKey: "message")
    try context.save()
    try close(container)

    let after = try look(at: file)
    XCTAssertEqual(after.integrity, "ok")
    XCTAssertEqual(after.names["\(before.longest)"], "Camp fire")
    XCTAssertEqual(after.messages, before.messages + [before.greatestMessage + 1])
    XCTAssertEqual(after.kinds.last, "ClientMessage")
    XCTAssertEqual(after.data.last, ["48656c6c6f"])
    XCTAssertEqual(after.senders.last, before.senders.first)
    XCTAssertEqual(after.greatestMessage, before.greatestMessage + 1)
    // Beside the two tables that were added to and the conversation's row.
    XCTAssertEqual(after.untouched, before.untouched)
    XCTAssertFalse(before.untouched.isEmpty)
    var others = before.conversationRows
    others["\(before.longest)"] = after.conversationRows["\(before.longest)"]
    XCTAssertEqual(after.conversationRows, others)
    XCTAssertEqual(after.oldMessageRows(of: before), before.messageRows)

    let again = try open(file)
    let reopened = try self.conversation(before.longest, in: again.viewContext)
    XCTAssertEqual(try reopened.value(forKey: "userDefinedName") as? String, "Camp fire")
    XCTAssertEqual(
      try messages(of: reopened).map(\.objectID.reference),
      before.messages + [after.greatestMessage])
  }

  func testAConversationThatIsDeletedLeavesItsMessagesWithoutOne() async throws {
    let file = try copy()
    let before = try look(at: file)
    let container = try open(file)
    let context = container.viewContext
    context.delete(try conversation(before.longest, in: context))
    try context.save()
    let orphans = FetchRequest<ManagedObject>(entityName: "Message")
    orphans.predicate = try FetchPredicate(
      format: "visibleInConversation == nil AND hiddenInConversation == nil")
    XCTAssertEqual(
      Set(try context.fetch(orphans).map(\.objectID.reference)), Set(before.messages))
    try close(container)
    let after = try look(at: file)
    XCTAssertEqual(after.integrity, "ok")
    XCTAssertEqual(after.conversationCount, before.conversationCount - 1)
    XCTAssertEqual(after.messageRows.count, before.messageRows.count)
    XCTAssertNil(after.messageCounts["\(before.longest)"])
  }

  func testTheFixtureItselfIsNotTouched() async throws {
    let original = try Fixtures.url("stores/Messaging/store2-60-0.sqlite")
    let bytes = try Data(contentsOf: original)
    let container = try open(copy())
    let user = try XCTUnwrap(
      try container.viewContext.fetch(FetchRequest<ManagedObject>(entityName: "User")).first)
    try user.setValue("Somebody else", forKey: "name")
    try container.viewContext.save()
    try close(container)
    XCTAssertEqual(try Data(contentsOf: original), bytes)
    for suffix in ["-wal", "-shm", "-journal"] {
      XCTAssertFalse(FileManager.default.fileExists(atPath: original.path + suffix), suffix)
    }
  }
}

/// What Python's sqlite3 sees in the store.
private struct StoreContents: Decodable {
  let integrity: String
  let conversationCount: Int
  /// The keys of those that are not archived, the latest first.
  let openConversations: [Int64]
  /// The conversation with the most messages.
  let longest: Int64
  /// The messages of the longest conversation in order: keys, entities, senders, hexadecimal data.
  let messages: [Int64]
  let kinds: [String]
  let senders: [String?]
  let data: [[String]]
  /// The numbers of messages by the key of their conversation.
  let messageCounts: [String: Int64]
  let names: [String: String?]
  /// Whole rows, by key.
  let conversationRows: [String: String]
  let messageRows: [String: String]
  let greatestMessage: Int64
  /// All rows of all other tables of objects and of relationships among them.
  let untouched: [String: [String]]

  /// The rows of the messages that there were before.
  func oldMessageRows(of before: StoreContents) -> [String: String] {
    messageRows.filter { before.messageRows[$0.key] != nil }
  }

  static let script = """
    import json, sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    rows = lambda sql, *values: db.execute(sql, values).fetchall()
    column = lambda sql, *values: [row[0] for row in rows(sql, *values)]
    longest = column(
        "SELECT ZVISIBLEINCONVERSATION FROM ZMESSAGE WHERE ZVISIBLEINCONVERSATION IS NOT NULL "
        "GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1")[0]
    messages = rows(
        "SELECT m.Z_PK, p.Z_NAME, u.ZNAME FROM ZMESSAGE m JOIN Z_PRIMARYKEY p ON p.Z_ENT = m.Z_ENT "
        "LEFT JOIN ZUSER u ON u.Z_PK = m.ZSENDER WHERE m.ZVISIBLEINCONVERSATION = ? "
        "ORDER BY m.ZSERVERTIMESTAMP, m.Z_PK", longest)
    tables = column("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    written = ["ZMESSAGE", "ZCONVERSATION", "ZGENERICMESSAGEDATA"]
    kept = [t for t in tables
        if t not in written and not t.startswith(("Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"))]
    whole = lambda table: {str(r[0]): repr(r) for r in rows(f"SELECT * FROM {table}")}
    print(json.dumps({
        "integrity": column("PRAGMA integrity_check")[0],
        "conversationCount": column("SELECT count(*) FROM ZCONVERSATION")[0],
        "openConversations": column(
            "SELECT Z_PK FROM ZCONVERSATION WHERE ZINTERNALISARCHIVED = 0 "
            "ORDER BY ZLASTMODIFIEDDATE DESC, Z_PK"),
        "longest": longest,
        "messages": [m[0] for m in messages],
        "kinds": [m[1] for m in messages],
        "senders": [m[2] for m in messages],
        "data": [
            [d.hex() for d in column(
                "SELECT ZDATA FROM ZGENERICMESSAGEDATA WHERE ZMESSAGE = ? ORDER BY Z_FOK_MESSAGE",
                m[0])]
            for m in messages],
        "messageCounts": dict(rows(
            "SELECT ZVISIBLEINCONVERSATION, count(*) FROM ZMESSAGE "
            "WHERE ZVISIBLEINCONVERSATION IS NOT NULL GROUP BY 1")),
        "names": dict(rows("SELECT Z_PK, ZUSERDEFINEDNAME FROM ZCONVERSATION")),
        "conversationRows": whole("ZCONVERSATION"),
        "messageRows": whole("ZMESSAGE"),
        "greatestMessage": column("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Message'")[0],
        "untouched": {t: [repr(r) for r in rows(f"SELECT * FROM {t}")] for t in kept},
    }))
    """
}
