import Foundation
import ObjectGraph
import XCTest

/// Relationships that are new, gone, renamed or lead to more than before.
@MainActor
final class InferredRelationshipsTests: MigrationTestCase {
  private func library(
    book: RelationshipDescription, author: RelationshipDescription, named: String = "Author"
  ) -> ManagedObjectModel {
    ManagedObjectModel {
      EntityDescription(named, renamingIdentifier: "Author") {
        AttributeDescription("name", .string)
        author
      }
      EntityDescription("Book") {
        AttributeDescription("title", .string)
        book
      }
    }
  }

  private var oneToMany: ManagedObjectModel {
    library(
      book: RelationshipDescription("author", toOne: "Author", inverse: "books"),
      author: RelationshipDescription("books", toMany: "Book", inverse: "author"))
  }

  /// Ann wrote A and C, Bob wrote B, nobody wrote D.
  private func makeLibrary(_ model: ManagedObjectModel) throws {
    try make(model) { context in
      let ann = try insert("Author", ["name": "Ann"], into: context)
      let bob = try insert("Author", ["name": "Bob"], into: context)
      try context.obtainPermanentIDs(for: [ann, bob])
      for (title, author) in [("A", ann), ("B", bob), ("C", ann), ("D", nil)] {
        let book = try insert("Book", ["title": title], into: context)
        try context.obtainPermanentIDs(for: [book])
        if let author { try book.setValue(author, forKey: "author") }
      }
    }
  }

  private func titles(_ key: String, of object: ManagedObject) throws -> [String] {
    let members = try object.value(forKey: key)
    let objects: [ManagedObject] =
      switch members {
      case let set as Set<ManagedObject>:
        set.sorted { "\($0.objectID)" < "\($1.objectID)" }
      case let ordered as OrderedSet<ManagedObject>: Array(ordered)
      default: []
      }
    return try objects.map {
      try ($0.value(forKey: $0.entity.name == "Book" ? "title" : "name")) as? String ?? ""
    }
  }

  func testAToOneRelationshipBecomesToMany() async throws {
    try makeLibrary(oneToMany)
    let container = try open(
      library(
        book: RelationshipDescription(
          "authors", toMany: "Author", inverse: "books", renamingIdentifier: "author"),
        author: RelationshipDescription("books", toMany: "Book", inverse: "authors")))
    let authors = try all("Author", container.viewContext)
    XCTAssertEqual(try authors.map { try titles("books", of: $0) }, [["A", "C"], ["B"]])
    let books = try all("Book", container.viewContext)
    XCTAssertEqual(
      try books.map { try titles("authors", of: $0) }, [["Ann"], ["Bob"], ["Ann"], []])
    // And it is kept as one that was to-many from the beginning.
    try books[3].setValue(Set(authors), forKey: "authors")
    try container.viewContext.save()
    try close(container)
    XCTAssertEqual(
      try sqlite3(
        file,
        """
        SELECT group_concat(Z_1AUTHORS || '-' || Z_2BOOKS) FROM
        (SELECT * FROM Z_1BOOKS ORDER BY Z_2BOOKS, Z_1AUTHORS)
        """), "1-1,2-2,1-3,1-4,2-4")
    try assertWhole()
  }

  func testARenamedEntityTakesItsRelationshipsAlong() async throws {
    try makeLibrary(oneToMany)
    let container = try open(
      library(
        book: RelationshipDescription(
          "writer", toOne: "Writer", inverse: "works", renamingIdentifier: "author"),
        author: RelationshipDescription(
          "works", toMany: "Book", inverse: "writer", renamingIdentifier: "books"),
        named: "Writer"))
    let writers = try all("Writer", container.viewContext)
    XCTAssertEqual(try writers.map { try titles("works", of: $0) }, [["A", "C"], ["B"]])
    try close(container)
    // Books come before writers in the alphabet, as they did not before authors.
    XCTAssertEqual(
      try sqlite3(file, "SELECT group_concat(Z_ENT || Z_NAME) FROM Z_PRIMARYKEY"), "1Book,2Writer")
    XCTAssertEqual(try sqlite3(file, "SELECT DISTINCT Z_ENT FROM ZWRITER"), "2")
    XCTAssertEqual(try sqlite3(file, "SELECT group_concat(Z_MAX) FROM Z_PRIMARYKEY"), "4,2")
  }

