import LineEditor
import TestSupport
import XCTest

@testable import CampgroundShell

/// `watch` on a terminal: a list that fills the screen.
final class LiveListTests: SessionTestCase {
  /// A screen that keeps what it was shown, and presses keys.
  private final class TestScreen: FullScreen {
    var size = (width: 60, height: 6)
    private(set) var lines: [String] = []
    private(set) var isTaken = true
    /// What happens at the keyboard, one after another; at the end Ctrl-C.
    var script: [(TestScreen) throws -> [Key]] = []

    func show(_ lines: [String]) throws { self.lines = lines }

    func keys(within seconds: Double) -> [Key] {
      guard !script.isEmpty else { return [.control("c")] }
      do {
        return try script.removeFirst()(self)
      } catch {
        XCTFail("\(error)")
        return [.control("c")]
      }
    }

    func leave() { isTaken = false }
  }

  override func setUp() async throws {
    try await super.setUp()
    session.format = .box
    for name in ["Ada", "José", "Bo", "Cy", "Di", "Ed", "Flo"] { try run("camper add \(name)") }
    try run("campsite add 15 rate 45; reserve 15 for José from 2026-07-01 nights 3")
  }

  /// Watches with what happens meanwhile; in between, the list has time to look around.
  private func watch(
    _ command: String, size: (width: Int, height: Int) = (60, 6),
    _ steps: (TestScreen) throws -> [Key]...
  ) throws {
    let screen = TestScreen()
    screen.size = size
    screen.script = steps
    session.openFullScreen = { screen }
    defer { session.openFullScreen = nil }
    XCTAssertEqual(try run(command), "", "nothing is written beside the screen")
    XCTAssertFalse(screen.isTaken)
  }

  private func keys(_ text: String) -> [Key] { text.map { .character($0) } }

  /// What is in the first column between the first and the last line of the screen.
  private func body(_ screen: TestScreen) -> [String] {
    screen.lines.dropFirst().dropLast().filter { !$0.isEmpty }
      .map { $0.components(separatedBy: "  ").first { !$0.isEmpty } ?? "" }
  }

  func testItIsScrolled() async throws {
    try watch(
      "watch Camper sort fullName",
      {
        XCTAssertEqual($0.lines.first, "fullName  isFavorite")
        XCTAssertEqual(self.body($0), ["Ada", "Bo", "Cy", "Di"])
        XCTAssertTrue($0.lines.last?.hasPrefix("7 results") ?? false)
        return [.down]
      },
      {
        XCTAssertEqual(self.body($0), ["Bo", "Cy", "Di", "Ed"])
        return [.end]
      },
      {
        XCTAssertEqual(self.body($0), ["Di", "Ed", "Flo", "José"])
        return [.down, .pageDown, .up]
      },
      {
        XCTAssertEqual(self.body($0), ["Cy", "Di", "Ed", "Flo"])
        return [.pageUp]
      },
      {
        XCTAssertEqual(self.body($0).first, "Ada")
        return [.pageDown, .home, .up]
      },
      {
        XCTAssertEqual(self.body($0).first, "Ada")
        return []
      })
  }

  func testTypingFiltersWithoutCapitalsAndAccents() async throws {
    try watch(
      "watch Camper sort fullName", { _ in self.keys("JOSE") },
      { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["José"])
        XCTAssertEqual($0.lines.last, "1 of 7 results · filter: JOSE · Ctrl-C ends")
        return [.backspace, .backspace, .backspace, .backspace] + self.keys("d")
      },
      { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["Ada", "Di", "Ed"])
        return self.keys("zz")
      },
      { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["Nothing here has \"dzz\" in it"])
        return [.escape]
      },
      {
        XCTAssertEqual(self.body($0).count, 4)
        return []
      })
  }

  func testTheFilterKnowsWhatIsShownAndNothingElse() async throws {
    try watch(
      "watch Reservation by status", size: (40, 6),
      {
        XCTAssertEqual($0.lines[1], "Reserved (1)")
        XCTAssertTrue($0.lines[2].hasPrefix("  R-1          José    15"), $0.lines[2])
        return self.keys("rese")
      },
      { _ in [] },
      {
        XCTAssertEqual(self.body($0).count, 2, "a heading is shown, too")
        return [.escape] + self.keys("13500")
      },
      { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["Nothing here has \"13500\" in it"])
        $0.size = (300, 6)
        return []
      },
      { _ in [] },
      {
        // What is shown of columns is known with the next drawing.
        $0.size = (301, 6)
        return [.escape] + self.keys("13500")
      },
      { _ in [] }, { _ in [] },
      {
        XCTAssertEqual(self.body($0).count, 2)
        return []
      })
  }

  func testItIsDrawnAnewWhenSomebodyChangesSomething() async throws {
    let other = TestShell(stack)
    try watch(
      "watch Camper sort fullName",
      { _ in
        try other.run("camper add Aaron; camper delete Ada")
        return []
      },
      { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["Aaron", "Bo", "Cy", "Di"])
        _ = try other.run("camper edit Bo name Berta")
        return self.keys("b")
      },
      { _ in [] }, { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["Berta"])
        _ = try other.run("camper add Bob; camper delete Berta")
        return []
      },
      { _ in [] }, { _ in [] },
      {
        XCTAssertEqual(self.body($0), ["Bob"])
        return []
      })
  }

  func testItIsDrawnAnewForAnotherSize() async throws {
    try watch(
      "watch Camper sort fullName",
      {
        $0.size = (20, 9)
        return []
      },
      { screen in
        XCTAssertEqual(screen.lines.count, 9)
        XCTAssertEqual(self.body(screen).count, 7)
        XCTAssertTrue(screen.lines.allSatisfy { $0.count <= 20 })
        return []
      })
  }

  func testItReadsNoMoreThanTheScreenShows() async throws {
    try run((1...200).map { "camper add \"Guest \($0 + 1_000)\"" }.joined(separator: "; "))
    let (_, report) = try stack.persistentStoreCoordinator.measure {
      try watch(
        "watch Camper sort fullName", size: (60, 6), { _ in [.end] },
        {
          XCTAssertEqual(self.body($0).last, "José")
          return []
        })
    }
    // The keys of all, and then a batch for each of the two screens.
    XCTAssertEqual(report.statements.map(\.rowCount).filter { $0 > 10 }, [207])
  }

  func testTheScreenIsGivenBackWhenSomethingGoesWrong() async throws {
    struct Broken: Error, CustomStringConvertible { let description = "the screen broke" }
    final class BrokenScreen: FullScreen {
      let size = (width: 60, height: 6)
      var isTaken = true
      func show(_ lines: [String]) throws { throw Broken() }
      func keys(within seconds: Double) -> [Key] { [] }
      func leave() { isTaken = false }
    }
    let screen = BrokenScreen()
    session.openFullScreen = { screen }
    XCTAssertEqual(try failure("watch Camper").message, "the screen broke")
    XCTAssertFalse(screen.isTaken)
  }

  func testWhatIsWrongIsFoundBeforeTheScreenIsTaken() async throws {
    session.openFullScreen = {
      XCTFail("it was taken")
      throw LineReaderError.notATerminal
    }
    XCTAssertEqual(try failure("watch Camper by fulName").hint, "did you mean fullName?")
  }

  func testOtherFormsAndFilesGetLines() async throws {
    session.openFullScreen = {
      XCTFail("it was taken")
      throw LineReaderError.notATerminal
    }
    session.format = .jsonl
    XCTAssertEqual(try run("watch Camper").split(separator: "\n").count, 7)
  }
}
