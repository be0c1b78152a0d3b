import Campground
import Foundation
import XCTest

@testable import CampgroundShell

/// Files that commands write: what is in one is not lost by a slip.
final class FileCommandTests: SessionTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private var file: String { folder.appendingPathComponent("season.txt").path }

  override func setUp() async throws {
    try await super.setUp()
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try run(
      "campsite add 15 rate 40; camper add Ada; "
        + "group book Scouts sites 15 for Ada from 2026-07-01 nights 1")
    session.format = .plain
  }

  override func tearDown() async throws {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Somebody at a terminal.
  @MainActor
  private final class Person {
    var agrees = false
    var questions: [String] = []

    func answer(to question: String) -> Bool {
      questions.append(question)
      return agrees
    }
  }

  private func content() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  private func fill() throws {
    try "a season's work\n".write(toFile: file, atomically: true, encoding: .utf8)
  }

  private var writers: [String] {
    [
      "receipt R-1 to", "confirmation R-1 to", "group receipt Scouts to",
      "group confirmation Scouts to", ".output",
    ]
  }

  func testAFileThatIsThereStaysUnlessTheCommandReplacesIt() async throws {
    for writer in writers {
      try fill()
      let fault = try failure("\(writer) \"\(file)\"")
      XCTAssertEqual(fault.message, "\(file) already exists", writer)
      XCTAssertEqual(
        fault.hint, "add replace to overwrite it, or choose another file", writer)
      XCTAssertEqual(fault.exitStatus, .cannotCreate, writer)
      XCTAssertEqual(fault.range?.start.column, writer.count + 2, writer)
      XCTAssertEqual(try content(), "a season's work\n", writer)
      try run("\(writer) \"\(file)\" replace")
      XCTAssertFalse(try content().contains("season"), writer)
      try run(".output -")
    }
  }

  func testSomebodyAtATerminalIsAsked() async throws {
    let person = Person()
    session.ask = { person.answer(to: $0) }
    for writer in writers {
      try fill()
      person.questions = []
      person.agrees = false
      XCTAssertEqual(try run("\(writer) \"\(file)\""), "Nothing was written\n", writer)
      XCTAssertEqual(person.questions, ["\(file) already exists. Replace it?"], writer)
      XCTAssertEqual(try content(), "a season's work\n", writer)
      XCTAssertEqual(try run("count Camper"), "1\n", "answers go where they went")
      person.agrees = true
      try run("\(writer) \"\(file)\"")
      XCTAssertFalse(try content().contains("season"), writer)
      try run(".output -")
      XCTAssertEqual(person.questions.count, 2, writer)
    }
  }

  func testWhereAllIsAcceptedTheFileIsReplacedUnasked() async throws {
    session.acceptsAll = true
    try fill()
    XCTAssertEqual(
      try run("receipt R-1 to \"\(file)\""), "Wrote Receipt R-1 · F-1 to \(file)\n")
    XCTAssertFalse(try content().contains("season"))
  }

  func testAnEmptyFileIsWritten() async throws {
    try Data().write(to: URL(fileURLWithPath: file))
    try run("receipt R-1 to \"\(file)\"")
    XCTAssertTrue(try content().contains("Receipt R-1"))
  }

  func testTheFileThatTakesAllAnswersIsNotTakenFromThem() async throws {
    try run(".output \"\(file)\"; count Camper")
    XCTAssertEqual(
      try failure("receipt R-1 to \"\(file)\" replace").message,
      "\(file) is the file of .output, which gets all answers anyway")
    try run("receipt R-1; .output -")
    let text = try content()
    XCTAssertTrue(text.hasPrefix("1\n"), text)
    XCTAssertEqual(text.components(separatedBy: "Balance due").count, 2, text)
  }

  func testAPaperIsAPageInAFileThatIsCalledSo() async throws {
    for (name, isPage) in [
      ("a.html", true), ("a.HTML", true), ("a.htm", true), ("a.Htm", true), ("a.txt", false),
      ("htm", false),
    ] {
      let file = folder.appendingPathComponent(name)
      try run("receipt R-1 to \"\(file.path)\" replace")
      let text = try String(contentsOf: file, encoding: .utf8)
      XCTAssertEqual(text.hasPrefix("<!DOCTYPE html>"), isPage, name)
    }
  }

  func testProgramsGetAPaperAsValues() async throws {
    session.format = .json
    for (command, title) in [
      ("confirmation R-1", "Confirmation R-1"), ("group receipt Scouts", "Receipt Scouts · F-1"),
    ] {
      let papers = try JSONSerialization.jsonObject(with: Data(try run(command).utf8))
      let paper = try XCTUnwrap((papers as? [[String: Any]])?.first, command)
      XCTAssertEqual(paper["title"] as? String, title)
      XCTAssertNotNil((paper["facts"] as? [String: [String]])?["party"], command)
      let sections = try XCTUnwrap(paper["sections"] as? [[String: Any]], command)
      XCTAssertFalse(sections.isEmpty, command)
      let closing = try XCTUnwrap(paper["closing"] as? [[String: Any]], command)
      XCTAssertEqual(closing.last?["text"] as? String, "Balance due", command)
      XCTAssertEqual(closing.last?["amount"] as? Double, 40, command)
    }
  }

  func testReplaceWithoutAFileIsRefused() async throws {
    let fault = try failure(".output csv replace")
    XCTAssertEqual(fault.message, "replace needs a file")
    XCTAssertEqual(fault.range?.start.column, 13)
  }
}
