import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// A library: authors write books, books stand under categories and have notes.
///
/// Each delete rule tells a story of its own: an author with books stays (deny), a book takes its
/// notes along (cascade), a category lets its books go (nullify), and the reader whose name stands
/// under a note is nobody's concern (no action).
@MainActor
final class LibraryTests: XCTestCase {
  private typealias Author = Library.Author
  private typealias Book = Library.Book
  private typealias Category = Library.Category
  private typealias Note = Library.Note
  private typealias Reader = Library.Reader

  private func make<Entity: Library.Named>(
    _ type: Entity.Type = Entity.self, _ name: String, in container: PersistentContainer
  ) throws -> Entity {
    let object = try container.viewContext.insertObject(type)
    object.name = name
    return object
  }

  func testBothSidesOfARelationshipAgreeAtOnce() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let tove = try make(Author.self, "Tove", in: container)
      let astrid = try make(Author.self, "Astrid", in: container)
      let book = try make(Book.self, "Comet in Moominland", in: container)
      book.author = astrid
      XCTAssertEqual(astrid.books, [book])
      tove.books = [book]
      XCTAssertTrue(book.author === tove)
      XCTAssertEqual(astrid.books, [])
      tove.books = []
      XCTAssertNil(book.author)
    }
  }

  func testABookStandsUnderManyCategoriesAndACategoryHasManyBooks() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let (comet, pippi) = (
        try make(Book.self, "Comet in Moominland", in: container),
        try make(Book.self, "Pippi Longstocking", in: container)
      )
      let (children, sky) = (
        try make(Category.self, "Children", in: container),
        try make(Category.self, "Sky", in: container)
      )
      children.books = [comet, pippi]
      comet.categories.insert(sky)
      XCTAssertEqual(sky.books, [comet])
      XCTAssertEqual(comet.categories, [children, sky])
      try context.save()
      comet.categories.remove(children)
      XCTAssertEqual(children.books, [pippi])
      try context.save()
      context.reset()
      let shelves = try Category.fetch(in: context) {
        $0.sortDescriptors = [FetchSortDescriptor(key: "name", ascending: true)]
      }
      XCTAssertEqual(shelves.map(\.name), ["Children", "Sky"])
      XCTAssertEqual(
        shelves.map { $0.books.map(\.name) },
        [
          ["Pippi Longstocking"], ["Comet in Moominland"],
        ])
    }
  }

  func testAnAuthorWithBooksCannotBeDeleted() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let tove = try make(Author.self, "Tove", in: container)
      let book = try make(Book.self, "Comet in Moominland", in: container)
      book.author = tove
      try context.save()
      context.delete(tove)
      XCTAssertThrowsError(try context.saveRollingBackOnError()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 1600)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "books")
      }
      XCTAssertEqual(tove.books, [book])
      context.delete(book)
      context.delete(tove)
      try context.save()
      XCTAssertEqual(try Author.count(in: context), 0)
    }
  }

  func testABookTakesItsNotesAlong() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let (comet, pippi) = (
        try make(Book.self, "Comet in Moominland", in: container),
        try make(Book.self, "Pippi Longstocking", in: container)
      )
      for book in [comet, comet, pippi] {
        try make(Note.self, "a note", in: container).book = book
      }
      try context.save()
      // One that is not saved yet goes as well.
      try make(Note.self, "another", in: container).book = comet
      context.reset()
      let stored = try XCTUnwrap(
        try Book.findOrFetch(
          in: context, matching: try FetchPredicate(format: "name BEGINSWITH %@", "Comet")))
      try make(Note.self, "a late one", in: container).book = stored
      context.delete(stored)
      try context.save()
      XCTAssertEqual(try Book.fetch(in: context).map(\.name), ["Pippi Longstocking"])
      XCTAssertEqual(try Note.fetch(in: context).map(\.book?.name), ["Pippi Longstocking"])
    }
  }

  func testACategoryLetsItsBooksGo() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let book = try make(Book.self, "Comet in Moominland", in: container)
      let (sky, children) = (
        try make(Category.self, "Sky", in: container),
        try make(Category.self, "Children", in: container)
      )
      book.categories = [sky, children]
      try context.save()
      context.delete(sky)
      try context.save()
      XCTAssertEqual(book.categories, [children])
      context.reset()
      XCTAssertEqual(
        try Book.fetch(in: context).map { $0.categories.map(\.name) }, [["Children"]])
    }
  }

  func testAReaderWhoLeftStillStandsUnderTheNote() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let ann = try make(Reader.self, "Ann", in: container)
      let note = try make(Note.self, "a note", in: container)
      note.reader = ann
      note.book = try make(Book.self, "Comet in Moominland", in: container)
      try context.save()
      let id = ann.objectID
      context.delete(ann)
      try context.save()
      context.reset()
      let stored = try XCTUnwrap(try Note.fetch(in: context).first)
      // The note leads to an object that is not there any more.
      XCTAssertEqual(stored.reader?.objectID, id)
      XCTAssertThrowsError(try context.existingObject(with: id)) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 133_000)
      }
      stored.reader = nil
      try context.save()
      XCTAssertNil(stored.reader)
    }
  }

  func testABookNeedsATitle() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let book: Book = try context.insertObject()
      XCTAssertThrowsError(try context.save()) { error in
        XCTAssertEqual((error as? ObjectGraphError)?.code.rawValue, 1570)
        XCTAssertEqual((error as? ObjectGraphError)?.key, "name")
        XCTAssertEqual((error as? ObjectGraphError)?.objectID, book.objectID)
      }
      book.name = "Comet in Moominland"
      try context.save()
    }
  }

  func testBooksAreFoundByWhatTheyLeadTo() async throws {
    try await eachKindOfStore(of: Library.makeModel()) { container in
      let context = container.viewContext
      let tove = try make(Author.self, "Tove", in: container)
      let sky = try make(Category.self, "Sky", in: container)
      let (comet, pippi) = (
        try make(Book.self, "Comet in Moominland", in: container),
        try make(Book.self, "Pippi Longstocking", in: container)
      )
      comet.author = tove
      comet.categories = [sky]
      for format in ["author.name == 'Tove'", "ANY categories.name == 'Sky'"] {
        let predicate = try FetchPredicate(format: format)
        let found = try Book.fetch(in: context) { $0.predicate = predicate }
        XCTAssertEqual(found, [comet], format)
      }
      try context.save()
      let others = try Book.fetch(in: context) {
        $0.predicate = try FetchPredicate(format: "categories.@count == 0")
      }
      XCTAssertEqual(others, [pippi])
    }
  }
}

