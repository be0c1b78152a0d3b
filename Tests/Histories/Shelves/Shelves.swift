import ObjectGraph

/// What the actors of a history of shelves work on: shelves and the books on them, known by number.
public class Thing: ManagedObject {
  @Managed("number") public var number: Int16
  @Managed("first") public var first: Int64
  @Managed("second") public var second: Int64
}

/// A shelf, which is never deleted.
public final class Shelf: Thing {
  @Managed("books") public var books: Set<Book>
  @Managed("bookCount") public var bookCount: Int64
}

/// A book, which may stand on a shelf and be about some topics.
public final class Book: Thing {
  @Managed("shelf") public var shelf: Shelf?
  @Managed("topics") public var topics: Set<Topic>
}

/// What a book is about; never changed itself.
public final class Topic: ManagedObject {
  @Managed("number") public var number: Int16
  @Managed("books") public var books: Set<Book>
}

/// The numbers of things, and the model of their store.
public enum Shelves {
  public static let shelves = 0..<2
  public static let topics = 0..<3
  /// The books that a history begins with; those that are inserted get the numbers after these.
  public static let books = 10..<13

  /// Shelves, books and topics. The books' side keeps the pairs of books and topics, so that a pair
  /// that comes or goes raises the version of the book.
  public static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(
        "Thing", class: Thing.self, isAbstract: true,
        subentities: [
          EntityDescription("Shelf", class: Shelf.self) {
            RelationshipDescription("books", toMany: "Book", inverse: "shelf")
            DerivedAttributeDescription("bookCount", .integer64, from: "books.@count")
          },
          EntityDescription("Book", class: Book.self) {
            RelationshipDescription("shelf", toOne: "Shelf", inverse: "books")
            RelationshipDescription("topics", toMany: "Topic", inverse: "books")
          },
        ]
      ) {
        AttributeDescription("number", .integer16, isOptional: false, default: .integer(0))
        AttributeDescription("first", .integer64, isOptional: false, default: .integer(0))
        AttributeDescription("second", .integer64, isOptional: false, default: .integer(0))
      }
      EntityDescription("Topic", class: Topic.self) {
        AttributeDescription("number", .integer16, isOptional: false, default: .integer(0))
        RelationshipDescription("books", toMany: "Book", inverse: "topics")
      }
    }
  }

  /// What each thing is like when a history begins.
  public static let beginning: [Int: Content] = [
    0: Content(books: [10, 11]), 1: Content(),
    10: Content(shelf: 0, topics: [0]), 11: Content(shelf: 0), 12: Content(topics: [0, 1]),
  ]

  /// Puts everything in a store back to the beginning.
  public static func restore(in context: ManagedObjectContext) throws {
    defer { withExtendedLifetime(context) {} }
    for book in try context.fetch(FetchRequest<Book>()) { context.delete(book) }
    var shelves: [Int: Shelf] = [:]
    for shelf in try context.fetch(FetchRequest<Shelf>()) {
      (shelf.first, shelf.second) = (0, 0)
      shelves[Int(shelf.number)] = shelf
    }
    var topics: [Int: Topic] = [:]
    for topic in try context.fetch(FetchRequest<Topic>()) { topics[Int(topic.number)] = topic }
    for number in Self.shelves where shelves[number] == nil {
      let shelf = Shelf(context: context)
      shelf.number = Int16(number)
      shelves[number] = shelf
    }
    for number in Self.topics where topics[number] == nil {
      let topic = Topic(context: context)
      topic.number = Int16(number)
      topics[number] = topic
    }
    for number in Self.books {
      guard let content = beginning[number] else { continue }
      let book = Book(context: context)
      book.number = Int16(number)
      book.shelf = content.shelf.flatMap { shelves[$0] }
      book.topics = Set(content.topics.compactMap { topics[$0] })
    }
    try context.save()
  }

  /// All things that a context finds.
  public static func contents(in context: ManagedObjectContext) throws -> [Int: Content] {
    try withExtendedLifetime(context) {
      Dictionary(
        try context.fetch(FetchRequest<Thing>(entityName: "Thing")).map {
          (Int($0.number), Content($0))
        },
        uniquingKeysWith: { first, _ in first })
    }
  }
}
