import Foundation
import LineEditor
import TestSupport
import XCTest

/// Answers every line it reads. On its own it is a test on a pipe; `TerminalSession` runs it on
/// a pseudo-terminal, where the lines are edited.
final class EchoSession: XCTestCase {
  static let variable = "LINE_EDITOR_ECHO_SESSION"
  static let testName = "LineEditorTests.EchoSession/testAnswersEveryLineItReads"

  func testAnswersEveryLineItReads() throws {
    guard ProcessInfo.processInfo.environment[Self.variable] != nil else {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data("one\ntwo".utf8))
      try pipe.fileHandleForWriting.close()
      let reader = PlainLineReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
      XCTAssertEqual(try reader.readLine(prompt: ""), .line("one"))
      XCTAssertEqual(try reader.readLine(prompt: ""), .line("two"))
      XCTAssertEqual(try reader.readLine(prompt: ""), .endOfInput)
      return
    }
    let environment = ProcessInfo.processInfo.environment
    var idleCalls = 0
    let reader = makeLineReader(
      program: "echo", historyPath: environment["ECHO_HISTORY"], completion: Self.candidates,
      idle: { idleCalls += 1 })
    XCTAssertTrue(reader.isInteractive)
    if let terminal = reader as? TerminalLineReader, environment["ECHO_ANNOUNCES"] != nil {
      terminal.idle = {
        idleCalls += 1
        if idleCalls == 10 { terminal.printAboveLine("news: site 15 is free") }
        if idleCalls == 12 {
          do {
            _ = try terminal.readLine(prompt: "nested")
          } catch {
            terminal.printAboveLine("refused: \(error)")
          }
        }
      }
    }
    if environment["ECHO_HANDLES_TERM"] != nil { signal(SIGTERM) { _ in _exit(7) } }
    let prompt = environment["ECHO_PROMPT"] ?? "camp> "
    while true {
      switch try reader.readLine(prompt: prompt) {
      case .line("remember lines"): reader.remember("one\n two")
      case .line("idle"): print("<idle \(idleCalls)>")
      case .line(let line):
        print("<\(line)>")
        reader.remember(line)
      case .interrupted: print("<interrupted>")
      case .endOfInput:
        print("<end>")
        return
      }
    }
  }

  private static func candidates(_ context: LineEditorContext) -> [Completion] {
    let word = context.textBeforeCursor.split(separator: " ", omittingEmptySubsequences: false).last
    let words = ["available ", "camper ", "campsite ", "\"Johnny Appleseed\" ", "\"Émile\" "]
    return words.map { Completion($0) }.filter {
      $0.displayText.lowercased().trimmingPrefix("\"").hasPrefix((word ?? "").lowercased())
    }
  }
}
