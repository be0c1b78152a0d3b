import TestSupport
import XCTest

/// Changes that are shown at a terminal and asked about before they are made.
final class TerminalQuestionTests: ProgramTestCase {
  private let now = "2026-07-01T09:00"
  private let question = "Go ahead? [y/N] "

  /// A stay for each kind of change, in the order of their codes.
  private let stays = """
    reserve 1 for Ada from 2026-07-02 nights 3; reserve 2 for Ada from 2026-07-02 nights 3
    reserve 3 for Ada from 2026-07-02 nights 3; reserve 4 for Ada from 2026-07-02 nights 3
    reserve 5 for Ada from 2026-07-02 nights 3; reserve 6 for Ada from 2026-07-02 nights 3
    reserve 7 for Ada from 2026-07-02 nights 3; reserve 8 for Ada from 2026-07-02 nights 3
    reserve 9 for Ada from 2026-07-02 nights 3; cancel R-9
    request 10 for Ada from 2026-07-05 nights 1
    group book Scouts sites 11 for Ada from 2026-07-05 nights 1
    reserve 12 for Ada from 2026-07-05 nights 1 every week times 2
    reserve 13 for Ada from 2026-07-01 nights 2; checkin R-14
    reserve 14 for Ada from 2026-06-30 nights 3 override
    reserve 18 for Ada from 2026-07-02 nights 3
    """

  /// Each kind of change with what it is answered with.
  private let changes = [
    ("reservation extend R-1 nights 2", "Extended R-1"),
    ("reservation shorten R-2 nights 1", "Shortened R-2"),
    ("reservation dates R-3 from 2026-07-05 nights 2", "Changed R-3"),
    ("reservation move R-4 to 17", "Moved R-4"), ("reservation swap R-5 with R-16", "Moved R-5"),
    ("cancel R-7", "Canceled R-7"), ("checkin R-8 early", "Checked in R-8"),
    ("reinstate R-9", "Reinstated R-9"), ("accept R-10", "Reserved R-10"),
    ("group cancel Scouts", "Canceled R-11"), ("series cancel R-12", "Canceled R-12"),
    ("checkout R-14", "Checked out R-14"), ("noshow R-15", "Recorded no-show R-15"),
  ]

