import Foundation
import LineEditor
import TestSupport
import XCTest

final class TerminalLineReaderTests: XCTestCase {
  private var home = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: home)
  }

  private func session(
    _ environment: [String: String] = [:], columns: UInt16 = 80
  ) throws -> TerminalSession {
    let session = try TerminalSession(home: home, environment: environment, columns: columns)
    session.wait(for: environment["ECHO_PROMPT"] ?? "camp> ")
    return session
  }

  func testALineIsReadWithoutItsEnding() throws {
    let session = try session()
    session.type("campsite list\r")
    session.wait(for: "<campsite list>")
  }

  func testBackspaceTakesBackACharacter() throws {
    let session = try session()
    session.type("campx\u{7F}site\r")
    session.wait(for: "<campsite>")
  }

  func testEmacsKeysMoveAndDelete() throws {
    let session = try session()
    // Ctrl-A to the start, Ctrl-D deletes there, Ctrl-E to the end.
    session.type("xabc\u{01}\u{04}\u{05}d\r")
    session.wait(for: "<abcd>")
  }

  func testUTF8IsTypedAndEdited() throws {
    let session = try session()
    session.type("café 東京 🏕x\u{7F}\u{7F}⛺\r")
    session.wait(for: "<café 東京 ⛺>")
  }

  func testUTF8IsTypedInTheCLocaleToo() throws {
    let session = try session(["LC_ALL": "C"])
    session.type("Émile\u{7F}e\r")
    session.wait(for: "<Émile>")
  }

  func testUpRecallsTheLineBefore() throws {
    let session = try session()
    session.type("first\r")
    session.wait(for: "<first>")
    session.type("second\r")
    session.wait(for: "<second>")
    session.type("\u{1B}[A\u{1B}[A!\r")
    session.wait(for: "<first!>")
  }

  func testHistoryOutlivesTheSessionPrivatelyAndWithoutDuplicates() throws {
    let file = home.appendingPathComponent("state/campground/history")
    var session = try session(["ECHO_HISTORY": file.path])
    for line in ["één", "two", "één", "één", "  "] {
      session.type(line + "\r")
      session.wait(for: "<\(line)>")
    }
    session.wait(for: "camp> ")
    session.type("\u{04}")
    session.wait(for: "<end>")
    XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "two\néén\n")
    XCTAssertEqual(try permissions(file), 0o600)
    XCTAssertEqual(try permissions(file.deletingLastPathComponent()), 0o700)

    session = try self.session(["ECHO_HISTORY": file.path])
    session.type("\u{1B}[A\u{1B}[A\u{1B}[B\r")
    session.wait(for: "<één>")
  }

  func testAHistoryThatCannotBeUsedDoesNotStopTheReading() throws {
    let session = try session(["ECHO_HISTORY": home.path])
    session.type("one\r")
    session.wait(for: "<one>")
    session.type("\u{1B}[A\r")
    session.wait(for: "<one>")
  }

  func testACommandOfSeveralLinesIsRecalledWhole() throws {
    let file = home.appendingPathComponent("history")
    let session = try session(["ECHO_HISTORY": file.path])
    session.type("remember lines\r")
    session.wait(for: "camp> ")
    session.type("\u{1B}[A!\r")
    session.wait(for: "<one\r\n two!>")
    session.wait(for: "camp> ")
    XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "one\\n two\none\\n two!\n")
  }

  func testATerminalThatCanDoLittleIsEnough() throws {
    for terminal in ["dumb", "", "no-such-terminal"] {
      let session = try session(["TERM": terminal])
      session.type("campx\u{7F}site\r")
      session.wait(for: "<campsite>")
    }
  }

  func testAPromptMayHaveWideCharacters() throws {
    let session = try session(["ECHO_PROMPT": "⛺ 東> "])
    session.type("b\u{01}a\r")
    session.wait(for: "<ab>")
  }

  func testTabCompletesTheOnlyCandidate() throws {
    let session = try session()
    session.type("av\tfrom\r")
    session.wait(for: "<available from>")
  }

  func testTabPutsInWhatCandidatesShareAndListsThemTheSecondTime() throws {
    let session = try session()
    session.type("show cam\t")
    session.wait(for: "p")
    session.type("\t")
    let listing = session.wait(for: "show camp")
    XCTAssertTrue(listing.contains("camper    campsite"), listing.debugDescription)
    session.type("s\t15\r")
    session.wait(for: "<show campsite 15>")
  }

  func testTabReplacesWithTheQuotesOfTheCandidateInTheMiddleOfALine() throws {
    let session = try session()
    // Type the end first, then complete in front of it.
    session.type(" from x\u{01}joh\t\r")
    session.wait(for: "<\"Johnny Appleseed\"  from x>")
  }

  func testTabWithoutCandidatesLeavesTheLine() throws {
    let session = try session()
    session.type("zzz\t\t!\r")
    session.wait(for: "<zzz!>")
  }

  func testControlCClearsTheLineAndNeverQuits() throws {
    let session = try session()
    session.type("half a line")
    session.wait(for: "line")
    session.type("\u{03}")
    session.wait(for: "^C")
    session.wait(for: "<interrupted>")
    session.wait(for: "camp> ")
    session.type("\u{03}")
    session.wait(for: "<interrupted>")
    session.wait(for: "camp> ")
    session.type("whole\r")
    session.wait(for: "<whole>")
  }

  func testControlCRightAfterAKeyIsNotLost() throws {
    let session = try session()
    // The terminal discards the key: some microseconds later, after it announced it.
    for round in 0..<2_000 {
      session.type("x")
      let pressed = ContinuousClock.now
      while ContinuousClock.now - pressed < .microseconds(round % 40) {}
      session.type("\u{03}")
      session.wait(for: "<interrupted>")
      session.wait(for: "camp> ")
    }
  }

  func testControlDEndsTheInputOnAnEmptyLineOnly() throws {
    let session = try session()
    session.type("abc\u{04}\r")
    session.wait(for: "<abc>")
    session.wait(for: "camp> ")
    session.type("\u{04}")
    session.wait(for: "^D\r\n<end>")
    XCTAssertEqual(session.waitForExit(), 0)
  }

  func testAResizeKeepsTheLine() throws {
    let session = try session()
    for columns: UInt16 in [60, 100, 40] {
      session.type("ab")
      session.wait(for: "ab")
      session.resize(columns: columns)
      session.wait(for: "camp> ")
    }
    session.type("!\r")
    session.wait(for: "<ababab!>")
  }

  func testStoppingAndContinuingKeepsTheLine() throws {
    let session = try session()
    session.type("before")
    session.wait(for: "before")
    session.send(SIGSTOP)
    session.send(SIGCONT)
    session.wait(for: "camp> before")
    session.type(" after\r")
    session.wait(for: "<before after>")
  }

  func testASignalThatEndsTheProgramDoesSo() throws {
    let session = try session()
    session.send(SIGTERM)
    XCTAssertEqual(session.waitForExit() & 0x7F, SIGTERM)
  }

  func testTheProgramsOwnSignalHandlerIsCalled() throws {
    let session = try session(["ECHO_HANDLES_TERM": "1"])
    session.send(SIGTERM)
    XCTAssertEqual(session.waitForExit() >> 8, 7)
  }

  func testIdleIsCalledAboutTwentyTimesASecond() throws {
    let session = try session()
    Thread.sleep(forTimeInterval: 1)
    session.type("idle\r")
    session.wait(for: "<idle ")
    let calls = Int(session.wait(for: ">")) ?? 0
    // A busy machine may make it fewer, nothing may make it many more.
    XCTAssertTrue((3...60).contains(calls), "\(calls)")
  }

  func testIdleMayPrintAboveTheLineButNotRead() throws {
    let session = try session(["ECHO_ANNOUNCES": "1"])
    session.type("typed")
    session.wait(for: "news: site 15 is free\r\n")
    session.wait(for: "camp> typed")
    session.wait(for: "refused: a line is being read already")
    session.wait(for: "camp> typed")
    session.type("!\r")
    session.wait(for: "<typed!>")
  }

  func testEveryLineOfAPasteIsRead() throws {
    let session = try session()
    session.type("one\rtwo\rthree\r")
    for line in ["<one>", "<two>", "<three>"] { session.wait(for: line) }
  }

  func testAnEditorConfigurationMayChooseViKeys() throws {
    try Data("bind -v\n".utf8).write(to: home.appendingPathComponent(".editrc"))
    let session = try session()
    // Escape, 0 to the start, x deletes; Tab still completes.
    session.type("xav\u{1B}0xA\tfrom\r")
    session.wait(for: "<available from>")
  }

  func testALineLongerThanTheScreenIsReadWhole() throws {
    let session = try session(columns: 20)
    let line = String(repeating: "0123456789", count: 300)
    session.type(line + "\r")
    session.wait(for: "<\(line)>")
  }

  func testAColouredPromptEndsItsColour() throws {
    let prompt = "\u{1B}[1m\u{1B}[32mcamp>\u{1B}[0m "
    let session = try TerminalSession(home: home, environment: ["ECHO_PROMPT": prompt])
    session.wait(for: "\u{1B}[1m\u{1B}[32mcamp>\u{1B}[0m ")
    session.type("x\u{01}y\r")
    session.wait(for: "<yx>")
  }

  func testSomethingElseThanATerminalIsReadPlainly() throws {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("from a pipe\n".utf8))
    try pipe.fileHandleForWriting.close()
    let reader = makeLineReader(
      program: "echo", historyPath: nil, input: pipe.fileHandleForReading.fileDescriptor)
    XCTAssertFalse(reader.isInteractive)
    XCTAssertEqual(try reader.readLine(prompt: "unseen"), .line("from a pipe"))
    XCTAssertEqual(try reader.readLine(prompt: "unseen"), .endOfInput)
    XCTAssertThrowsError(
      try TerminalLineReader(
        program: "echo", input: pipe.fileHandleForReading.fileDescriptor)
    ) { XCTAssertEqual($0 as? LineReaderError, .notATerminal) }
  }

  private func permissions(_ url: URL) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }
}
