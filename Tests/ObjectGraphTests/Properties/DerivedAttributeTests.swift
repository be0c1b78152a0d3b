import Foundation
import ObjectGraph
import XCTest

/// Attributes that a save works out from others.
@MainActor
final class DerivedAttributeTests: XCTestCase {
  private func eachLibrary(
    booksRule: DeleteRule = .nullifyDeleteRule,
    extra: @autoclosure () -> [PropertyDescription] = [],
    _ body: @MainActor (PersistentContainer, ManagedObjectContext) async throws -> Void
  ) async throws {
    try await eachStore(model: LibraryModel.make(booksRule: booksRule, extra: extra())) {
      try await body($0, $0.viewContext)
    }
  }

  // MARK: From the object itself

  func testValuesOfTheObjectItselfAreDerivedAtTheSaveAndNotBefore() async throws {
    try await eachLibrary { _, context in
      let author = context.author("Émile ＺＯＬＡ")
      XCTAssertNil(author.searchName)
      try context.save()
      XCTAssertEqual(author.searchName, "emile zola")
      XCTAssertEqual(author.loudName, "ÉMILE ＺＯＬＡ")
      author.name =
        "Zadie Smith, who has a name that needs more room than the row had for it before"
      XCTAssertEqual(author.searchName, "emile zola")
      try context.save()
      XCTAssertEqual(
        author.searchName,
        "zadie smith, who has a name that needs more room than the row had for it before")
      author.name = nil
      try context.save()
      XCTAssertNil(author.searchName)
      XCTAssertFalse(context.hasChanges)
    }
  }

  func testNowIsTheMomentOfTheObjectsOwnLastSave() async throws {
    try await eachLibrary { _, context in
      let author = context.author("Ann")
      let other = context.author("Bob")
      let before = Date()
      try context.save()
      let first = try XCTUnwrap(author.lastSaved)
      XCTAssertTrue((before...Date()).contains(first))
      XCTAssertEqual(other.lastSaved, first)
      author.age = 31
      try context.save()
      XCTAssertGreaterThan(try XCTUnwrap(author.lastSaved), first)
      XCTAssertEqual(other.lastSaved, first)
    }
  }

  func testAFetchSearchesAndSortsByDerivedValues() async throws {
    try await eachLibrary { container, context in
      for name in ["Zola", "Ångström", "andersen"] { _ = context.author(name) }
      try context.save()
      let request = FetchRequest<Author>(entityName: "Author")
      request.predicate = try FetchPredicate(format: "searchName BEGINSWITH %@", "an")
      request.sortDescriptors = [FetchSortDescriptor(key: "searchName", ascending: true)]
      XCTAssertEqual(try context.fetch(request).map(\.name), ["andersen", "Ångström"])
      let background = container.newBackgroundContext()
      let names = try await background.perform { context in
        let request = FetchRequest<Author>(entityName: "Author")
        request.sortDescriptors = [FetchSortDescriptor(key: "loudName", ascending: false)]
        return try context.fetch(request).map(\.loudName)
      }
      XCTAssertEqual(names, ["ÅNGSTRÖM", "ZOLA", "ANDERSEN"])
    }
  }

  // MARK: Over to-one relationships

  func testACopyFollowsTheObjectThatItIsTakenFrom() async throws {
    try await eachLibrary { _, context in
      let ann = context.author("Ann")
      let bob = context.author("Bob")
      let book = context.book("Tea", by: ann)
      try context.save()
      XCTAssertEqual(book.authorName, "Ann")
      ann.name = "Anna"
      try context.save()
      XCTAssertEqual(book.authorName, "Anna")
      book.author = bob
      try context.save()
      XCTAssertEqual(book.authorName, "Bob")
      context.delete(bob)
      try context.save()
      XCTAssertNil(book.authorName)
    }
  }