  /// A campground of 16 sites with stays, and two at another price.
  private func prepare(_ stays: String) throws {
    let sites = (1...18).map { "campsite add \($0) rate \($0 > 16 ? 45 : 40)" }
      .joined(separator: "; ")
    let outcome = try program.run("--now", now, "-c", sites, "-c", "camper add Ada", "-c", stays)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  /// All that a change can touch.
  private func state() throws -> String {
    try run(
      "fetch Reservation sort number", "fetch ReservationNight sort night",
      "fetch StaySegment sort dateFrom", "fetch FolioEntry sort number")
  }

  /// A guest who owes something is asked about.
  private func question(of command: String) -> String {
    command.hasPrefix("checkout") ? "Check out anyway? [y/N] " : question
  }

  func testEachChangeIsShownAndMadeOnYesAlone() throws {
    try prepare(stays)
    let before = try state()
    let terminal = try open("--now", now, columns: 200)
    for (command, _) in changes {
      terminal.type("\(command)\r")
      terminal.wait(for: "Would be ")
      terminal.wait(for: question(of: command))
      terminal.give("n", expecting: "Nothing changed")
    }
    XCTAssertEqual(try state(), before)
    for (command, done) in changes {
      terminal.type("\(command)\r")
      terminal.wait(for: "Would be ")
      terminal.wait(for: question(of: command))
      terminal.give("y", expecting: done)
    }
    leave(terminal)
  }

  func testNothingIsChangedOnAnythingElse() throws {
    try prepare("reserve 15 for Ada from 2026-07-02 nights 3")
    let before = try state()
    let terminal = try open("--now", now, columns: 200)
    for answer in ["\r", "yse\r", "\u{3}", "\u{4}"] {
      terminal.type("cancel R-1\r")
      terminal.wait(for: question)
      terminal.type(answer)
      terminal.wait(for: "Nothing changed")
      terminal.wait(for: "campground> ")
    }
    terminal.give("count Camper", expecting: "\n1")
    leave(terminal)
    XCTAssertEqual(try state(), before)
  }

  func testACommandTypedAsAnAnswerIsSaidToBeNotRunAndIsInTheHistory() throws {
    try prepare("reserve 15 for Ada from 2026-07-02 nights 3; camper add \"Ada Lee\"")
    let terminal = try open("--now", now, columns: 200)
    terminal.type("cancel R-1\r")
    terminal.wait(for: question)
    terminal.type("count Camper\r")
    terminal.wait(for: "\"count Camper\" answered the question: it was taken as \"no\"")
    terminal.wait(for: "Nothing changed")
    terminal.wait(for: "campground> ")
    terminal.type("\u{1B}[A\r")
    terminal.wait(for: "\n2")
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testALineThatWasPastedBehindAQuestionIsNoAnswer() throws {
    try prepare(
      "reserve 15 for Ada from 2026-07-02 nights 3; reserve 14 for Ada from 2026-07-02 nights 1")
    let terminal = try open("--now", now, columns: 200)
    terminal.type("cancel R-1\ry\rcount Camper\r")
    terminal.wait(for: question)
    terminal.type("n\r")
    terminal.wait(for: "Nothing changed")
    // Both lines come after it, as commands.
    terminal.wait(for: "unknown command \"y\"")
    terminal.wait(for: "\n1")
    terminal.wait(for: "campground> ")
    terminal.type("cancel R-1\ry\r")
    terminal.wait(for: question)
    terminal.type("\u{3}")
    terminal.wait(for: "Nothing changed")
    terminal.wait(for: "campground> ")
    leave(terminal)
    XCTAssertTrue(try run("reservation list").contains("R-1"))
  }

  func testTheCaretStandsUnderItsWordOnANarrowTerminal() throws {
    let terminal = try open("--now", now, columns: 40)
    terminal.type("camper add \"Somebody with a very long name\" phone 408-555-1234 phon 1\r")
    let shown = terminal.wait(for: "hint: ")
    let lines = shown.split { $0.isNewline }.map(String.init)
    let caret = try XCTUnwrap(lines.last { $0.contains("^~") })
    let excerpt = lines[(lines.lastIndex(of: caret) ?? 1) - 1]
    XCTAssertLessThan(excerpt.count, 40)
    let place = caret.distance(from: caret.startIndex, to: try XCTUnwrap(caret.firstIndex(of: "^")))
    XCTAssertTrue(excerpt.dropFirst(place).hasPrefix("phon"), excerpt)
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testWithYesAndInABatchNobodyIsAsked() throws {
    try prepare("reserve 15 for Ada from 2026-07-02 nights 3")
    let terminal = try open("--now", now, "--yes")
    terminal.type("reservation extend R-1 nights 1\r")
    let shown = terminal.wait(for: "Extended R-1")
    XCTAssertFalse(shown.contains("Go ahead?"), shown)
    terminal.wait(for: "campground> ")
    leave(terminal)
    let batch = try program.run("--now", now, "-c", "reservation extend R-1 nights 1")
    XCTAssertEqual(batch.status, 0)
    XCTAssertTrue(batch.output.hasPrefix("Extended R-1"), batch.output)
    let piped = try program.run("--now", now, input: "reservation shorten R-1 nights 1\n")
    XCTAssertTrue(piped.output.hasPrefix("Shortened R-1"), piped.output)
  }

  func testAMoveAtTheSamePriceIsNotAskedAbout() throws {
    try prepare("reserve 15 for Ada from 2026-07-02 nights 3")
    let terminal = try open("--now", now, columns: 200)
    terminal.type("move R-1 to 16\r")
    let shown = terminal.wait(for: "  the price stays $120.00")
    XCTAssertFalse(shown.contains("Go ahead?"), shown)
    XCTAssertTrue(shown.contains("Moved R-1 · Ada · site 16 · "), shown)
    terminal.wait(for: "campground> ")
    terminal.type("move R-1 to 17\r")
    terminal.wait(for: question)
    terminal.give("n", expecting: "Nothing changed")
    leave(terminal)
  }

  func testWhatOnlyChangesAStateIsNotAskedAbout() throws {
    try prepare("request 16 for Ada from 2026-07-05 nights 1")
    let terminal = try open("--now", now)
    terminal.type("decline R-1\r")
    let shown = terminal.wait(for: "Declined R-1")
    XCTAssertFalse(shown.contains("Go ahead?"), shown)
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAStayThatSomebodyElseChangedMeanwhileIsNotChangedOnYes() throws {
    try prepare("reserve 15 for Ada from 2026-07-02 nights 3")
    let terminal = try open("--now", now, columns: 200)
    terminal.type("reservation extend R-1 nights 2\r")
    terminal.wait(for: question)
    XCTAssertEqual(
      try program.run("--now", now, "-c", "reservation move R-1 to 16").status, 0)
    terminal.give(
      "y", expecting: "someone changed R-1 meanwhile: ",
      "hint: run the command again")
    XCTAssertEqual(
      try run("reservation list"),
      "code\tguest\tsite\tfrom\tto\tnights\tparty\tstatus\ttotal\n"
        + "R-1\tAda\t16\t2026-07-02\t2026-07-05\t3\t1 adult\tReserved\t120.00\n")
    leave(terminal)
  }

  func testARateThatSomebodyElseChangedMeanwhileIsNotCharged() throws {
    try prepare("reserve 15 for Ada from 2026-07-02 nights 3")
    let terminal = try open("--now", now, columns: 200)
    terminal.type("reservation extend R-1 nights 2\r")
    terminal.wait(for: "$80.00")
    terminal.wait(for: question)
    try run("campsite edit 15 rate 60")
    terminal.give("y", expecting: "someone changed something R-1 depends on meanwhile: ")
    leave(terminal)
    XCTAssertTrue(try run("reservation list").contains("\t2026-07-05\t3\t"))
  }

  func testALongListTellsAPersonHowMuchMoreThereIs() throws {
    let rows = (1...130).map { "\($0)" }.joined(separator: "\n")
    try "site\n\(rows)\n".write(
      to: program.folder.appendingPathComponent("sites.csv"), atomically: true, encoding: .utf8)
    try run("import campsites sites.csv")
    XCTAssertEqual(try run("campsite list").split(separator: "\n").count, 131)
    let terminal = try open(columns: 120)
    terminal.give(
      "campsite list", expecting: "│ 17 ", "113 more; \"campsite list offset 17\" shows the next")
    terminal.give("campsite list offset 120", expecting: "│ 130 ")
    leave(terminal)
  }
}
