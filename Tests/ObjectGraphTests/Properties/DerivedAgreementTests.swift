import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Derived values against what a walk over the objects finds, after many random changes.
@MainActor
final class DerivedAgreementTests: XCTestCase {
  func testDerivedValuesAgreeWithTheObjectsAfterEachOfManySaves() async throws {
    for rule in [DeleteRule.nullifyDeleteRule, .cascadeDeleteRule] {
      try await eachStore(model: LibraryModel.make(booksRule: rule)) { container in
        var random = SeededGenerator(seed: 19)
        let context = container.viewContext
        for round in 0..<60 {
          let writer = round % 3 == 0 ? context.makeChild() : context
          for _ in 0..<Int.random(in: 1...5, using: &random) {
            try change(writer, round, using: &random)
          }
          try writer.saveThrough()
          try check(context, "round \(round), saving context")
          if round % 4 == 0 { context.refreshAllObjects() }
          try await container.newBackgroundContext().perform { context in
            try Self.compare(context, "round \(round), fresh context")
          }
        }
      }
    }
  }

  private func check(_ context: ManagedObjectContext, _ place: String) throws {
    XCTAssertFalse(context.hasChanges, place)
    try Self.compare(context, place)
  }

  private func change(
    _ context: ManagedObjectContext, _ round: Int, using random: inout SeededGenerator
  ) throws {
    let authors = try Self.all(Author.self, in: context)
    let books = try Self.all(Book.self, in: context)
    let tags = try Self.all(Tag.self, in: context)
    let houses = try Self.all(Publisher.self, in: context)
    let author = authors.randomElement(using: &random)
    let book = books.randomElement(using: &random)
    let tag = tags.randomElement(using: &random)
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: _ = context.author("A\(round)-\(authors.count)", age: Int16(20 + round))
    case 2, 3, 4: _ = context.book("B\(round)", by: author, words: Int32(round * 10))
    case 5: Tag(context: context).books = Set(books.prefix(2))
    case 6:
      let house = Publisher(context: context)
      house.name = "P\(round)"
      house.authors = Set(authors.prefix(2))
    case 7: author?.name = "N\(round)-\(author?.objectID.description ?? "")"
    case 8: author?.publisher = houses.randomElement(using: &random)
    case 9: book?.author = authors.randomElement(using: &random)
    case 10: book?.words = Int32(round)
    case 11: if let book { tag?.books.formSymmetricDifference([book]) }
    case 12: if let tag { book?.tags = [tag] }
    default:
      let all: [ManagedObject?] = [author, book, tag, houses.randomElement(using: &random)]
      if let gone = all.compactMap({ $0 }).randomElement(using: &random) { context.delete(gone) }
    }
  }

  nonisolated private static func all<Object: ManagedObject>(
    _ type: Object.Type, in context: ManagedObjectContext
  ) throws -> [Object] {
    try context.fetch(FetchRequest<Object>(entityName: "\(type)"))
  }

  nonisolated private static func compare(_ context: ManagedObjectContext, _ place: String) throws {
    for author in try all(Author.self, in: context) {
      let words = author.books.compactMap(\.words)
      XCTAssertEqual(author.bookCount, Int64(author.books.count), place)
      XCTAssertEqual(author.wordCount, words.reduce(0) { $0 + Int64($1) }, place)
      XCTAssertEqual(author.longest, words.max(), place)
      XCTAssertEqual(author.shortest, words.min(), place)
      XCTAssertEqual(author.searchName, author.name?.lowercased(), place)
    }
    for book in try all(Book.self, in: context) {
      XCTAssertEqual(book.authorName, book.author?.name, place)
      XCTAssertEqual(book.publisherName, book.author?.publisher?.name, place)
    }
    for tag in try all(Tag.self, in: context) {
      XCTAssertEqual(tag.bookCount, Int32(tag.books.count), place)
      XCTAssertEqual(tag.oldestAuthor, tag.books.compactMap { $0.author?.age }.max(), place)
    }
  }
}
