import Campground
import TestSupport
import XCTest

final class CSVReaderTests: XCTestCase {
  private func rows(_ text: String) throws -> [[String]] {
    try rows(Data(text.utf8))
  }

  private func rows(_ data: Data) throws -> [[String]] {
    var reader = try CSVReader(data)
    var rows = [reader.header.names]
    while let row = try reader.next() {
      rows.append(row.fields)
    }
    return rows
  }

  private func problem(_ text: String) -> String? {
    do {
      _ = try rows(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func testPlainRows() throws {
    XCTAssertEqual(try rows("a,b\n1,2\n3,4\n"), [["a", "b"], ["1", "2"], ["3", "4"]])
    XCTAssertEqual(try rows("a,b\n1,2"), [["a", "b"], ["1", "2"]])
    XCTAssertEqual(try rows("a,b\n,\n"), [["a", "b"], ["", ""]])
    XCTAssertEqual(try rows("a, b \n 1,2"), [["a", " b "], [" 1", "2"]])
  }

  func testAnApostropheBeforeAFormulaIsTakenOff() throws {
    XCTAssertEqual(
      try rows("a,b,c\n'=1+1,\"'-5, x\",'+49\n'@x,'\tx,''=1\n"),
      [["a", "b", "c"], ["=1+1", "-5, x", "+49"], ["@x", "\tx", "'=1"]])
    XCTAssertEqual(
      try rows("a,b,c\n'quoted','15,'\n"), [["a", "b", "c"], ["'quoted'", "'15", "'"]])
    var reader = try CSVReader(Data("site\n'-1\n".utf8))
    XCTAssertEqual(try reader.next()?["site"], "-1")
  }

  func testQuotedFieldsHoldCommasQuotesAndLines() throws {
    XCTAssertEqual(
      try rows("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n\"\",\"two\r\nlines\"\n"),
      [["a", "b"], ["x, y", "say \"hi\""], ["", "two\r\nlines"]])
    XCTAssertEqual(try rows("a\n\"\"\"\"\n"), [["a"], ["\""]])
  }

  func testLineEndsAndByteOrderMark() throws {
    let expected = [["a", "b"], ["1", "2"], ["3", "4"]]
    XCTAssertEqual(try rows("\u{FEFF}a,b\r\n1,2\r\n3,4\r\n"), expected)
    XCTAssertEqual(try rows("a,b\r1,2\r3,4"), expected)
    XCTAssertEqual(try rows("a,b\n\n1,2\r\n\r\n3,4\n\n\n"), expected)
    XCTAssertEqual(try rows("a\n1\n\n2\n"), [["a"], ["1"], [""], ["2"]])
  }

  func testFieldsAreFoundByName() throws {
    var reader = try CSVReader(Data("site,loop\n065,C\n".utf8))
    let row = try XCTUnwrap(reader.next())
    XCTAssertEqual(row["loop"], "C")
    XCTAssertNil(row["colour"])
    XCTAssertEqual(row["site"], "065")
    XCTAssertEqual(row.number, 2)
    XCTAssertThrowsError(try reader.header.require(["colour"])) {
      XCTAssertEqual(
        "\($0)",
        "row 1, line 1, column 1: there is no column \"colour\"; the columns are site, loop")
    }
    XCTAssertNoThrow(try reader.header.require(["loop", "site"]))
    XCTAssertThrowsError(try reader.header.require(["site", "rate"]))
    XCTAssertEqual(
      "\(row.problem("loop", "no such loop"))",
      "row 2, line 2, column 5: loop: no such loop")
  }

  func testRowsOfTheWrongLengthAreNamedAndReadingGoesOn() throws {
    XCTAssertEqual(
      problem("a,b\n1,2\n3\n"),
      "row 3, line 3, column 1: 1 field where the header has 2: too few")
    XCTAssertEqual(
      problem("a,b\n\"x\ny\",2\n3,4,5\n"),
      "row 3, line 4, column 1: 3 fields where the header has 2: too many; put a field with a "
        + "comma in quotes")
    var reader = try CSVReader(Data("a,b\n1\n3,4\n".utf8))
    XCTAssertThrowsError(try reader.next())
    XCTAssertEqual(try reader.next()?.fields, ["3", "4"])
    XCTAssertNil(try reader.next())
  }

  func testBrokenQuotesAreNamedWhereTheyStand() {
    XCTAssertEqual(
      problem("a,b\n1,2\né,\"open\n3,4\n"),
      "row 3, line 3, column 3: this quote is never closed")
    XCTAssertEqual(
      problem("a,b\n1,5\" pipe\n"),
      "row 2, line 2, column 4: a quote inside a field; put the field in quotes and double the "
        + "quote")
    XCTAssertEqual(
      problem("a,b\n\"x\n\"y,2\n"),
      "row 2, line 3, column 2: text after a closing quote; double a quote inside a "
        + "quoted field")
  }

  func testTextThatIsNotUTF8IsRefusedWithItsPlace() {
    XCTAssertThrowsError(try rows(Data([0x61, 0x0A, 0xC3, 0xA9, 0xFF]))) {
      XCTAssertEqual(
        "\($0)",
        "row 2, line 2, column 2: the file is not UTF-8 from here on; save it as UTF-8, or name "
          + "its encoding")
    }
    XCTAssertThrowsError(try rows(Data([0x61, 0x0A, 0xE2, 0x82]))) {
      XCTAssertEqual(($0 as? CSVProblem)?.column, 1)
    }
  }

  func testHeaderFaults() {
    XCTAssertEqual(
      problem(""), "row 1, line 1, column 1: the file is empty; the first row must name the columns"
    )
    XCTAssertNotNil(problem("\n\n"))
    XCTAssertEqual(
      problem("a,b,a\n"), "row 1, line 1, column 5: the header has the column \"a\" twice")
  }

  func testAnyFieldsReadBackAsTheyWereWritten() throws {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", "é", "日本", ",", "\"", "\n", "\r\n", " ", "", "'", "\u{FEFF}", "0"]
    for _ in 0..<300 {
      let width = Int.random(in: 1...5, using: &generator)
      var expected = [(0..<width).map { "c\($0)" }]
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        expected.append(
          (0..<width).map { _ in
            (0..<Int.random(in: 0...4, using: &generator))
              .compactMap { _ in pieces.randomElement(using: &generator) }.joined()
          })
      }
      let text = expected.map { row in
        row.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }.joined(separator: ",")
      }.joined(separator: "\r\n")
      XCTAssertEqual(try rows(text), expected)
    }
  }

