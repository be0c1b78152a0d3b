import CommandKit
import XCTest

@testable import CampgroundShell

/// `to FILE` at the end of a command: where it is a file, and where `to` is the command's own.
@MainActor
final class FileClauseTests: SessionTestCase {
  private func parse(_ line: String) throws -> ParsedCommand<Session> {
    var lexer = Lexer()
    return try session.grammar.parse(try XCTUnwrap(lexer.feed(line).first), in: session)
  }

  private func file(_ line: String) throws -> String? { try parse(line).file?.path }

  func testTheLastToWithAnEndingOrASlashIsTheFile() async throws {
    for (line, path) in [
      ("arrivals to a.csv", "a.csv"), ("arrivals tomorrow to a.CSV", "a.CSV"),
      ("camper list to x.json", "x.json"), ("camper list limit 5 to x.jsonl", "x.jsonl"),
      ("report revenue from 2026-07-01 to 2026-07-31 to x.csv", "x.csv"),
      ("report revenue from 2026-07-01 to 2026-07-31 to out/july", "out/july"),
      ("report revenue 2026-07-01 2026-07-31 to x.csv", "x.csv"),
      ("fetch Camper where fullName == \"to a.csv\" to b.md", "b.md"),
      ("count Camper to n.txt", "n.txt"), ("query group Reservation by status to g.html", "g.html"),
      ("find walt to walt.csv", "walt.csv"), ("audit to \"my audit.csv\"", "my audit.csv"),
      (".schema to model.csv", "model.csv"), ("arrivals --to a.csv", "a.csv"),
    ] {
      XCTAssertEqual(try file(line), path, line)
    }
  }

  func testAWordThatIsNoFileBelongsToTheCommand() async throws {
    for line in [
      "report revenue from 2026-07-01 to 2026-07-31", "report revenue from 7/1 to 7/31",
      "audit from 7/1 to 7/15", "find road to town", "find \"to x.csv\"",
      "camper add \"x to y.csv\"",
    ] {
      XCTAssertNil(try file(line), line)
    }
  }

  func testRawAndReplaceMayFollow() async throws {
    let plain = try XCTUnwrap(try parse("camper list to x.csv").file)
    XCTAssertFalse(plain.isRaw || plain.isReplacing)
    for line in ["raw replace", "replace raw", "--raw --replace"] {
      let file = try XCTUnwrap(try parse("camper list to x.csv \(line)").file)
      XCTAssertTrue(file.isRaw && file.isReplacing, line)
    }
    XCTAssertEqual(try failure("camper list replace").exitStatus, .data)
  }

  func testAVariableMayNameTheFile() async throws {
    try run("let today = today.csv")
    XCTAssertEqual(try file("arrivals to $today"), "today.csv")
  }

  func testAPaperGoesToAFileLikeAnyAnswer() async throws {
    for name in ["r.json", "r.txt", "r.html", "r.pdf", "./r"] {
      XCTAssertEqual(try file("receipt R-1 to \(name)"), name)
    }
    XCTAssertEqual(
      try failure("receipt R-1 to r").hint,
      "for a file, write its ending, like .csv, or its path: to ./r")
  }

  func testACommandThatChangesSomethingTakesNoFile() async throws {
    try run("campsite add 15; camper add Ada; reserve 15 for Ada from tomorrow nights 1")
    for line in ["pay R-1 5 to x.csv", "checkin R-1 to x.csv", "camper add Bo to x.csv"] {
      XCTAssertNotNil(try? failure(line), line)
    }
    XCTAssertEqual(try run("count Camper"), "{\"count\":1}\n")
  }

  func testAFormatThatAnswersDoNotHaveIsRefusedWithThoseThatTheyHave() async throws {
    for ending in ["svg", "ics", "xlsx", "ODS"] {
      let fault = try failure("camper list to x.\(ending)")
      XCTAssertEqual(
        fault.message,
        ending == "svg"
          ? "camper list has no chart to write to an .svg file"
          : "answers cannot be written as .\(ending.lowercased())", ending)
      XCTAssertEqual(
        fault.hint,
        "write .csv for a spreadsheet, .pdf, .html, .md or .txt to read, .json or .jsonl for programs",
        ending)
      XCTAssertEqual(fault.range?.start.column, 16, ending)
    }
  }

  /// The first words of the summaries of commands that answer with data.
  func testCommandsThatOnlyTellSayThatTheyAnswerWithData() async throws {
    let telling: Set = ["List", "Show", "Total", "Count", "Find", "Print", "Explain"]
    // They run on, or tell about the shell.
    let others: Set = ["query watch", "help", ".sql", ".timer", ".pager"]
    let further: Set = ["quote"]
    for command in Session.grammar.commands where !others.contains(command.name) {
      let first = command.summary.split(separator: " ").first.map(String.init) ?? ""
      XCTAssertEqual(
        command.content != .message, telling.contains(first) || further.contains(command.name),
        command.name)
    }
  }

  func testCompletionOffersTheFileOnceInItsPlace() async throws {
    try run("camper add Ada")
    func candidates(_ line: String) -> [String] {
      Completer(session.grammar, in: session).complete(line).candidates
    }
    XCTAssertTrue(candidates("camper list ").contains("to"))
    XCTAssertTrue(candidates("find ada ").contains("to"))
    XCTAssertEqual(candidates("camper list to x.csv r"), ["raw", "replace"])
    XCTAssertEqual(candidates("report revenue t"), ["to"])
    XCTAssertEqual(candidates("report revenue from 2026-07-01 to 2026-07-02 t"), ["to"])
    XCTAssertFalse(candidates("camper add Bo ").contains("to"))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = FileManager.default.createFile(atPath: folder.path + "/old.csv", contents: nil)
    XCTAssertEqual(candidates("camper list to \(folder.path)/o"), [folder.path + "/old.csv"])
    XCTAssertEqual(
      candidates("audit from 2026-07-01 to 2026-07-02 to \(folder.path)/o"),
      [folder.path + "/old.csv"])
  }
}
