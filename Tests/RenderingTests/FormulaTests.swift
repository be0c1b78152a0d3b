import Rendering
import TestSupport
import XCTest

/// Texts that a spreadsheet would compute.
final class FormulaTests: XCTestCase {
  private func text(_ cells: [Cell], guarded: Bool = true) -> String {
    let table = ResultTable(
      columns: cells.indices.map { .init("c\($0)") }, rows: [cells])
    let text = Renderer(.csv, options: .init(guardsFormulas: guarded)).text(of: table)
    return String(text.split(separator: "\n", maxSplits: 1)[1].dropLast())
  }

  func testATextThatBeginsLikeAFormulaGetsAnApostrophe() {
    XCTAssertEqual(
      text([.text("=1+1"), .text("+49 555"), .text("-5"), .text("@SUM"), .text("\tx")]),
      "'=1+1,'+49 555,'-5,'@SUM,'\tx")
    XCTAssertEqual(
      text([.text("a=1"), .text(""), .text(" =1"), .text("O'Brien")]), "a=1,\"\", =1,O'Brien")
    XCTAssertEqual(text([.text("=\"a\",b"), .null]), "\"'=\"\"a\"\",b\",")
  }

  func testApostrophesBeforeAFormulaGetOneMoreSoThatTakingOneOffIsExact() {
    XCTAssertEqual(text([.text("'=1"), .text("''-")]), "''=1,'''-")
    XCTAssertEqual(text([.text("'quoted'"), .text("'")]), "'quoted','")
  }

  func testNumbersAndDatesStayAsTheyAre() {
    XCTAssertEqual(
      text([.integer(-5), .decimal("-12.50"), .double(-0.5), .boolean(true), .text("2026-07-01")]),
      "-5,-12.50,-0.5,true,2026-07-01")
  }

  func testListsAndHeadingsAreTextsToo() {
    let table = ResultTable(
      columns: [.init("-rate"), .init("b")],
      rows: [[.list([.text("=a"), .text("b")]), .object([("+x", .integer(-1))])]])
    XCTAssertEqual(
      Renderer(.csv, options: .init(guardsFormulas: true)).text(of: table),
      "'-rate,b.+x\n'=a; b,-1\n")
  }

  func testWithoutTheOptionAndInOtherFormatsTextsStayAsTheyAre() {
    XCTAssertEqual(text([.text("=1"), .text("-x")], guarded: false), "=1,-x")
    let table = ResultTable(columns: [.init("a")], rows: [[.text("=1")]])
    for format in OutputFormat.allCases where format != .csv {
      let text = Renderer(format, options: .init(guardsFormulas: true)).text(of: table)
      XCTAssertFalse(text.contains("'="), "\(format)")
    }
  }

  func testFurtherRowsHaveNoHeadings() {
    let table = ResultTable(columns: [.init("a"), .init("b")], rows: [[.text("=1"), .null]])
    XCTAssertEqual(
      Renderer(.csv, options: .init(guardsFormulas: true)).rows(of: table), "'=1,\n")
  }
}
