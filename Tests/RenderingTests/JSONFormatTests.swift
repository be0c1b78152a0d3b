import Foundation
import Rendering
import TestSupport
import XCTest

final class JSONFormatTests: XCTestCase {
  private func render(
    _ format: OutputFormat, _ columns: [String], _ rows: [[Cell]]
  ) -> String {
    Renderer(format, options: .init(nullText: "unused"))
      .text(of: ResultTable(columns: columns.map { .init($0) }, rows: rows))
  }

  private func value(_ cell: Cell) -> String {
    String(render(.jsonl, ["v"], [[cell]]).dropFirst(#"{"v":"#.count).dropLast(2))
  }

  func testOneArrayWithAnObjectALineInColumnOrder() {
    XCTAssertEqual(
      render(.json, ["b", "a"], [[.integer(1), .text("x")], [.null, .boolean(true)]]),
      "[{\"b\":1,\"a\":\"x\"},\n{\"b\":null,\"a\":true}]\n")
    XCTAssertEqual(render(.json, ["a"], []), "[]\n")
  }

  func testLinesAreObjectsAndNothingElse() {
    XCTAssertEqual(
      render(.jsonl, ["a"], [[.integer(1)], [.text("x\ny")]]), "{\"a\":1}\n{\"a\":\"x\\ny\"}\n")
    XCTAssertEqual(render(.jsonl, ["a"], []), "")
  }

  func testNumbersAreExact() {
    XCTAssertEqual(value(.integer(.min)), "-9223372036854775808")
    XCTAssertEqual(value(.decimal("12.50")), "12.50")
    XCTAssertEqual(
      value(.decimal("-0.12345678901234567890123456789012345678")),
      "-0.12345678901234567890123456789012345678")
    XCTAssertEqual(value(.double(0.1)), "0.1")
    XCTAssertEqual(value(.double(1.0 / 3.0)), "0.3333333333333333")
    XCTAssertEqual(value(.double(-0.0)), "-0.0")
  }

  func testNumbersThatJSONLacksAreNull() {
    for number in [Double.nan, .infinity, -.infinity] {
      XCTAssertEqual(value(.double(number)), "null")
    }
    for digits in ["NaN", "-Infinity", "inf"] { XCTAssertEqual(value(.decimal(digits)), "null") }
  }

  func testADecimalThatIsNoJSONNumberIsAString() {
    for digits in ["007", ".5", "5.", "+1", "1,5", "", "1e", "0x1F", "1\n", "٣"] {
      XCTAssertTrue(value(.decimal(digits)).hasPrefix("\""), digits)
    }
    for digits in ["0", "-0", "0.0", "1e5", "1.5E-10"] {
      XCTAssertEqual(value(.decimal(digits)), digits)
    }
  }

  func testEveryControlCharacterIsEscaped() {
    for code in Array(0..<0x20) + Array(0x7F..<0xA0) {
      let scalar = Unicode.Scalar(UInt8(code))
      let text = value(.text("a\(Character(scalar))b"))
      XCTAssertTrue(text.hasPrefix("\"a\\"), text.debugDescription)
      XCTAssertFalse(text.unicodeScalars.contains(scalar))
    }
    XCTAssertEqual(
      value(.text("\"\\/\u{8}\u{C}\n\r\t\u{1B}\u{2028}")),
      #""\"\\/\b\f\n\r\t\u001b\u2028""#)
  }

  func testNestedValuesKeepTheirOrder() {
    XCTAssertEqual(
      value(.object([("z", .list([.null, .boolean(false), .list([])])), ("a", .object([]))])),
      #"{"z":[null,false,[]],"a":{}}"#)
  }

  func testMembersOfTheSameNameAreToldApart() {
    XCTAssertEqual(
      render(
        .jsonl, ["a", "a", "a_2", "a"], [[.integer(1), .integer(2), .integer(3), .integer(4)]]),
      "{\"a\":1,\"a_3\":2,\"a_2\":3,\"a_4\":4}\n")
    XCTAssertEqual(value(.object([("k", .null), ("k", .integer(1))])), #"{"k":null,"k_2":1}"#)
  }

  func testPythonReadsBackEveryValue() throws {
    let rows = Samples.texts.map { text -> [Cell] in
      [.text(text), .list([.text(text)]), .object([(text, .text(text))])]
    }
    let script = """
      import json, sys
      text = open(sys.argv[1], newline='', encoding='utf-8').read()
      rows = json.loads(text)
      assert text.count('\\n') == len(rows), 'an object a line'
      for row in rows:
          assert list(row) == ['a', 'b', 'c']
          assert row['b'] == [row['a']] and row['c'] == {row['a']: row['a']}
      print(json.dumps([row['a'] for row in rows]))
      """
    let input = render(.json, ["a", "b", "c"], rows)
    let read = try JSONDecoder().decode(
      [String].self, from: Data(Python.output(of: script, input: input).utf8))
    XCTAssertEqual(
      read.map { Array($0.unicodeScalars) }, Samples.texts.map { Array($0.unicodeScalars) })
  }

  func testDoublesAreTheShortestTextThatPythonReadsBack() throws {
    let bits: [UInt64] = (0..<400).map { $0 &* 0x9E37_79B9_7F4A_7C15 }
    let doubles =
      bits.map(Double.init(bitPattern:)).filter(\.isFinite)
      + [0, -0.0, 0.1, 1e16, 1e22, 123_456_789, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    let script = """
      import json, struct, sys
      from decimal import Decimal
      for line in open(sys.argv[1]):
          exact = json.loads(line, parse_float=Decimal)['v']
          # repr() is the shortest too.
          assert exact == Decimal(repr(float(exact))), line
          print(struct.unpack('>Q', struct.pack('>d', float(exact)))[0])
      """
    let output = try Python.output(
      of: script, input: render(.jsonl, ["v"], doubles.map { [.double($0)] }))
    XCTAssertEqual(
      output.split(separator: "\n").map(String.init), doubles.map { String($0.bitPattern) })
  }
}