  func testARelationshipThatBecomesOrderedBeginsInTheOrderOfTheKeys() async throws {
    try makeLibrary(oneToMany)
    let container = try open(
      library(
        book: RelationshipDescription("author", toOne: "Author", inverse: "books"),
        author: RelationshipDescription(
          "books", toMany: "Book", inverse: "author", isOrdered: true)))
    let authors = try all("Author", container.viewContext)
    XCTAssertEqual(try titles("books", of: authors[0]), ["A", "C"])
    try close(container)
    // The first is 2048, each other one 1024 more.
    XCTAssertEqual(
      try sqlite3(file, "SELECT group_concat(coalesce(Z_FOK_AUTHOR, '-')) FROM ZBOOK"),
      "2048,2048,3072,-")
  }

  func testAnOrderSurvivesAndGetsLost() async throws {
    let ordered = library(
      book: RelationshipDescription("author", toOne: "Author", inverse: "books"),
      author: RelationshipDescription("books", toMany: "Book", inverse: "author", isOrdered: true))
    try make(ordered) { context in
      let ann = try insert("Author", ["name": "Ann"], into: context)
      let books = try ["A", "B", "C"].map { try insert("Book", ["title": $0], into: context) }
      try context.obtainPermanentIDs(for: books)
      try ann.setValue(OrderedSet([books[2], books[0], books[1]]), forKey: "books")
    }
    let renamed = library(
      book: RelationshipDescription("author", toOne: "Author", inverse: "works"),
      author: RelationshipDescription(
        "works", toMany: "Book", inverse: "author", isOrdered: true, renamingIdentifier: "books"))
    var container = try open(renamed)
    XCTAssertEqual(
      try titles("works", of: all("Author", container.viewContext)[0]), ["C", "A", "B"])
    try close(container)
    let unordered = library(
      book: RelationshipDescription("author", toOne: "Author", inverse: "works"),
      author: RelationshipDescription("works", toMany: "Book", inverse: "author"))
    // A program that may be older drops nothing by itself.
    XCTAssertThrowsError(try open(unordered)) { error in
      let message = (error as? ObjectGraphError)?.message ?? ""
      XCTAssertTrue(message.hasSuffix("would drop the order of Author.works"), message)
    }
    container = try open(unordered) { $0.modelVersions = [renamed] }
    XCTAssertEqual(
      try titles("works", of: all("Author", container.viewContext)[0]), ["A", "B", "C"])
  }

  func testAnOrderedToManyOfBothSidesKeepsItsOrder() async throws {
    let old = library(
      book: RelationshipDescription("authors", toMany: "Author", inverse: "books"),
      author: RelationshipDescription("books", toMany: "Book", inverse: "authors", isOrdered: true))
    try make(old) { context in
      let ann = try insert("Author", ["name": "Ann"], into: context)
      let bob = try insert("Author", ["name": "Bob"], into: context)
      let books = try ["A", "B", "C"].map { try insert("Book", ["title": $0], into: context) }
      try context.obtainPermanentIDs(for: [ann, bob] + books)
      try ann.setValue(OrderedSet([books[1], books[0]]), forKey: "books")
      try bob.setValue(OrderedSet([books[2], books[1]]), forKey: "books")
    }
    // A new entity at the head of the alphabet changes the numbers in all names.
    let new = ManagedObjectModel {
      EntityDescription("Aisle") { AttributeDescription("name", .string) }
      EntityDescription("Author") {
        AttributeDescription("name", .string)
        RelationshipDescription("books", toMany: "Book", inverse: "authors", isOrdered: true)
      }
      EntityDescription("Book") {
        AttributeDescription("title", .string)
        RelationshipDescription("authors", toMany: "Author", inverse: "books", isOrdered: true)
      }
    }
    let container = try open(new)
    let authors = try all("Author", container.viewContext)
    XCTAssertEqual(try authors.map { try titles("books", of: $0) }, [["B", "A"], ["C", "B"]])
    XCTAssertEqual(
      try titles("authors", of: all("Book", container.viewContext)[1]), ["Ann", "Bob"])
    try close(container)
    XCTAssertEqual(
      try sqlite3(file, "SELECT count(*) FROM Z_2BOOKS"), "4")
  }

