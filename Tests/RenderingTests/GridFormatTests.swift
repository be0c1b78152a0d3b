import Rendering
import XCTest

final class GridFormatTests: XCTestCase {
  private func render(
    _ format: OutputFormat, _ table: ResultTable, _ options: Renderer.Options = .init()
  ) -> String {
    Renderer(format, options: options).text(of: table)
  }

  func testATableHasAHeaderDashesAndRowsWithoutBlankEnds() {
    XCTAssertEqual(
      render(.table, Samples.sites),
      """
      site | nights | rate
      -----+--------+------
      A-15 |      3 | 45.00
      東   |     12 |

      """)
  }

  func testABoxIsDrawnAroundEverything() {
    XCTAssertEqual(
      render(.box, Samples.sites, .init(nullText: "NULL")),
      """
      ┌──────┬────────┬───────┐
      │ site │ nights │ rate  │
      ├──────┼────────┼───────┤
      │ A-15 │      3 │ 45.00 │
      │ 東   │     12 │ NULL  │
      └──────┴────────┴───────┘

      """)
  }

  func testAResultWithoutRowsShowsItsHeader() {
    let table = ResultTable(columns: [.init("a"), .init("b")], rows: [])
    XCTAssertEqual(render(.table, table), "a | b\n--+--\n")
    XCTAssertEqual(render(.box, table), "┌───┬───┐\n│ a │ b │\n├───┼───┤\n└───┴───┘\n")
  }

  func testAResultWithoutColumnsIsNoText() {
    for format in [OutputFormat.table, .box, .markdown, .csv, .line, .plain] {
      XCTAssertEqual(render(format, ResultTable(columns: [], rows: [[], []])), "")
    }
  }

  func testShortRowsEndInNullsAndLongRowsLoseNothing() {
    let table = ResultTable(columns: [.init("a")], rows: [[], [.integer(1), .integer(2)]])
    XCTAssertEqual(
      render(.table, table, .init(nullText: "-")), "a | column 2\n--+---------\n- | -\n1 | 2\n")
  }

  func testControlsAreShownAndNeverReachTheTerminal() {
    let table = ResultTable(
      columns: [.init("a\nb")], rows: [[.text("x\t\u{1B}[2J\r\u{9B}\u{2028}é")]])
    XCTAssertEqual(
      render(.table, table),
      "a\\nb\n-----------------------\nx\\t\\x1b[2J\\r\\x9b\\u2028é\n")
  }

  func testTextIsFoldedBetweenWordsToFitTheTerminalAndCutOnlyWhereThatIsNotEnough() {
    let table = ResultTable(
      columns: [.init("name"), .init("amount", alignment: .trailing)],
      rows: [[.text("Johnny Appleseed"), .decimal("12345678.90")]])
    // 16 + 3 + 11 = 30 columns are wanted.
    XCTAssertEqual(
      render(.table, table, .init(width: 30)),
      "name             |      amount\n-----------------+------------\n"
        + "Johnny Appleseed | 12345678.90\n")
    // 9 for the longest word, 3 and 11.
    XCTAssertEqual(
      render(.table, table, .init(width: 23)),
      "name      |      amount\n----------+------------\nJohnny    | 12345678.90\nAppleseed |\n")
    XCTAssertEqual(
      render(.table, table, .init(width: 22)),
      "name     |      amount\n---------+------------\nJohnny … | 12345678.90\n")
    XCTAssertEqual(
      render(.table, table, .init(width: 13)),
      "name  | amou…\n------+------\nJohn… | 1234…\n")
  }

  func testTheWidestColumnsAreCutFirst() {
    let table = ResultTable(
      columns: [.init("a"), .init("b"), .init("c")],
      rows: [[.text("12"), .text("1234567890"), .text("12345678")]])
    // 20 less the frame of 10 leaves 10: 2, and 4 for each of the others.
    XCTAssertEqual(
      render(.box, table, .init(width: 20)),
      """
      ┌────┬──────┬──────┐
      │ a  │ b    │ c    │
      ├────┼──────┼──────┤
      │ 12 │ 123… │ 123… │
      └────┴──────┴──────┘

      """)
  }

  func testHeadingsAreFoldedBeforeTextsAre() {
    let table = ResultTable(
      columns: [.init("guest"), .number("available to date")],
      rows: [[.text("Ada Lee"), .integer(7)], [.text("Bo"), .null]])
    // 7 for the longest text, 7 for the frame, and 9 for a heading on two lines.
    XCTAssertEqual(
      render(.box, table, .init(width: 23)),
      """
      ┌─────────┬───────────┐
      │ guest   │ available │
      │         │   to date │
      ├─────────┼───────────┤
      │ Ada Lee │         7 │
      │ Bo      │           │
      └─────────┴───────────┘

      """)
  }