  /// The counts were taken with python3's csv module.
  func testRealCampgroundFiles() throws {
    guard let folder = ProcessInfo.processInfo.environment["CAMPGROUND_DATA"] else {
      throw XCTSkip("CAMPGROUND_DATA not set: the real campground files are not read")
    }
    let expected: [String: (rows: Int, columns: Int)] = [
      "campsites.csv": (1_676, 37), "campsite_attributes.csv": (36_603, 5),
      "stays.csv": (1_700, 9),
    ]
    for (name, size) in expected {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
      var reader = try CSVReader(data)
      XCTAssertEqual(reader.header.names.count, size.columns, name)
      var count = 0
      while try reader.next() != nil {
        count += 1
      }
      XCTAssertEqual(count, size.rows, name)
    }
  }

  /// Each field of a real file, hashed in order, against what python3 reads.
  func testRealFilesReadAsPythonReadsThem() throws {
    guard let folder = ProcessInfo.processInfo.environment["CAMPGROUND_DATA"] else {
      throw XCTSkip("CAMPGROUND_DATA not set: the real campground files are not read")
    }
    let file = URL(fileURLWithPath: folder).appendingPathComponent("campsites.csv")
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = [
      "python3", "-c",
      "import csv,sys,json; json.dump(list(csv.reader(open(sys.argv[1], newline=''))), sys.stdout)",
      file.path,
    ]
    let output = Pipe()
    python.standardOutput = output
    try python.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    python.waitUntilExit()
    guard python.terminationStatus == 0 else {
      throw XCTSkip("python3 is not here to compare with")
    }
    XCTAssertEqual(
      try rows(Data(contentsOf: file)),
      try JSONDecoder().decode([[String]].self, from: answer))
  }
}
