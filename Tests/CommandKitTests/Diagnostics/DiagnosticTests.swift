import CommandKit
import XCTest

@testable import CommandKit

final class DiagnosticTests: XCTestCase {
  private func render(_ source: String, _ column: Int, _ length: Int, file: String? = nil) -> String
  {
    DiagnosticRenderer().render(
      Diagnostic(
        "wrong", file: file, at: SourceRange(line: 3, column: column, length: length),
        sourceLine: source))
  }

  func testAScriptsDiagnosticHasFileLineColumnCaretAndHint() {
    let diagnostic = Diagnostic(
      "unknown command \"campr\"", hint: "did you mean \"camper\"?", file: "season.camp",
      at: SourceRange(line: 3, column: 1, length: 5), sourceLine: "campr list")
    XCTAssertEqual(
      DiagnosticRenderer().render(diagnostic),
      """
      season.camp:3:1: error: unknown command "campr"
      campr list
      ^~~~~
      hint: did you mean "camper"?
      """)
  }

  func testAtThePromptThereIsNoFile() {
    XCTAssertEqual(render("a bb c", 3, 2), "error: wrong\na bb c\n  ^~")
    XCTAssertEqual(
      DiagnosticRenderer().render(Diagnostic("site 15 is taken")), "error: site 15 is taken")
    XCTAssertEqual(
      DiagnosticRenderer().render(Diagnostic("late", severity: .warning, file: "a.camp")),
      "a.camp: warning: late")
  }

  func testLinesAreWrappedBetweenWordsAtTheWidth() {
    XCTAssertEqual(
      DiagnosticRenderer(width: 20).render(
        Diagnostic(
          "no such site here", hint: "campsite list tells which",
          at: SourceRange(line: 1, column: 31, length: 2),
          sourceLine: "reserve for Ada tomorrow site 99 x")),
      """
      error: no such site
      here
      …tomorrow site 99 x
                     ^~
      hint: campsite list
      tells which
      """)
  }

  func testALineOfAMessageIsCutWhenNobodyWouldReadIt() {
    let word = String(repeating: "x", count: 5_000)
    XCTAssertEqual(
      DiagnosticRenderer().render(Diagnostic(word + "\nab", hint: "cd")),
      "error: " + String(repeating: "x", count: 1_000) + "…\nab\nhint: cd")
  }

  func testTheCaretStandsUnderTheWordBehindTabsAndWideCharacters() {
    XCTAssertEqual(render("\tab\tcd", 5, 2), "error: wrong\n\tab\tcd\n\t  \t^~")
    XCTAssertEqual(render("日本 cd", 4, 2), "error: wrong\n日本 cd\n     ^~")
    XCTAssertEqual(render("a 日本", 3, 2), "error: wrong\na 日本\n  ^~~~")
    XCTAssertEqual(render("🏕 cd", 3, 2).split(separator: "\n").count, 3)
    XCTAssertEqual(render("e\u{301}e cd", 4, 2), "error: wrong\ne\u{301}e cd\n   ^~")
  }

  func testACaretBehindTheEndStandsThere() {
    XCTAssertEqual(render("ab", 3, 1), "error: wrong\nab\n  ^")
    XCTAssertEqual(render("", 1, 1), "error: wrong\n\n^")
    XCTAssertEqual(render("ab", 99, 5), "error: wrong\nab\n  ^")
  }

  func testAMarkOverSeveralLinesEndsWithTheFirst() {
    let diagnostic = Diagnostic(
      "wrong",
      at: SourceRange(
        start: SourcePosition(line: 1, column: 3), end: SourcePosition(line: 2, column: 2)),
      sourceLine: "a \"bc")
    XCTAssertEqual(DiagnosticRenderer().render(diagnostic), "error: wrong\na \"bc\n  ^~~")
  }

  func testControlCharactersDoNotReachTheTerminal() {
    XCTAssertEqual(render("a\u{1B}[2Jb", 1, 1), "error: wrong\na�[2Jb\n^")
    XCTAssertFalse(
      DiagnosticRenderer().render(Diagnostic("bad \u{1B}]0;x\u{7} word")).contains("\u{1B}"))
  }

  func testLongLinesAreCutAroundTheMark() {
    let line = String(repeating: "x", count: 5_000) + "y" + String(repeating: "z", count: 5_000)
    let lines = render(line, 5_001, 1).split(separator: "\n").map(Array.init)
    XCTAssertLessThanOrEqual(lines[1].count, 162)
    XCTAssertEqual(lines[1][lines[2].count - 1], "y")
  }

  func testColourMarksTheSeverity() {
    let text = DiagnosticRenderer(usesColor: true).render(Diagnostic("wrong"))
    XCTAssertEqual(text, "\u{1B}[1;31merror:\u{1B}[0m wrong")
  }

  func testExitStatuses() {
    XCTAssertEqual(
      ExitStatus.allCases.map(\.rawValue), [0, 1, 64, 65, 66, 70, 73, 74, 75, 78, 130])
    XCTAssertEqual(Diagnostic("x").exitStatus, .data)
  }
}
