import TestSupport
import XCTest

/// Changes that are shown at a terminal and asked about before they are made.
final class TerminalQuestionTests: ProgramTestCase {
  private let now = "2026-07-01T09:00"
  private let question = "Do it? [y/N] "

  /// Each kind of change with what it needs and what it is answered with.
  private let changes: [(setUp: String, command: String, done: String)] = [
    ("", "reservation extend R-1 nights 2", "Extended R-1"),
    ("", "reservation shorten R-1 nights 1", "Shortened R-1"),
    ("", "reservation dates R-1 from 2026-07-05 nights 2", "Changed R-1"),
    ("", "reservation move R-1 to 16", "Moved R-1"),
    ("reserve 16 for Ada from 2026-07-02 nights 3", "reservation swap R-1 with R-2", "Moved R-1"),
    ("", "cancel R-1", "Canceled R-1"),
    ("", "checkin R-1 early", "Checked in R-1"),
    ("cancel R-1", "reinstate R-1", "Reinstated R-1"),
    ("request 16 for Ada from 2026-07-05 nights 1", "accept R-2", "Reserved R-2"),
    (
      "group book Scouts sites 16 for Ada from 2026-07-05 nights 1", "group cancel Scouts",
      "Canceled R-2"
    ),
    (
      "reserve 16 for Ada from 2026-07-05 nights 1 every week times 2", "series cancel R-2",
      "Canceled R-2"
    ),
    (
      "reserve 16 for Ada from 2026-07-01 nights 2; checkin R-2", "checkout R-2",
      "Checked out R-2"
    ),
    ("reserve 16 for Ada from 2026-07-01 nights 2", "noshow R-2", "Noted the no-show of R-2"),
  ]

  /// A campground with a stay on site 15, and what else a test wants.
  private func prepare(_ more: String = "") throws {
    let outcome = try program.run(
      "--now", now, "-c",
      "campsite add 15 rate 40; campsite add 16 rate 50; camper add Ada", "-c",
      "reserve 15 for Ada from 2026-07-02 nights 3", "-c", more)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  /// All that a change can touch.
  private func state() throws -> String {
    try run(
      "fetch Reservation sort number", "fetch ReservationNight sort night",
      "fetch StayCharge sort day", "fetch FolioEntry sort number")
  }

  /// Makes each change in a store of its own.
  private func eachChange(
    _ body: (_ command: String, _ done: String) throws -> Void
  ) throws {
    for change in changes {
      try prepare(change.setUp)
      try body(change.command, change.done)
      program.remove()
      try setUpWithError()
    }
  }

  func testEachChangeIsShownAndMadeOnYesAlone() throws {
    try eachChange { command, done in
      let before = try state()
      let terminal = try open("--now", now, columns: 200)
      terminal.type("\(command)\r")
      terminal.wait(for: "Would be ")
      terminal.wait(for: question)
      terminal.type("n\r")
      terminal.wait(for: "Nothing was changed")
      terminal.type("\(command)\r")
      terminal.wait(for: question)
      XCTAssertEqual(try state(), before, "\(command): made unasked")
      terminal.give("y", expecting: done)
      leave(terminal)
    }
  }

  func testNothingIsChangedOnAnythingElse() throws {
    try prepare()
    let before = try state()
    let terminal = try open("--now", now, columns: 200)
    for answer in ["\r", "yse\r", "\u{3}", "\u{4}"] {
      terminal.type("cancel R-1\r")
      terminal.wait(for: question)
      terminal.type(answer)
      terminal.wait(for: "Nothing was changed")
      terminal.wait(for: "campground> ")
    }
    terminal.give("count Camper", expecting: "\n1")
    leave(terminal)
    XCTAssertEqual(try state(), before)
  }

  func testWithYesAndInABatchNobodyIsAsked() throws {
    try prepare()
    let terminal = try open("--now", now, "--yes")
    terminal.type("reservation extend R-1 nights 1\r")
    let shown = terminal.wait(for: "Extended R-1")
    XCTAssertFalse(shown.contains("Do it?"), shown)
    terminal.wait(for: "campground> ")
    leave(terminal)
    let batch = try program.run("--now", now, "-c", "reservation extend R-1 nights 1")
    XCTAssertEqual(batch.status, 0)
    XCTAssertTrue(batch.output.hasPrefix("Extended R-1"), batch.output)
    let piped = try program.run("--now", now, input: "reservation shorten R-1 nights 1\n")
    XCTAssertTrue(piped.output.hasPrefix("Shortened R-1"), piped.output)
  }

  func testWhatOnlyChangesAStateIsNotAskedAbout() throws {
    try prepare("request 16 for Ada from 2026-07-05 nights 1")
    let terminal = try open("--now", now)
    terminal.type("decline R-2\r")
    let shown = terminal.wait(for: "Declined R-2")
    XCTAssertFalse(shown.contains("Do it?"), shown)
    terminal.wait(for: "campground> ")
    leave(terminal)
  }

  func testAStayThatSomebodyElseChangedMeanwhileIsNotChangedOnYes() throws {
    try prepare()
    let terminal = try open("--now", now, columns: 200)
    terminal.type("reservation extend R-1 nights 2\r")
    terminal.wait(for: question)
    XCTAssertEqual(
      try program.run("--now", now, "-c", "reservation move R-1 to 16").status, 0)
    terminal.give("y", expecting: "R-1 was changed by someone else since it was shown")
    XCTAssertEqual(
      try run("reservation list"), "R-1\t16\tAda\t2026-07-02\t2026-07-05\t3\t1\tReserved\t150.00\n")
    leave(terminal)
  }

  func testARateThatSomebodyElseChangedMeanwhileIsNotCharged() throws {
    try prepare("rate add Base 40")
    let terminal = try open("--now", now, columns: 200)
    terminal.type("reservation extend R-1 nights 2\r")
    terminal.wait(for: "$80.00")
    terminal.wait(for: question)
    try run("rate edit Base amount 60")
    terminal.give(
      "y", expecting: "what R-1 depends on was changed by someone else since it was shown")
    leave(terminal)
    XCTAssertTrue(try run("reservation list").contains("\t2026-07-05\t3\t"))
  }

  func testALongListTellsAPersonHowMuchMoreThereIs() throws {
    let rows = (1...130).map { "\($0)" }.joined(separator: "\n")
    try "site\n\(rows)\n".write(
      to: program.folder.appendingPathComponent("sites.csv"), atomically: true, encoding: .utf8)
    try run("import campsites sites.csv")
    XCTAssertEqual(try run("campsite list").split(separator: "\n").count, 130)
    let terminal = try open(columns: 120)
    terminal.give(
      "campsite list", expecting: "│ 100 ",
      "30 more of 130: offset 100 goes on, limit says how many")
    terminal.give("campsite list offset 100", expecting: "│ 130 ")
    leave(terminal)
  }
}
