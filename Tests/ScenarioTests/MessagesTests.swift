import Foundation
import ObjectGraph
import XCTest

/// Messages: what users wrote, by user, on a screen, while a background context receives more.
@MainActor
final class MessagesTests: XCTestCase {
  final class User: ManagedObject, ManagedEntity {
    @Managed("name") var name: String?
    @Managed("messages") var messages: Set<Message>
  }

  final class Message: ManagedObject, ManagedEntity {
    @Managed("body") var body: String?
    @Managed("sent") var sent: Date?
    @Managed("user") var user: User?
  }

  private nonisolated static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("User", class: User.self) {
        AttributeDescription("name", .string)
        RelationshipDescription(
          "messages", toMany: "Message", inverse: "user", deleteRule: .cascadeDeleteRule)
      }
      EntityDescription("Message", class: Message.self) {
        AttributeDescription("body", .string)
        AttributeDescription("sent", .date)
        RelationshipDescription("user", toOne: "User", inverse: "messages")
      }
    }
  }

  private final class Screen: FetchedResultsControllerDelegate {
    var updateCount = 0

    func controllerDidChangeContent(_ controller: FetchedResultsController<Message>) {
      updateCount += 1
    }
  }

  private nonisolated static func receive(
    _ body: String, from name: String, at second: Double, in context: ManagedObjectContext
  ) throws {
    let request = User.fetchRequest()
    request.predicate = try FetchPredicate(format: "name == %@", name)
    let user = try context.fetch(request).first ?? User(context: context)
    user.name = name
    let message = Message(context: context)
    (message.body, message.user) = (body, user)
    message.sent = Date(timeIntervalSinceReferenceDate: second)
  }

  private func lines(_ list: FetchedResultsController<Message>) -> [String] {
    (list.sections ?? []).map { section in
      let bodies = (section.objects as? [Message] ?? []).compactMap(\.body)
      return "\(section.name): \(bodies.joined(separator: ", "))"
    }
  }

  func testMessagesArriveByUserWhileTheListIsShown() async throws {
    for batchSize in [0, 2] {
      let stack = try StoreStack(model: Self.makeModel(), store: .inMemory())
      let context = stack.mainContext
      try Self.receive("hello", from: "Ann", at: 1, in: context)
      try Self.receive("hi", from: "Bob", at: 2, in: context)
      try context.saveThrough()
      let request = Message.fetchRequest()
      request.fetchBatchSize = batchSize
      request.sortDescriptors = [
        FetchSortDescriptor(key: "user.name", ascending: true),
        FetchSortDescriptor(key: "sent", ascending: true),
      ]
      let list = FetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "user.name")
      let screen = Screen()
      list.delegate = screen
      try list.performFetch()
      XCTAssertEqual(lines(list), ["Ann: hello", "Bob: hi"])
      try await stack.newDerivedContext().perform { background in
        try Self.receive("anybody there?", from: "Ann", at: 3, in: background)
        try Self.receive("me", from: "Cyd", at: 0, in: background)
        try background.saveThrough()
      }
      context.processPendingChanges()
      XCTAssertEqual(lines(list), ["Ann: hello, anybody there?", "Bob: hi", "Cyd: me"])
      XCTAssertGreaterThan(screen.updateCount, 0)
      // A user goes with all that they wrote.
      let users = User.fetchRequest()
      users.predicate = try FetchPredicate(format: "name == 'Ann'")
      context.delete(try XCTUnwrap(context.fetch(users).first))
      context.processPendingChanges()
      XCTAssertEqual(lines(list), ["Bob: hi", "Cyd: me"])
      try context.saveThrough()
      XCTAssertEqual(lines(list), ["Bob: hi", "Cyd: me"])
    }
  }
}