  func testACopyOverTwoRelationshipsFollowsBoth() async throws {
    try await eachLibrary { _, context in
      let house = Publisher(context: context)
      house.name = "House"
      let other = Publisher(context: context)
      other.name = "Other"
      let ann = context.author("Ann")
      let book = context.book("Tea", by: ann)
      try context.save()
      XCTAssertNil(book.publisherName)
      ann.publisher = house
      try context.save()
      XCTAssertEqual(book.publisherName, "House")
      house.name = "House of Books"
      try context.save()
      XCTAssertEqual(book.publisherName, "House of Books")
      other.authors = [ann]
      try context.save()
      XCTAssertEqual(book.publisherName, "Other")
      context.delete(ann)
      try context.save()
      XCTAssertNil(book.publisherName)
    }
  }

  // MARK: Over to-many relationships

  func testACountFollowsMembersWhicheverSideChanges() async throws {
    try await eachLibrary { _, context in
      let ann = context.author("Ann")
      let bob = context.author("Bob")
      let tea = context.book("Tea", by: ann)
      let novel = Novel(context: context)
      novel.author = ann
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [2, 0])
      bob.books = [tea]
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [1, 1])
      novel.author = bob
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [0, 2])
      context.delete(tea)
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [0, 1])
      novel.author = nil
      try context.save()
      XCTAssertEqual([ann.bookCount, bob.bookCount], [0, 0])
    }
  }

  func testSumsAndExtremesFollowTheMembersValues() async throws {
    try await eachLibrary { _, context in
      let ann = context.author("Ann")
      try context.save()
      XCTAssertEqual(ann.wordCount, 0)
      XCTAssertNil(ann.longest)
      XCTAssertNil(ann.averageWords)
      XCTAssertEqual(ann.income, 0)
      let tea = context.book("Tea", by: ann, words: 100)
      let rum = context.book("Rum", by: ann, words: 201)
      _ = context.book("Empty", by: ann)
      (tea.price, rum.price) = (Decimal(string: "0.1"), Decimal(string: "0.2"))
      try context.save()
      XCTAssertEqual(ann.wordCount, 301)
      XCTAssertEqual([ann.shortest, ann.longest], [100, 201])
      XCTAssertEqual(ann.averageWords, 150.5)
      XCTAssertEqual(ann.income, Decimal(string: "0.3"))
      rum.words = nil
      try context.save()
      XCTAssertEqual(ann.wordCount, 100)
      XCTAssertEqual(ann.longest, 100)
      context.delete(tea)
      context.delete(rum)
      try context.save()
      XCTAssertEqual(ann.wordCount, 0)
      XCTAssertNil(ann.shortest)
    }
  }

  func testManyToManyRelationshipsAreFollowedFromBothSides() async throws {
    try await eachLibrary { _, context in
      let ann = context.author("Ann", age: 40)
      let bob = context.author("Bob", age: 50)
      let tea = context.book("Tea", by: ann)
      let rum = context.book("Rum", by: bob)
      let drink = Tag(context: context)
      drink.books = [tea]
      try context.save()
      XCTAssertEqual(drink.bookCount, 1)
      XCTAssertEqual(drink.oldestAuthor, 40)
      rum.tags = [drink]
      try context.save()
      XCTAssertEqual(drink.bookCount, 2)
      XCTAssertEqual(drink.oldestAuthor, 50)
      ann.age = 60
      try context.save()
      XCTAssertEqual(drink.oldestAuthor, 60)
      tea.author = bob
      try context.save()
      XCTAssertEqual(drink.oldestAuthor, 50)
      context.delete(rum)
      try context.save()
      XCTAssertEqual(drink.bookCount, 1)
      drink.books = []
      try context.save()
      XCTAssertEqual(drink.bookCount, 0)
      XCTAssertNil(drink.oldestAuthor)
    }
  }

  func testACascadeIsFollowed() async throws {
    try await eachLibrary(booksRule: .cascadeDeleteRule) { _, context in
      let ann = context.author("Ann")
      let tea = context.book("Tea", by: ann)
      let drink = Tag(context: context)
      tea.tags = [drink]
      try context.save()
      XCTAssertEqual(drink.bookCount, 1)
      context.delete(ann)
      try context.save()
      XCTAssertEqual(drink.bookCount, 0)
      XCTAssertNil(drink.oldestAuthor)
    }
  }

  // MARK: Several contexts

  func testAnotherContextHasTheValueWhenItRefreshesOrMerges() async throws {
    try await eachLibrary { container, context in
      let ann = context.author("Ann")
      try context.save()
      XCTAssertEqual(ann.bookCount, 0)
      let id = ann.objectID
      let background = container.newBackgroundContext()
      func add(_ title: String) async throws {
        try await background.perform { context in
          let book = Book(context: context)
          book.title = title
          book.author = context.object(with: id) as? Author
          try context.save()
        }
      }
      try await add("Tea")
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.bookCount, 1)
      ann.motto = "unsaved"
      try await add("Rum")
      context.refresh(ann, mergeChanges: true)
      XCTAssertEqual(ann.bookCount, 2)
      XCTAssertEqual(ann.motto, "unsaved")
      context.automaticallyMergesChangesFromParent = true
      try await add("Gin")
      // What was sent to the main queue before comes before.
      await Task.yield()
      for _ in 0..<1000 where ann.bookCount != 3 { await Task.yield() }
      XCTAssertEqual(ann.bookCount, 3)
      XCTAssertEqual(ann.motto, "unsaved")
      try context.save()
      XCTAssertEqual(ann.bookCount, 3)
    }
  }

  func testAFaultWithAnOlderRowShowsTheNewValue() async throws {
    try await eachLibrary { container, context in
      let background = container.newBackgroundContext()
      try await background.perform { context in
        _ = context.author("Ann")
        try context.save()
      }
      let ann = try XCTUnwrap(context.fetch(FetchRequest<Author>(entityName: "Author")).first)
      XCTAssertTrue(ann.isFault)
      let id = ann.objectID
      try await background.perform { context in
        _ = context.book("Tea", by: context.object(with: id) as? Author)
        try context.save()
      }
      XCTAssertEqual(ann.bookCount, 1)
    }
  }

  func testAnObjectThatChangesInADerivedValueAloneHasNoConflict() async throws {
    try await eachLibrary { container, context in
      let ann = context.author("Ann")
      try context.save()
      let id = ann.objectID
      ann.motto = "mine"
      try await container.newBackgroundContext().perform { context in
        _ = context.book("Tea", by: context.object(with: id) as? Author)
        try context.save()
      }
      try context.save()
      XCTAssertEqual(ann.motto, "mine")
      context.refresh(ann, mergeChanges: false)
      XCTAssertEqual(ann.bookCount, 1)
    }
  }

  func testTheWholeChainOfContextsHasTheValues() async throws {
    try await eachLibrary { container, context in
      let ann = context.author("Ann")
      try context.save()
      let child = context.makeChild()
      let mine = try XCTUnwrap(child.object(with: ann.objectID) as? Author)
      let book = child.book("Tea", by: mine, words: 7)
      mine.name = "Anna"
      try child.saveThrough()
      XCTAssertEqual(mine.bookCount, 1)
      XCTAssertEqual(ann.bookCount, 1)
      XCTAssertEqual(ann.wordCount, 7)
      XCTAssertEqual(ann.searchName, "anna")
      XCTAssertEqual(book.authorName, "Anna")
      book.words = 9
      try child.saveThrough()
      XCTAssertEqual(mine.wordCount, 9)
      XCTAssertEqual(ann.wordCount, 9)
      book.words = 11
      try child.save()
      XCTAssertEqual(ann.wordCount, 9)
      try context.save()
      XCTAssertEqual(ann.wordCount, 11)
      child.refreshAllObjects()
      XCTAssertEqual(mine.wordCount, 11)
    }
  }

  // MARK: Refusals

  func testASaveThatFailsLeavesDerivedValuesAsTheyWere() async throws {
    try await eachLibrary { _, context in
      let ann = context.author("Ann")
      try context.save()
      ann.motto = "x"
      _ = context.book("Tea", by: ann)
      let twin = context.author("Ann")
      XCTAssertThrowsError(try context.save())
      XCTAssertEqual(ann.bookCount, 0)
      XCTAssertNil(twin.searchName)
      twin.name = "Bob"
      try context.save()
      XCTAssertEqual(ann.bookCount, 1)
      XCTAssertEqual(twin.searchName, "bob")
    }
  }

  func testASumThatDoesNotFitFailsTheSaveAndChangesNothing() async throws {
    try await eachLibrary(
      extra: [DerivedAttributeDescription("small", .integer16, from: "books.words.@sum")]
    ) { _, context in
      let ann = context.author("Ann")
      let tea = context.book("Tea", by: ann, words: 32_767)
      try context.save()
      XCTAssertEqual(try ann.value(forKey: "small") as? Int64, 32_767)
      tea.words = 32_768
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationNumberTooLarge)
        XCTAssertEqual(error?.key, "small")
      }
      context.rollback()
      XCTAssertEqual(tea.words, 32_767)
      let fetched = try context.fetch(FetchRequest<Book>(entityName: "Book"))
      XCTAssertEqual(fetched.map(\.words), [32_767])
    }
  }

  // Fact 79.
  func testAMandatoryDerivedAttributeFailsTheFirstInsertUnlessItHasAValue() async throws {
    try await eachLibrary(
      extra: [
        DerivedAttributeDescription("count", .integer64, from: "books.@count", isOptional: false)
      ]
    ) { _, context in
      let ann = context.author("Ann")
      XCTAssertThrowsError(try context.save()) { error in
        let error = error as? ObjectGraphError
        XCTAssertEqual(error?.code, .validationMissingMandatoryProperty)
        XCTAssertEqual(error?.key, "count")
      }
      try ann.setValue(0, forKey: "count")
      _ = context.book("Tea", by: ann)
      try context.save()
      XCTAssertEqual(try ann.value(forKey: "count") as? Int64, 1)
    }
  }

  func testAValueThatWasSetByHandIsOverwrittenByTheSave() async throws {
    try await eachLibrary { _, context in
      let ann = context.author("Ann")
      (ann.bookCount, ann.searchName) = (9, "nonsense")
      try context.save()
      XCTAssertEqual(ann.bookCount, 0)
      XCTAssertEqual(ann.searchName, "ann")
      (ann.bookCount, ann.searchName) = (9, "nonsense")
      XCTAssertEqual(ann.bookCount, 9)
      try context.save()
      context.refreshAllObjects()
      XCTAssertEqual(ann.bookCount, 0)
      XCTAssertEqual(ann.searchName, "ann")
    }
  }

  // Fact 186: the store in memory derives too, which Core Data's refuses (DESIGN.md, section 6).
  func testTheStoreInMemoryTakesDerivedAttributes() throws {
    let container = try PersistentContainer(
      name: "Library", managedObjectModel: LibraryModel.make(), descriptions: [.inMemory()])
    XCTAssertNoThrow(try container.loadPersistentStores())
  }

  // Fact 121.
  func testAnExpressionThatDoesNotFitIsRefusedWithTheModel() {
    func problem(_ type: AttributeType, _ format: String) -> ObjectGraphError? {
      let model = LibraryModel.make(
        extra: [DerivedAttributeDescription("derived", type, from: format)])
      do {
        _ = try PersistentStoreCoordinator(managedObjectModel: model)
        return nil
      } catch {
        return error as? ObjectGraphError
      }
    }
    XCTAssertNil(problem(.integer64, "books.@count"))
    XCTAssertNil(problem(.integer64, "books.words.@sum"))
    let misplaced = problem(.integer64, "books.@sum.words")
    XCTAssertEqual(misplaced?.code, .persistentStoreIncompatibleSchema)
    XCTAssertEqual(misplaced?.repair, "put the operator last: books.words.@sum")
    XCTAssertEqual(problem(.string, "publisher.nme")?.repair, "did you mean name?")
    let refused: [(AttributeType, String)] = [
      (.string, "books.title"), (.integer64, "books"), (.integer64, "age.@sum"),
      (.string, "publisher"), (.integer64, "name"), (.string, "uppercase:(age)"),
      (.string, "searchName"), (.integer64, "bookCount"), (.string, "now()"),
      (.integer64, "books.words.@avg"), (.integer64, "publisher.authors.@count"),
      (.integer64, "books.tags.bookCount.@sum"), (.string, "shout:(name)"),
      (.integer64, "books.words.@median"), (.integer32, "age.length"), (.integer64, "books.@sum"),
    ]
    for (type, format) in refused {
      XCTAssertEqual(
        problem(type, format)?.code, .persistentStoreIncompatibleSchema, "\(type) from \(format)")
    }
  }
}
