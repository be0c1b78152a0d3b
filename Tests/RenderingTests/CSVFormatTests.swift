import Foundation
import Rendering
import TestSupport
import XCTest

final class CSVFormatTests: XCTestCase {
  private func csv(_ columns: [String], _ rows: [[Cell]], nullText: String = "") -> String {
    let table = ResultTable(columns: columns.map { .init($0) }, rows: rows)
    return Renderer(.csv, options: .init(nullText: nullText)).text(of: table)
  }

  func testOnlyWhatNeedsQuotesHasThem() {
    XCTAssertEqual(
      csv(
        ["a", "b,c"], [[.text("say \"hi\""), .text("two\nlines")], [.text(" x "), .integer(-5)]]),
      "a,\"b,c\"\n\"say \"\"hi\"\"\",\"two\nlines\"\n x ,-5\n")
  }

  func testANullIsBareAndTheTextThatLooksLikeItIsQuoted() {
    XCTAssertEqual(csv(["a", "b"], [[.null, .text("")]]), "a,b\n,\"\"\n")
    XCTAssertEqual(
      csv(["a", "b", "c"], [[.null, .text("NULL"), .text("")]], nullText: "NULL"),
      "a,b,c\nNULL,\"NULL\",\n")
  }

  func testARowOfOneEmptyValueIsStillARow() {
    XCTAssertEqual(csv(["a"], [[.null], [.text("")]]), "a\n\"\"\n\"\"\n")
    XCTAssertEqual(csv([""], [[.integer(1)]]), "\"\"\n1\n")
  }

  func testACellIsOneValue() {
    XCTAssertEqual(
      csv(["a"], [[.list([.integer(1), .text("x")])], [.list([])], [.text("y")]]),
      "a\n1; x\n\"\"\ny\n")
    XCTAssertEqual(
      csv(
        ["a", "b"],
        [
          [.object([("k", .integer(1)), ("l", .list([.text("x")]))]), .integer(2)],
          [.null, .integer(3)],
        ]),
      "a.k,a.l,b\n1,x,2\n,,3\n")
  }

  func testAListOfObjectsHasRowsOfItsOwnAndIsLeftOut() {
    XCTAssertEqual(
      csv(["a", "b"], [[.integer(1), .list([.object([("k", .integer(2))])])]]), "a\n1\n")
    XCTAssertEqual(csv(["a"], [[.list([.object([])])]]), "")
  }

  func testPythonReadsBackEveryText() throws {
    let names = ["first", "sec\"ond", "th,ird\n"]
    let rows = Samples.texts.map { [$0, $0 + $0, "x\($0)y"] }
    let text = csv(names, rows.map { $0.map { .text($0) } })
    let script = """
      import csv, json, sys
      with open(sys.argv[1], newline='', encoding='utf-8') as f:
          print(json.dumps(list(csv.reader(f, strict=True))))
      """
    let read = try JSONDecoder().decode(
      [[String]].self, from: Data(Python.output(of: script, input: text).utf8))
    XCTAssertEqual(
      read.map { $0.map { Array($0.unicodeScalars) } },
      ([names] + rows).map { $0.map { Array($0.unicodeScalars) } })
    let single = csv(["only"], Samples.texts.map { [.text($0)] })
    let column = try JSONDecoder().decode(
      [[String]].self, from: Data(Python.output(of: script, input: single).utf8))
    XCTAssertEqual(column, [["only"]] + Samples.texts.map { [$0] })
  }
}
