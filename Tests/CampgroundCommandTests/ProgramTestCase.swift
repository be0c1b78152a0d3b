import TestSupport
import XCTest

/// A sealed program for each test, which may be opened at a terminal.
class ProgramTestCase: XCTestCase {
  private(set) var program: SealedProgram!

  override func setUpWithError() throws {
    program = try SealedProgram()
  }

  override func tearDown() {
    program.remove()
  }

  /// Opens the shell at a terminal, whose width decides, and waits for the prompt.
  func open(_ arguments: String..., columns: UInt16 = 80) throws -> TerminalSession {
    var environment = program.environment
    environment["COLUMNS"] = nil
    let terminal = try TerminalSession(
      program: SealedProgram.path, arguments: arguments, environment: environment,
      columns: columns)
    terminal.wait(for: "type help to begin")
    terminal.wait(for: "campground> ")
    return terminal
  }

  /// Presses Ctrl-D at the prompt.
  func leave(_ terminal: TerminalSession) {
    terminal.type("\u{4}")
    XCTAssertEqual(terminal.waitForExit(), 0)
  }

  /// Runs commands that have to succeed, one after another, and gives what they printed.
  @discardableResult
  func run(
    _ commands: String..., file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    let outcome = try program.start(commands.flatMap { ["-c", $0] }).outcome
    XCTAssertEqual(outcome.status, 0, outcome.errors, file: file, line: line)
    return outcome.output
  }
}

extension TerminalSession {
  /// Types a line, waits for each of these parts of what follows, and then for the prompt.
  func give(
    _ text: String, expecting parts: String..., prompt: String = "campground> ",
    file: StaticString = #filePath, line: UInt = #line
  ) {
    type(text + "\r")
    for part in parts + [prompt] { wait(for: part, file: file, line: line) }
  }
}
