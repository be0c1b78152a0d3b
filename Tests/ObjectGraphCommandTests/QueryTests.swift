import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Tests of `fetch`, `count`, `group` and `explain` on a store with an arbitrary model.
final class QueryTests: ToolTestCase {
  override func setUpWithError() throws {
    try super.setUpWithError()
    try makeBundle()
    try makeStore()
  }

  func testObjectsAreShownByTheirIdentitiesInEachForm() throws {
    let query = "fetch Notes.sqlite Note where 'title ENDSWITH \"2\"'"
    XCTAssertEqual(
      try run(query + " --output jsonl"),
      "{\"SELF\":\"Note/p2\",\"title\":\"note 2\",\"body\":\"body\"}\n")
    XCTAssertEqual(try run(query), "SELF\ttitle\tbody\nNote/p2\tnote 2\tbody\n")
    XCTAssertEqual(try run(query + " --output csv"), "SELF,title,body\nNote/p2,note 2,body\n")
    XCTAssertEqual(
      try run(query + " --output box"),
      """
      ┌─────────┬────────┬──────┐
      │ SELF    │ title  │ body │
      ├─────────┼────────┼──────┤
      │ Note/p2 │ note 2 │ body │
      └─────────┴────────┴──────┘

      """)
    XCTAssertEqual(try run("fetch Notes.sqlite Note where 'title == nil'"), "Nothing found\n")
  }

  func testAnswersAreThoseOfSQL() throws {
    try addNotes(200)
    func sql(_ query: String) throws -> String {
      try withDatabase("for r in db.execute(\"\(query)\"): print(*r, sep='\\t')")
    }
    XCTAssertEqual(try run("count Notes.sqlite Note"), try sql("SELECT count(*) FROM ZNOTE"))
    XCTAssertEqual(
      try run("count Notes.sqlite Note where 'title LIKE \"note 1*\" OR body != nil'"),
      try sql("SELECT count(*) FROM ZNOTE WHERE ZTITLE LIKE 'note 1%' OR ZBODY IS NOT NULL"))
    XCTAssertEqual(
      try run("fetch Notes.sqlite Note select title sort 'title desc' limit 5 offset 2"),
      try "title\n" + sql("SELECT ZTITLE FROM ZNOTE ORDER BY ZTITLE DESC LIMIT 5 OFFSET 2"))
    XCTAssertEqual(
      try run("group Notes.sqlite Note by 'length(title) AS size' where 'body == nil'"),
      try "size\tcount\n"
        + sql(
          "SELECT length(ZTITLE), count(*) FROM ZNOTE WHERE ZBODY IS NULL GROUP BY 1 ORDER BY 1"))
    XCTAssertEqual(
      try run("fetch Notes.sqlite Note select 'body, count' group 'by body' having 'count > 2'"),
      "body\tcount\n\t201\n")
  }

  func testOptionsHaveDashesOrNoneAndPredicatesOneWordOrMany() throws {
    let answer = try run(
      "fetch Notes.sqlite Note where 'title > \"note 1\"' sort 'title desc' limit 1")
    XCTAssertTrue(answer.contains("note 3"), answer)
    for words in [
      "--where 'title > \"note 1\"' --sort 'title desc' --limit 1",
      "--where='title > \"note 1\"' --sort='title desc' --limit=1",
      "where title '>' '\"note 1\"' sort title desc limit 1",
      "limit 1 sort title desc --where title '>' '\"note 1\"'",
      "where 'title >\n  \"note 1\"' sort title desc limit 1",
    ] {
      XCTAssertEqual(try run("fetch Notes.sqlite Note \(words)"), answer, words)
    }
    XCTAssertEqual(
      try run("fetch --limit 1 Notes.sqlite note where 'title > \"note 2\"'"), answer,
      "options before the store, and an entity in small letters")
    XCTAssertEqual(try run("count Notes.sqlite Note where title == '#1'"), "0\n")
    XCTAssertEqual(try run("count Notes.sqlite Note where 'title == \"a;b\"'"), "0\n")
  }

  func testTheRestIsShownWhereAFileOfAValueIsMissing() throws {
    let photo = """
      <attribute name="photo" optional="YES" attributeType="Binary" \
      allowsExternalBinaryDataStorage="YES"/>
      """
    try makeBundle(contents("title", more: photo))
    let store = folder.appendingPathComponent("Photos.sqlite")
    let coordinator = try PersistentStoreCoordinator(
      managedObjectModel: VersionedModel(
        contentsOf: folder.appendingPathComponent("Notes.xcdatamodeld")
      ).currentModel())
    try coordinator.addPersistentStore(type: .sqlite, at: store)
    try BackgroundContext(coordinator: coordinator).performAndWait { context in
      for number in 1...3 {
        let note = try EntityDescription.insertNewObject(forEntityName: "Note", into: context)
        try note.setValue("note \(number)", forKey: "title")
        try note.setValue(
          Data(repeating: UInt8(number), count: number == 3 ? 3 : 500_000), forKey: "photo")
        try context.save()
      }
    }
    let whole = "SELF\ttitle\tphoto\nNote/p1\tnote 1\t500000 bytes\n"
    XCTAssertTrue(try run("fetch Photos.sqlite Note").hasPrefix(whole))
    let files = folder.appendingPathComponent(".Photos_SUPPORT/_EXTERNAL_DATA")
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
    XCTAssertEqual(names.count, 2)
    for name in names {
      try FileManager.default.removeItem(at: files.appendingPathComponent(name))
      let count = names.firstIndex(of: name) == 0 ? "a value" : "2 values"
      let answer = try run("fetch Photos.sqlite Note", expecting: 74)
      XCTAssertTrue(answer.contains("note 1\t"), answer)
      XCTAssertTrue(answer.contains("Note/p3\tnote 3\t3 bytes\n"), answer)
      XCTAssertTrue(answer.contains("objectgraph: error: \(count) could not be read\n"), answer)
      XCTAssertTrue(
        answer.contains(" photo: the store's external data file \(name) is missing\n"), answer)
      XCTAssertTrue(
        answer.hasSuffix(
          "hint: restore the folder _EXTERNAL_DATA next to the store "
            + "from a backup\n"), answer)
    }
    XCTAssertEqual(
      try run("fetch Photos.sqlite Note where 'title ENDSWITH \"3\"' --output jsonl"),
      "{\"SELF\":\"Note/p3\",\"title\":\"note 3\",\"photo\":\"AwMD\"}\n")
  }

