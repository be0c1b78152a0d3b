import XCTest

@testable import Rendering

final class DrawingTests: XCTestCase {
  private func grid(days: Int, rows: [(String, [DayGrid.Mark])]? = nil) -> DayGrid {
    let free = DayGrid.Mark(".", .quiet)
    return DayGrid(
      corner: "site",
      days: (0..<days).map { index in
        DayGrid.Day(
          period: index < 2 ? "June 2026" : "July 2026",
          number: index < 2 ? "\(29 + index)" : "0\(index - 1)", name: index == 3 ? "FR" : "mo")
      },
      rows: rows ?? [("15", Array(repeating: free, count: days))],
      legend: [(free, "free"), (DayGrid.Mark("R", .good), "reserved")])
  }

  func testDaysStandSideBySideUnderTheirMonth() {
    let marks = [
      DayGrid.Mark(edge: ">", "R", .good), DayGrid.Mark("R", .good),
      DayGrid.Mark(edge: "/", "R", .good), DayGrid.Mark(edge: "<", ".", .quiet),
    ]
    XCTAssertEqual(
      grid(days: 4, rows: [("15", marks), ("B001", marks)]).text(.init()),
      """
           Jun   July 2026
      site 29 30 01 02
           mo mo mo FR
      15   >R  R /R <.
      B001 >R  R /R <.

      . free · R reserved

      """)
  }

  func testWhatDoesNotFitGoesOnBelow() {
    let text = grid(days: 5).text(.init(width: 14))
    XCTAssertEqual(
      text,
      """
           Jun   July 2026
      site 29 30 01
           mo mo mo
      15    .  .  .

           July 2026
      site 02 03
           FR mo
      15    .  .

      . free
      R reserved

      """)
  }

  func testALegendThatFitsExactlyStaysOnItsLine() {
    let line = ". free · R reserved"
    XCTAssertTrue(grid(days: 1).text(.init(width: line.count)).hasSuffix("\n\n\(line)\n"))
    XCTAssertTrue(
      grid(days: 1).text(.init(width: line.count - 1)).hasSuffix("\n\n. free\nR reserved\n"))
  }

  func testNamesAreWrittenAcrossTheDaysThatHaveRoomForThem() {
    let ada = ["Ada Rivera", "A. Rivera", "Rivera"]
    let free = DayGrid.Mark(".", .quiet)
    let stay = { (edge: String) in DayGrid.Mark(edge: edge, "R", names: ada, .good) }
    let text = grid(
      days: 4,
      rows: [
        ("15", [stay(">"), stay(""), stay("/"), free]), ("B001", [free, stay(">"), free, free]),
      ]
    ).text(.init(width: 4 + 4 * 10))
    XCTAssertEqual(
      text,
      """
           June 2026           July 2026
      site 29        30        01        02
           mo        mo        mo        FR
      15   >R Ada Rivera ───── /R Rivera  .
      B001  .        >R Rivera  .         .

      . free · R reserved

      """)
    let narrow = grid(days: 4, rows: [("15", [stay(">"), stay(""), stay("/"), free])])
    XCTAssertTrue(narrow.text(.init(width: 30)).contains("15   >R  R /R  .\n"))
  }

  func testEvenTheNarrowestTerminalShowsADayAtATime() {
    let text = grid(days: 2).text(.init(width: 1))
    XCTAssertEqual(text.components(separatedBy: "site ").count, 3)
  }

  func testColoursAreOnlyThereWhereTheyAreWanted() {
    let marks = [DayGrid.Mark(edge: ">", "R", .good)]
    let plain = grid(days: 1, rows: [("15", marks)])
    XCTAssertFalse(plain.text(.init()).contains("\u{1B}"))
    XCTAssertTrue(
      plain.text(.init(usesColor: true)).contains("15   >\u{1B}[32mR\u{1B}[0m\n"))
  }

  func testAMonthIsDrawnInWeeks() {
    let day: (Int) -> WeekGrid.Day = { number in
      WeekGrid.Day(
        number: "\(number)",
        lines: [("\(number * 10) free", "\(number * 10)", .plain), ("+1", "+1", .quiet)])
    }
    let month = WeekGrid(
      title: "July", headings: ["Mo", "Tu", "We"], days: [nil, day(1), day(2), day(3)])
    XCTAssertEqual(
      month.text(.init()),
      """
      July
      ┌─────────┬─────────┬─────────┐
      │ Mo      │ Tu      │ We      │
      ├─────────┼─────────┼─────────┤
      │         │ 1       │ 2       │
      │         │ 10 free │ 20 free │
      │         │      +1 │      +1 │
      ├─────────┼─────────┼─────────┤
      │ 3       │         │         │
      │ 30 free │         │         │
      │      +1 │         │         │
      └─────────┴─────────┴─────────┘

      """)
    XCTAssertTrue(month.text(.init(width: 20)).contains("│    │ 10 │ 20 │\n"))
  }
}