  func testWhatLedToAnEntityThatIsGoneLeadsNowhere() async throws {
    let old = ManagedObjectModel {
      EntityDescription(
        "Animal", isAbstract: true,
        subentities: [
          EntityDescription("Cat") { AttributeDescription("lives", .integer16) },
          EntityDescription("Dog") { AttributeDescription("tricks", .integer16) },
        ]
      ) {
        AttributeDescription("name", .string)
        RelationshipDescription("keeper", toOne: "Person", inverse: "pet")
      }
      EntityDescription("Person") {
        AttributeDescription("name", .string)
        RelationshipDescription("pet", toOne: "Animal", inverse: "keeper")
        RelationshipDescription("friends", toMany: "Animal", inverse: nil)
      }
    }
    try make(old) { context in
      let cat = try insert("Cat", ["name": "Tom", "lives": 9], into: context)
      let dog = try insert("Dog", ["name": "Rex", "tricks": 2], into: context)
      try insert("Person", ["name": "Ann", "pet": cat, "friends": Set([cat, dog])], into: context)
      try insert("Person", ["name": "Bob", "pet": dog], into: context)
    }
    let new = ManagedObjectModel {
      EntityDescription(
        "Animal", isAbstract: true,
        subentities: [
          EntityDescription("Dog") { AttributeDescription("tricks", .integer16) }
        ]
      ) {
        AttributeDescription("name", .string)
        RelationshipDescription("keeper", toOne: "Person", inverse: "pet")
      }
      EntityDescription("Person") {
        AttributeDescription("name", .string)
        RelationshipDescription("pet", toOne: "Animal", inverse: "keeper")
        RelationshipDescription("friends", toMany: "Animal", inverse: nil)
      }
    }
    let container = try open(new) { $0.modelVersions = [old] }
    let people = try all("Person", container.viewContext)
    let sorted = try people.sorted {
      (try $0.value(forKey: "name") as? String ?? "")
        < (try $1.value(forKey: "name") as? String ?? "")
    }
    XCTAssertNil(try sorted[0].value(forKey: "pet"))
    XCTAssertEqual(try sorted[1].value(forKeyPath: "pet.name") as? String, "Rex")
    XCTAssertEqual(try titles("friends", of: sorted[0]), ["Rex"])
    try close(container)
    XCTAssertEqual(try sqlite3(file, "SELECT count(*) FROM ZANIMAL"), "1")
    try assertWhole()
  }

  func testNarrowerRelationshipsCannotBeInferred() async throws {
    func error(_ new: ManagedObjectModel, from old: ManagedObjectModel) -> [String] {
      do {
        _ = try MappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
        return []
      } catch {
        return error.underlyingErrors.map(\.message)
      }
    }
    let many = library(
      book: RelationshipDescription("authors", toMany: "Author", inverse: "books"),
      author: RelationshipDescription("books", toMany: "Book", inverse: "authors"))
    let one = library(
      book: RelationshipDescription(
        "author", toOne: "Author", inverse: "books", renamingIdentifier: "authors"),
      author: RelationshipDescription("books", toMany: "Book", inverse: "author"))
    XCTAssertEqual(error(one, from: many), ["Book.author becomes to-one"])
    XCTAssertEqual(error(many, from: one), [])
    let required = library(
      book: RelationshipDescription("author", toOne: "Author", inverse: "books"),
      author: RelationshipDescription("books", toMany: "Book", inverse: "author"))
    required.entitiesByName["Book"]?.properties.append(
      RelationshipDescription("editor", toOne: "Author", inverse: nil, isOptional: false))
    required.entities = required.entities
    XCTAssertEqual(error(required, from: oneToMany), ["Book.editor is new and required"])
  }
}
