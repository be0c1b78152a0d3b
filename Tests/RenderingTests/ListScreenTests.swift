import XCTest

@testable import Rendering

/// A list that fills the screen, as lines.
final class ListScreenTests: XCTestCase {
  private let columns: [ResultTable.Column] = [
    .init("code"), .init("camper"), .init("party", alignment: .trailing), .init("note"),
  ]

  private func screen(
    _ sections: [Int], headings: Bool = true, width: Int = 40, height: Int = 7
  ) -> ListScreen {
    ListScreen(
      columns: columns, outline: ListOutline(sections, hasHeadings: headings),
      total: sections.reduce(0, +), width: width, height: height)
  }

  private func row(_ number: Int) -> ListScreen.Content {
    .row([.text("R-\(number)"), .text("Ada"), .integer(Int64(number)), .null])
  }

  /// What the visible lines show when rows are numbered through each section.
  private func lines(_ screen: ListScreen) -> [String] {
    screen.lines(
      screen.visibleLines.map { line in
        switch line {
        case .heading(let section): .heading("section \(section)")
        case .row(let section, let row): self.row(section * 10 + row)
        }
      })
  }

  func testSectionsHaveHeadingsAndTheLastLineTellsHowManyThereAre() {
    XCTAssertEqual(
      lines(screen([2, 1], height: 8)),
      [
        "  code  camper  party", "section 0 (2)", "  R-0   Ada         0", "  R-1   Ada         1",
        "section 1 (1)", "  R-10  Ada        10", "", "3 results · type to filter · Ctrl-C ends",
      ])
  }

  func testWithoutHeadingsRowsBeginAtTheEdge() {
    XCTAssertEqual(
      lines(screen([1], headings: false, width: 80, height: 3)),
      [
        "code  camper  party", "R-0   Ada         0",
        "1 result · type to filter · ↑↓ PgUp PgDn Home End scroll · Ctrl-C ends",
      ])
  }

  func testScrollingStopsWhereTheListEnds() {
    var screen = screen([30], headings: false, height: 5)
    XCTAssertEqual(screen.bodyHeight, 3)
    XCTAssertEqual(screen.greatestTop, 27)
    screen.top = 12
    XCTAssertEqual(screen.visibleLines, (12...14).map { .row(section: 0, row: $0) })
    screen.top = 99
    XCTAssertEqual(screen.visibleLines, (27...29).map { .row(section: 0, row: $0) })
    screen.top = -1
    XCTAssertEqual(screen.visibleLines, (0...2).map { .row(section: 0, row: $0) })
    screen.height = 100
    XCTAssertEqual(screen.greatestTop, 0)
    XCTAssertEqual(screen.visibleLines.count, 30)
  }

  func testTheFilterStandsInTheLastLine() {
    var screen = screen([1], width: 80, height: 4)
    screen.filter = "ada"
    screen.total = 12
    XCTAssertEqual(
      lines(screen).last,
      "1 of 12 results · filter: ada · Backspace edits, Esc clears · Ctrl-C ends")
    screen.isSearching = true
    XCTAssertTrue(lines(screen).last?.hasPrefix("1 of 12 results … · filter: ada") ?? false)
    screen.outline = ListOutline([], hasHeadings: true)
    XCTAssertEqual(lines(screen)[1], "")
    screen.isSearching = false
    XCTAssertEqual(lines(screen)[1], "Nothing here has \"ada\" in it")
    screen.filter = ""
    XCTAssertEqual(lines(screen)[1], "There is nothing here yet")
  }

  func testColumnsWithoutValuesAreNotShownAndThoseWithoutRoomAreLeftOut() {
    let screen = screen([1], headings: false, width: 14, height: 3)
    let content: [ListScreen.Content] = [
      .row([.null, .text("Johnny Appleseed"), .integer(2), .null])
    ]
    XCTAssertEqual(screen.widths(content), [0, 16, 5, 0])
    XCTAssertEqual(screen.lines(content).prefix(2), ["camper", "Johnny Apples…"])
  }

  func testColumnsDoNotBecomeNarrowerWhileTheListIsScrolled() {
    var screen = screen([1], headings: false)
    screen.leastWidths = [9, 0, 0, 4]
    XCTAssertEqual(screen.widths([row(1)]), [9, 6, 5, 4])
  }

  func testNoLineIsWiderThanAnyScreenAndThereAreAsManyAsItHas() {
    for width in 0...90 {
      for height in 0...6 {
        for headings in [false, true] {
          var screen = screen([3, 4], headings: headings, width: width, height: height)
          screen.filter = height == 3 ? "é猫🏕" : ""
          let shown = lines(screen)
          XCTAssertEqual(shown.count, width == 0 ? 0 : height)
          for line in shown {
            XCTAssertLessThanOrEqual(DisplayWidth.of(line), max(1, width), line)
          }
        }
      }
    }
  }

  func testWhatWouldDisturbTheTerminalIsShownByItsEscape() {
    let screen = screen([1], height: 4)
    let shown = screen.lines([.heading("a\u{1B}[2Jb"), .row([.text("1\n2"), .text("x\ty")])])
    XCTAssertEqual(shown[1], "a\\x1b[2Jb (1)")
    XCTAssertEqual(shown[2], "  1\\n2  x\\ty")
  }

  func testAnOutlineKnowsWhatStandsOnEachOfItsLines() {
    let outline = ListOutline([2, 0, 1], hasHeadings: true)
    XCTAssertEqual(outline.count, 6)
    XCTAssertEqual(outline.rowCount, 3)
    XCTAssertEqual(
      outline.lines(0..<9),
      [
        .heading(section: 0), .row(section: 0, row: 0), .row(section: 0, row: 1),
        .heading(section: 1), .heading(section: 2), .row(section: 2, row: 0),
      ])
    XCTAssertEqual(ListOutline([], hasHeadings: true).lines(0..<9), [])
  }
}