  func testALongTextTakesThreeLinesAndALongWordIsBroken() {
    let text = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    let table = ResultTable(columns: [.init("note")], rows: [[.text(text)]])
    XCTAssertEqual(
      render(.table, table, .init(width: 24)),
      "note\n------------------------\none two three four five\nsix seven eight nine ten\n"
        + "eleven twelve thirteen …\n")
    let address = ResultTable(
      columns: [.init("email")], rows: [[.text("kasey.mcfarland@campground.example")]])
    XCTAssertEqual(
      render(.table, address, .init(width: 20)),
      "email\n--------------------\nkasey.mcfarland@camp\nground.example\n")
  }

  func testColumnsAreChosenByRankAndAsidesFoldNothing() {
    let table = ResultTable(
      columns: [
        .init("code"), .init("guest"), .init("to", rank: .second), .number("nights", rank: .third),
        .init("party", rank: .aside),
      ],
      rows: [
        [.text("R-1"), .text("Johnny Appleseed"), .text("2026-07-01"), .integer(2), .text("2 men")]
      ])
    func columns(_ width: Int) -> [Int] {
      Renderer(.table, options: .init(width: width)).columnsThatFit(table).sorted()
    }
    // All as they are: 4, 16, 10, 6 and 5, with 12 between them.
    XCTAssertEqual(columns(53), [0, 1, 2, 3, 4])
    XCTAssertEqual(columns(52), [0, 1, 2, 3])
    // With the guest in 9: 4, 9, 10 and 6 with 9 between them.
    XCTAssertEqual(columns(38), [0, 1, 2, 3])
    XCTAssertEqual(columns(37), [0, 1, 2])
    // The date of the second rank has no room, but the number of the third does.
    XCTAssertEqual(columns(28), [0, 1, 3])
    XCTAssertEqual(columns(16), [0, 1])
    XCTAssertEqual(columns(15), [0, 3])
  }

  func testAWideCharacterThatDoesNotFitLeavesABlank() {
    let table = ResultTable(columns: [.init("a")], rows: [[.text("東京都")], [.text("a東京都")]])
    XCTAssertEqual(
      render(.box, table, .init(width: 8)),
      """
      ┌──────┐
      │ a    │
      ├──────┤
      │ 東…  │
      │ a東… │
      └──────┘

      """)
  }

  func testEveryLineFitsWhateverTheWidth() {
    let rows = Samples.texts.map { [Cell.text($0), .integer(.min), .text($0 + $0 + $0)] }
    let columns = ["t", "n", "ttt"].map { ResultTable.Column($0) }
    for width in 13...60 {
      for format in [OutputFormat.table, .box] {
        let text = render(format, ResultTable(columns: columns, rows: rows), .init(width: width))
        let widest = text.split(separator: "\n").map { DisplayWidthProbe.width($0) }.max() ?? 0
        XCTAssertLessThanOrEqual(widest, width)
      }
    }
  }

  func testATerminalTooNarrowForAnythingStillShowsEveryColumn() {
    let table = ResultTable(columns: [.init("aa"), .init("bb")], rows: [])
    XCTAssertEqual(render(.table, table, .init(width: 7)), "aa | bb\n---+---\n")
    for width in [-5, 0, 1, 5] {
      XCTAssertEqual(render(.table, table, .init(width: width)), "… | …\n--+--\n")
    }
  }

  func testOnlyGridsAreCut() {
    let table = ResultTable(columns: [.init("long heading")], rows: [[.text("long value")]])
    for format in OutputFormat.allCases where format != .table && format != .box {
      XCTAssertEqual(render(format, table, .init(width: 4)), render(format, table))
    }
  }

  func testColourIsOnTheTextAloneAndChangesNoLayout() {
    let options = Renderer.Options(usesColor: true, nullText: "NULL")
    let table = ResultTable(
      columns: [.init("a", alignment: .trailing), .init("bc")],
      rows: [[.integer(10), .null]])
    XCTAssertEqual(
      render(.table, table, options),
      " \u{1B}[1ma\u{1B}[0m | \u{1B}[1mbc\u{1B}[0m\n---+-----\n10 | \u{1B}[2mNULL\u{1B}[0m\n")
    for format in [OutputFormat.markdown, .csv, .json, .jsonl, .plain] {
      XCTAssertFalse(render(format, table, options).contains("\u{1B}"))
    }
  }
}
