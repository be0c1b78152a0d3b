import XCTest

@testable import ObjectStore

/// The values of parameters, read from SQLite's text with the values in it.
final class ExpandedStatementTests: XCTestCase {
  func testEachKindOfLiteralIsRead() {
    let expanded =
      "INSERT INTO T VALUES (1, -2, 1.5, -2.5e-20, NULL, 'it''s', x'00ff', zeroblob(2), '')"
    XCTAssertEqual(
      ExpandedStatement.values(
        of: "INSERT INTO T VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", in: expanded),
      [
        .integer(1), .integer(-2), .real(1.5), .real(-2.5e-20), .null, .text("it's"),
        .blob([0, 255]), .blob([0, 0]), .text(""),
      ])
  }

  func testNumberedParametersAreToldOnceInTheOrderOfTheirNumbers() {
    XCTAssertEqual(
      ExpandedStatement.values(
        of: "SELECT ?2, '?1' FROM T WHERE x = ?1 AND (y = ?2 OR z IN (?10,?3))",
        in: "SELECT 7, '?1' FROM T WHERE x = 'a' AND (y = 7 OR z IN (NULL,1.5))"),
      [.text("a"), .integer(7), .real(1.5), .null])
  }

  func testQuestionMarksInQuotesAreNoParameters() {
    XCTAssertEqual(
      ExpandedStatement.values(
        of: "SELECT '?', \"a?\" FROM T WHERE x = ? AND y = '?''?' AND z = ?",
        in: "SELECT '?', \"a?\" FROM T WHERE x = 'a?b' AND y = '?''?' AND z = 7"),
      [.text("a?b"), .integer(7)])
  }

  func testLongValuesAreCutShortInWriting() {
    XCTAssertEqual("\(SQLParameter.text("it's"))", "'it''s'")
    XCTAssertEqual("\(SQLParameter.blob([1, 171]))", "x'01ab'")
    XCTAssertEqual(
      "\(SQLParameter.blob(Array(repeating: 0, count: 40)))",
      "x'" + String(repeating: "00", count: 32) + "…' (40 bytes)")
    XCTAssertEqual(
      "\(SQLParameter.text(String(repeating: "a", count: 201)))",
      "'" + String(repeating: "a", count: 200) + "…' (201 characters)")
  }

  func testDurationsAreWrittenWithThreeDigits() {
    XCTAssertEqual(Duration.microseconds(7).shortText, "7 µs")
    XCTAssertEqual(Duration.microseconds(999).shortText, "999 µs")
    XCTAssertEqual(Duration.microseconds(1_234).shortText, "1.23 ms")
    XCTAssertEqual(Duration.microseconds(12_340).shortText, "12.3 ms")
    XCTAssertEqual(Duration.milliseconds(123).shortText, "123 ms")
    XCTAssertEqual(Duration.milliseconds(1_500).shortText, "1.50 s")
  }

  func testAStepThatIsPartOfAnotherIsDrawnBelowIt() {
    let plan = QueryPlan(rows: [
      (2, 0, "MULTI-INDEX OR"), (3, 2, "INDEX 1"), (4, 3, "SEARCH t0 USING INDEX a (ZA=?)"),
      (9, 2, "INDEX 2"), (10, 9, "SEARCH t0 USING INDEX b (ZB=?)"), (20, 0, "SCAN t1"),
    ])
    XCTAssertEqual(
      "\(plan)",
      """
      |--MULTI-INDEX OR
      |  |--INDEX 1
      |  |  `--SEARCH t0 USING INDEX a (ZA=?)
      |  `--INDEX 2
      |     `--SEARCH t0 USING INDEX b (ZB=?)
      `--SCAN t1
      """)
  }

  func testWhatAPlanSaysOfATable() throws {
    let tables = TableAccess.aliases(
      in: "SELECT COUNT(*) FROM (SELECT 1 FROM ZA t0 LEFT JOIN ZB t1 ON t1.Z_PK = t0.ZB)")
    XCTAssertEqual(tables["t0"], "ZA")
    XCTAssertEqual(tables["t1"], "ZB")
    func access(_ detail: String) -> TableAccess? {
      TableAccess(detail, tables: ["t0": "ZA", "t1": "ZB"]) { _ in nil }
    }
    XCTAssertEqual(access("SCAN t0")?.method, .scan)
    XCTAssertEqual(access("SCAN t1 LEFT-JOIN")?.method, .scan)
    XCTAssertEqual(access("SCAN t0 USING COVERING INDEX Z_A_x")?.method, .indexScan("Z_A_x"))
    let search = try XCTUnwrap(access("SEARCH t0 USING INDEX my index (ZX=? AND ZY>?) LEFT-JOIN"))
    XCTAssertEqual(search.method, .index("my index"))
    XCTAssertEqual(search.columns, ["ZX", "ZY"])
    XCTAssertEqual(
      access("SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)")?.method, .primaryKey)
    XCTAssertEqual(
      access("SEARCH t1 USING AUTOMATIC COVERING INDEX (ZX=?)")?.method, .automaticIndex)
    XCTAssertNil(access("USE TEMP B-TREE FOR ORDER BY"))
    XCTAssertNil(access("SCAN json_each VIRTUAL TABLE INDEX 1:"))
  }
}
