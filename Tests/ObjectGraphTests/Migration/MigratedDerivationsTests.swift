import Foundation
import ObjectGraph
import XCTest

/// Derived attributes that are new in a version, or depend on what changes.
@MainActor
final class MigratedDerivationsTests: MigrationTestCase {
  private func library(derived: Bool, pages: String = "pages") -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription("Author") {
        AttributeDescription("name", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "author")
        derived
          ? [
            DerivedAttributeDescription("searchName", .string, from: "canonical:(name)"),
            DerivedAttributeDescription("bookCount", .integer64, from: "books.@count"),
            DerivedAttributeDescription("pageCount", .integer64, from: "books.\(pages).@sum"),
          ] : []
      }
      EntityDescription("Book") {
        AttributeDescription(
          pages, .integer32, isOptional: false, default: .integer(10), renamingIdentifier: "pages")
        RelationshipDescription("author", toOne: "Author", inverse: "books")
        derived ? [DerivedAttributeDescription("authorName", .string, from: "author.name")] : []
      }
    }
  }

  private func makeLibrary(_ model: ManagedObjectModel) throws {
    try make(model) { context in
      let ann = try insert("Author", ["name": "Ánn"], into: context)
      try insert("Author", ["name": "Bob"], into: context)
      for pages in [100, 20] { try insert("Book", ["author": ann, "pages": pages], into: context) }
      try insert("Book", ["pages": 1], into: context)
    }
  }

  func testNewDerivedAttributesAreWorkedOut() async throws {
    try makeLibrary(library(derived: false))
    let container = try open(library(derived: true))
    try close(container)
    XCTAssertEqual(
      try sqlite3(
        file,
        """
        SELECT ZSEARCHNAME, ZBOOKCOUNT, ZPAGECOUNT FROM ZAUTHOR ORDER BY ZNAME DESC;
        SELECT count(*), group_concat(ZAUTHORNAME) FROM ZBOOK
        """), "ann|2|120\nbob|0|0\n3|Ánn,Ánn")
  }

  func testDerivedAttributesFollowAnAttributeThatIsRenamed() async throws {
    try makeLibrary(library(derived: true))
    let container = try open(library(derived: true, pages: "length"))
    let books = try all("Book", container.viewContext)
    try books[0].setValue(50, forKey: "length")
    try container.viewContext.save()
    try close(container)
    XCTAssertEqual(
      try sqlite3(
        file, "SELECT sum(ZPAGECOUNT) = (SELECT sum(ZLENGTH) FROM ZBOOK WHERE ZAUTHOR) FROM ZAUTHOR"
      ),
      "1")
  }
}
