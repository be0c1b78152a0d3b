import Rendering
import XCTest

final class TextFormatTests: XCTestCase {
  private func render(
    _ format: OutputFormat, _ table: ResultTable, nullText: String = ""
  ) -> String {
    Renderer(format, options: .init(nullText: nullText)).text(of: table)
  }

  private func table(_ cells: [Cell]) -> ResultTable {
    ResultTable(columns: [.init("v")], rows: cells.map { [$0] })
  }

  func testTheFormatsHaveTheNamesOfTheOption() {
    XCTAssertEqual(
      OutputFormat.allCases.map(\.rawValue),
      ["table", "box", "markdown", "csv", "json", "jsonl", "line", "plain", "html"])
    XCTAssertNil(OutputFormat(rawValue: "xml"))
  }

  func testAMarkdownTableIsAlignedInItsSourceToo() {
    XCTAssertEqual(
      render(.markdown, Samples.sites),
      """
      | site | nights | rate  |
      | ---- | -----: | ----- |
      | A-15 |      3 | 45.00 |
      | 東   |     12 |       |

      """)
  }

  func testMarkdownKeepsEveryValueInItsCell() {
    XCTAssertEqual(
      render(.markdown, table([.text(#"a|b\|c"#), .text("x\r\ny\nz"), .text("<b> &lt; A & B")])),
      #"""
      | v                     |
      | --------------------- |
      | a\|b\\\|c             |
      | x<br>y<br>z           |
      | &lt;b> &amp;lt; A & B |

      """#)
  }

  func testLineWritesABlockForEachRow() {
    XCTAssertEqual(
      render(.line, Samples.sites),
      """
        site = A-15
      nights = 3
        rate = 45.00

        site = 東
      nights = 12
        rate =

      """)
    XCTAssertEqual(render(.line, table([.text("a\nb")])), "v = a\\nb\n")
    XCTAssertEqual(render(.line, table([])), "")
  }

  func testPlainIsValuesBetweenTabsUnderTheirHeadings() {
    XCTAssertEqual(render(.plain, Samples.sites), "site\tnights\trate\nA-15\t3\t45.00\n東\t12\t\n")
    XCTAssertEqual(
      render(.plain, table([.text("a\tb\nc\\d\r\u{1B}"), .null]), nullText: "\\N"),
      "v\na\\tb\\nc\\\\d\\r\\x1b\n\\N\n")
    XCTAssertEqual(render(.plain, table([])), "v\n")
  }

  func testValuesReadAsPeopleWriteThem() {
    let cells: [Cell] = [
      .boolean(true), .boolean(false), .double(0.1), .double(45), .double(.nan),
      .double(-.infinity), .decimal("12.50"), .integer(.max), .list([.integer(1), .null]),
      .object([("a", .text("x"))]),
    ]
    XCTAssertEqual(
      render(.plain, table(cells)),
      """
      v
      true
      false
      0.1
      45.0
      NaN
      -Infinity
      12.50
      9223372036854775807
      [1,null]
      {"a":"x"}

      """)
  }

  func testEveryFormatTakesEveryText() {
    for format in OutputFormat.allCases {
      for text in Samples.texts {
        let rendered = render(format, table([.text(text)]))
        XCTAssertTrue(rendered.hasSuffix("\n"), "\(format) \(text.debugDescription)")
      }
    }
  }
}
