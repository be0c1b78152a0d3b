import Rendering
import XCTest

final class HTMLFormatTests: XCTestCase {
  private let table = ResultTable(
    columns: [.init("a & b"), .number("n")],
    rows: [[.text("<b>\"Ada\"</b>\nRivera"), .decimal("12.50")], [.null, .integer(-3)]])

  func testCellsAreEscapedAndNumbersFlushRight() {
    XCTAssertEqual(
      Renderer(.html).text(of: table),
      """
      <table>
      <thead>
      <tr><th>a &amp; b</th><th class="number">n</th></tr>
      </thead>
      <tbody>
      <tr><td>&lt;b&gt;&quot;Ada&quot;&lt;/b&gt;<br>Rivera</td><td class="number">12.50</td></tr>
      <tr><td></td><td class="number">-3</td></tr>
      </tbody>
      </table>

      """)
  }

  func testOnlyAFileOfPagesHasAHead() {
    XCTAssertTrue(Renderer(.html).head(title: "a<b").contains("<title>a&lt;b</title>"))
    XCTAssertTrue(Renderer(.html).head(title: "").hasPrefix("<!DOCTYPE html>\n"))
    XCTAssertEqual(Renderer(.csv).head(title: "a"), "")
    XCTAssertEqual(Renderer(.box).head(title: "a"), "")
  }

  func testSentencesKeepTheirLines() {
    XCTAssertEqual(Renderer(.html).plain("1 < 2\n3\n"), "<pre>1 &lt; 2\n3</pre>\n")
    XCTAssertEqual(Renderer(.table).plain("1 < 2\n"), "1 < 2\n")
  }
}
