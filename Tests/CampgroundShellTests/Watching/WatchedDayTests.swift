import Campground
import LineEditor
import TestSupport
import XCTest

@testable import CampgroundShell

/// `watch arrivals` and `watch calendar`, at noon UTC of Monday 2026-06-15.
final class WatchedDayTests: SessionTestCase {
  /// A screen that keeps what it was shown, and gives the keys that a test has for what it shows.
  private final class TestScreen: FullScreen {
    var size = (width: 100, height: 30)
    private(set) var text = ""
    private(set) var isTaken = true
    var keys: @MainActor (TestScreen) throws -> [Key] = { _ in [.character("q")] }

    func show(_ lines: [String]) throws {
      XCTAssertEqual(lines.count, size.height)
      text = lines.joined(separator: "\n")
    }

    func keys(within seconds: Double) -> [Key] {
      do { return try keys(self) } catch {
        XCTFail("\(error)")
        return [.control("c")]
      }
    }

    func leave() { isTaken = false }
  }

  override func setUp() async throws {
    try await super.setUp()
    try run(
      """
      campground add Wawona timezone UTC; campsite add 1-3 rate 40; camper add Ada; camper add Bo
      reserve 1 for Ada from 2026-06-15 nights 2
      """)
    session.format = .box
  }

  private func watch(
    _ command: String, on screen: TestScreen = TestScreen(),
    _ keys: @escaping @MainActor (TestScreen) throws -> [Key]
  ) throws {
    screen.keys = keys
    session.openFullScreen = { screen }
    defer { session.openFullScreen = nil }
    XCTAssertEqual(try run(command), "", "nothing is written beside the screen")
    XCTAssertFalse(screen.isTaken)
  }

  func testArrivalsAreShownUntilTheUserLeaves() async throws {
    for key in [Key.character("q"), .escape, .control("c"), .control("d")] {
      try watch("watch arrivals") { screen in
        XCTAssertTrue(screen.text.hasPrefix("Mon 2026-06-15 12:00 · 1 due in · 0 overdue out"))
        XCTAssertTrue(screen.text.contains("│ R-1  │ Ada "), screen.text)
        XCTAssertTrue(screen.text.contains("No departures on 2026-06-15"), screen.text)
        XCTAssertTrue(screen.text.hasSuffix("q leaves"), screen.text)
        return [key]
      }
    }
  }

  func testTheCalendarIsAsLongAsWished() async throws {
    try watch("watch calendar days 3") { screen in
      XCTAssertTrue(screen.text.contains("15"), screen.text)
      XCTAssertTrue(screen.text.contains("17"), screen.text)
      XCTAssertFalse(screen.text.contains("18"), screen.text)
      return [.character("q")]
    }
  }

  func testALongPageIsScrolled() {
    var page = WatchedPage()
    page.size = (20, 4)
    page.lines = (1...9).map { "line \($0)" }
    XCTAssertEqual(page.shown, ["line 1", "line 2", "line 3", "↑↓ PgUp PgDn scroll "])
    XCTAssertTrue(page.press(.pageDown))
    XCTAssertEqual(page.shown[0], "line 4")
    XCTAssertTrue(page.press(.end))
    XCTAssertEqual(page.shown[2], "line 9")
    XCTAssertTrue(page.press(.up))
    XCTAssertEqual(page.shown[0], "line 6")
    page.lines = ["one"]
    XCTAssertEqual(page.shown, ["one", "", "", "q leaves"])
  }

  func testElsewhereItIsShownOnce() async throws {
    session.format = .plain
    XCTAssertTrue(try run("watch arrivals").contains("R-1"))
    XCTAssertTrue(try run("watch calendar days 2").contains("Ada"))
  }
}
