import CommandKit
import ObjectGraph
import Rendering
import XCTest

@testable import QueryKit

/// Tests of queries on a store whose model the commands do not know.
@MainActor
final class QueryTests: XCTestCase {
  private var shelf: Bookshelf!

  override func setUp() async throws { shelf = try Bookshelf() }

  func testObjectsAreShownWithTheLabelsOfWhatTheyLeadTo() async throws {
    XCTAssertEqual(
      try shelf.run("fetch Book where title == \"Emma\""),
      "{\"title\":\"Emma\",\"year\":1815,\"price\":7.5,\"read\":\"2020-02-29\","
        + "\"bought\":\"2020-02-29\",\"cover\":\"AQID\",\"author\":\"Austen\"}\n")
    XCTAssertEqual(
      try shelf.run("fetch Book select author, count group by author having count > 1"),
      "{\"author\":\"Austen\",\"count\":2}\n")
  }

  func testWithoutNamesObjectsAreShownByTheirIdentities() async throws {
    shelf = try Bookshelf(CellStyle(byIdentityWith: { .text("\($0.count) bytes") }))
    XCTAssertEqual(
      try shelf.run("fetch Book where year < 1817"),
      "{\"SELF\":\"Book/p1\",\"title\":\"Emma\",\"year\":1815,\"price\":7.5,\"read\":\"2020-02-29\","
        + "\"bought\":\"2020-02-29\",\"cover\":\"3 bytes\",\"author\":\"Author/p1\"}\n")
    XCTAssertTrue(
      try shelf.run("fetch Book where title == \"Beowulf\"").hasPrefix("{\"SELF\":\"Poem/p4\""))
    XCTAssertEqual(
      try shelf.run("fetch Book select SELF, author where year == 1965", as: .csv),
      "SELF,author\nBook/p3,Author/p2\n")
  }

  func testWhatIsReadAlongIsWhatLabelsAreMadeOf() async throws {
    let entity = try shelf.entity(called: "book")
    XCTAssertEqual(EntityTable(entity, shelf.cellStyle).relationships, ["author"])
    let style = CellStyle(byIdentityWith: { _ in .null })
    XCTAssertEqual(EntityTable(entity, style).relationships, [])
  }

  func testRowsAreCountedAndGrouped() async throws {
    XCTAssertEqual(try shelf.run("count Book"), "{\"count\":4}\n")
    XCTAssertEqual(try shelf.run("count Book subentities no"), "{\"count\":3}\n")
    XCTAssertEqual(try shelf.run("count author where ANY books.year > 1900"), "{\"count\":1}\n")
    XCTAssertEqual(
      try shelf.run("group Book by author.name count sum price max read where year != nil"),
      """
      {"author.name":"Austen","count":2,"sum(price)":13.5,"max(read)":"2020-02-29"}
      {"author.name":"Herbert","count":1,"sum(price)":9.0,"max(read)":"2021-05-01"}

      """)
  }

  func testNothingIsSaidOfAScratchPadWhereThereIsNone() async throws {
    XCTAssertTrue(shelf.fault("count Book changes no").contains("does not expect \"changes\""))
    let fetch = try XCTUnwrap(Bookshelf.grammar.match(["fetch"])).command
    XCTAssertNil(fetch.option(named: "changes"))
    XCTAssertEqual(fetch.spellings, [["fetch"]], "no noun, and so no short form")
  }

  func testAQueryIsExplained() async throws {
    let page = try shelf.run("explain count Book where year == 1815", as: .plain)
    XCTAssertTrue(page.hasPrefix("count of Book\nstore: in memory\n  SELECT COUNT(*)"), page)
  }

  func testAListIsWatchedInSections() async throws {
    let rows = try shelf.run("watch Book by author.name where year < 1900 for 0")
    XCTAssertEqual(rows.split(separator: "\n").count, 2, rows)
    XCTAssertTrue(
      rows.hasPrefix("{\"change\":null,\"section\":\"Austen\",\"title\":\"Emma\""), rows)
  }

  func testWhatIsUnknownIsMarked() async throws {
    XCTAssertEqual(
      shelf.fault("fetch Bok"),
      """
      error: there is no entity "Bok"
      fetch Bok
            ^~~
      hint: did you mean "Book"?
      """)
    XCTAssertEqual(
      shelf.fault("fetch Book where yaer > 1"),
      """
      error: Book has no "yaer"
      fetch Book where yaer > 1
                       ^~~~
      hint: did you mean year?
      """)
  }

  func testCompletionKnowsTheModelAndTheValues() async throws {
    XCTAssertEqual(shelf.candidates("fetch "), ["Author", "Book", "Poem"])
    XCTAssertEqual(
      shelf.candidates("fetch Poem where l"), ["lines", "log(", "ln(", "lowercase(", "length("])
    XCTAssertEqual(shelf.candidates("count Book where year "), PredicatePosition.operators)
    XCTAssertEqual(
      shelf.candidates("count Book where author.name == "), ["\"Austen\"", "\"Herbert\""])
    XCTAssertEqual(shelf.candidates("count Book where bought == "), ["2020-02-29"])
    XCTAssertEqual(shelf.candidates("group Book by year sum pr"), ["price"])
  }
}