private enum Library {
  /// What all of them have.
  protocol Named: ManagedEntity {
    var name: String { get set }
  }

  final class Author: ManagedObject, Named {
    @Managed("name") var name: String
    @Managed("books") var books: Set<Book>
  }

  final class Book: ManagedObject, Named {
    @Managed("name") var name: String
    @Managed("author") var author: Author?
    @Managed("categories") var categories: Set<Category>
    @Managed("notes") var notes: Set<Note>
  }

  final class Category: ManagedObject, Named {
    @Managed("name") var name: String
    @Managed("books") var books: Set<Book>
  }

  final class Note: ManagedObject, Named {
    @Managed("name") var name: String
    @Managed("book") var book: Book?
    @Managed("reader") var reader: Reader?
  }

  final class Reader: ManagedObject, Named {
    @Managed("name") var name: String
    @Managed("notes") var notes: Set<Note>
  }

  static func makeModel() -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Author", class: Author.self) {
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription(
          "books", toMany: "Book", inverse: "author", deleteRule: .denyDeleteRule)
      }
      EntityDescription("Book", class: Book.self) {
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription("author", toOne: "Author", inverse: "books")
        RelationshipDescription("categories", toMany: "Category", inverse: "books")
        RelationshipDescription(
          "notes", toMany: "Note", inverse: "book", deleteRule: .cascadeDeleteRule)
      }
      EntityDescription("Category", class: Category.self) {
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription("books", toMany: "Book", inverse: "categories")
      }
      EntityDescription("Note", class: Note.self) {
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription("book", toOne: "Book", inverse: "notes")
        RelationshipDescription("reader", toOne: "Reader", inverse: "notes")
      }
      EntityDescription("Reader", class: Reader.self) {
        AttributeDescription("name", .string, isOptional: false)
        RelationshipDescription(
          "notes", toMany: "Note", inverse: "reader", deleteRule: .noActionDeleteRule)
      }
    }
  }
}