  func testAQueryIsExplained() throws {
    let page = try run("explain fetch Notes.sqlite Note where 'title == \"note 1\"' sort body")
    XCTAssertTrue(page.hasPrefix("fetch of Note\nstore: Notes.sqlite\n  SELECT "), page)
    XCTAssertTrue(page.contains("  ZNOTE t0 (Note): scan"), page)
    XCTAssertTrue(try run("explain count Notes.sqlite Note").hasPrefix("count of Note\n"))
    XCTAssertTrue(
      try run("explain group Notes.sqlite Note by title").contains("GROUP BY t0.ZTITLE"))
  }

  func testWhatIsWrongIsSaidWithAHintAndTheStatus() throws {
    try Data("no store".utf8).write(to: folder.appendingPathComponent("text.sqlite"))
    try Data().write(to: folder.appendingPathComponent("empty.sqlite"))
    for (line, status, message, hint) in [
      ("count Notes.sqlite Noet", 65, "there is no entity \"Noet\"", "did you mean \"Note\"?"),
      (
        "count Notes.sqlite Note where 'titel == 1'", 65, "Note has no \"titel\"",
        "did you mean title?"
      ),
      (
        "count Notes.sqlite Note where 'NOT title'", 65, "expected a comparison operator",
        "see \"help predicate\""
      ),
      (
        "count Notes.sqlite Note where 'title == \"a'", 64, "the quote \" opened here is never",
        "close it"
      ),
      (
        "count Notes.sqlite Note where 'title == a;b'", 64, "a query ends at ;",
        "put text in quotes"
      ),
      ("fetch Notes.sqlite Note sort 'title dsc'", 64, "a sort key is followed", "did you mean"),
      ("fetch Notes.sqlite Note changes no", 64, "fetch does not expect \"changes\"", "options: "),
      (
        "fetch Notes.sqlite Note --wher x", 64, "fetch has no option --wher",
        "did you mean \"--where"
      ),
      ("group Notes.sqlite Note", 64, "group needs --by", "write it like group "),
      ("fetch Notes.sqlite", 64, "fetch needs ENTITY", "write it like fetch "),
      ("fetch none.sqlite Note", 66, "the store ", "check the path"),
      ("fetch . Note", 66, "the store ", "check the path"),
      ("fetch empty.sqlite Note", 66, "there is no store in ", "check the path"),
      ("fetch text.sqlite Note", 65, "\(folder.path)/text.sqlite is not a store", "check the path"),
      ("fetch Notes.sqlite Note --model none.xcdatamodel", 66, "", "check the path"),
    ] as [(String, Int32, String, String)] {
      let lines = try run(line, expecting: status).split(separator: "\n")
      XCTAssertEqual(lines.count, 2, "\(line): \(lines)")
      XCTAssertTrue(lines.first?.hasPrefix("objectgraph: error: \(message)") ?? false, "\(lines)")
      XCTAssertTrue(lines.last?.hasPrefix("hint: \(hint)") ?? false, "\(lines)")
    }
  }

  func testAStoreWithoutAModelIsReadWithOneThatIsGiven() throws {
    try withDatabase("db.execute('DROP TABLE Z_MODELCACHE')")
    let refusal = try run("count Notes.sqlite Note", expecting: 65)
    XCTAssertTrue(refusal.contains("Notes.sqlite contains no model"), refusal)
    XCTAssertTrue(
      refusal.hasSuffix(
        "hint: give --model the .xcdatamodeld or .xcdatamodel that it was made with\n"), refusal)
    for model in ["Notes.xcdatamodeld", "Notes.xcdatamodeld/Notes.xcdatamodel"] {
      XCTAssertEqual(try run("count Notes.sqlite Note --model \(model)"), "3\n")
    }
    try makeBundle(contents("title", "color"))
    XCTAssertEqual(
      try run("count Notes.sqlite Note --model Notes.xcdatamodeld"), "3\n",
      "an older version of it")
    let other = try run(
      "count Notes.sqlite Note --model 'Notes.xcdatamodeld/Notes 2.xcdatamodel'", expecting: 65)
    XCTAssertTrue(other.contains("was made with an unknown model"), other)
  }
}
