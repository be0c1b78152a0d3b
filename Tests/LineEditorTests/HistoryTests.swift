import Foundation
import XCTest

@testable import LineEditor

final class HistoryTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: directory)
  }

  func testACommandGivenAgainMovesToTheEnd() {
    var history = History(["a", "b", "c"])
    XCTAssertTrue(history.add("a"))
    XCTAssertEqual(history.commands, ["b", "c", "a"])
    XCTAssertFalse(history.add("a"))
  }

  func testBlankCommandsAndNULsAreNotKept() {
    var history = History()
    for command in ["", "  ", "\t\n", "a\0b"] { XCTAssertFalse(history.add(command)) }
    XCTAssertEqual(history.commands, [])
  }

  func testTheOldestCommandsGoBeyondTheLimit() {
    var history = History(["a", "b", "c"], limit: 3)
    XCTAssertTrue(history.add("d"))
    XCTAssertEqual(history.commands, ["b", "c", "d"])
  }

  func testCommandsOfSeveralLinesAndBackslashesSurviveTheFile() {
    let commands = ["a \\\nb", "\\n", "c\r\nd", "\\", "tab\t"]
    let history = History(commands)
    XCTAssertEqual(history.fileText, "a \\\\\\nb\n\\\\n\nc\\r\\nd\n\\\\\ntab\t\n")
    XCTAssertEqual(History(fileText: history.fileText).commands, commands)
  }

  func testStrayBackslashesOfAHandWrittenFileAreKept() {
    XCTAssertEqual(History(fileText: "a\\tb\nend\\").commands, ["a\\tb", "end\\"])
  }

  func testTwoShellsAddToTheSameFile() throws {
    let path = directory.appendingPathComponent("history").path
    let one = HistoryFile(path: path)
    let other = HistoryFile(path: path)
    try one.add("from one")
    try other.add("from the other")
    try one.add("from one again")
    XCTAssertEqual(
      try one.load().commands, ["from one", "from the other", "from one again"])
  }

  func testAFileOfWiderPermissionsBecomesPrivate() throws {
    let url = directory.appendingPathComponent("history")
    try Data("old\n".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    try HistoryFile(path: url.path).add("new")
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    XCTAssertEqual((attributes[.posixPermissions] as? NSNumber)?.intValue, 0o600)
    XCTAssertEqual(try String(contentsOf: url, encoding: .utf8), "old\nnew\n")
  }

  func testASymbolicLinkIsFollowedAndKept() throws {
    let target = directory.appendingPathComponent("real")
    let link = directory.appendingPathComponent("history")
    try Data("old\n".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    try HistoryFile(path: link.path).add("new")
    XCTAssertEqual(try String(contentsOf: target, encoding: .utf8), "old\nnew\n")
    XCTAssertEqual(
      try FileManager.default.destinationOfSymbolicLink(atPath: link.path), target.path)
  }

  func testAnotherKindOfFileIsRefusedAndLeftAlone() throws {
    let url = directory.appendingPathComponent("store.sqlite")
    let bytes = Data("SQLite format 3\0 and so on".utf8)
    try bytes.write(to: url)
    XCTAssertThrowsError(try HistoryFile(path: url.path).add("new")) {
      XCTAssertEqual(
        "\($0)", "the history \(url.path) cannot be used: it is not a text file")
    }
    XCTAssertEqual(try Data(contentsOf: url), bytes)
    XCTAssertThrowsError(try HistoryFile(path: directory.path).load())
    XCTAssertThrowsError(try HistoryFile(path: "/dev/null").load())
    XCTAssertThrowsError(try HistoryFile(path: "/dev/null/x/history").add("new"))
  }

  func testAFileOfMoreThanSixteenMebibytesIsRefusedBeforeItIsRead() throws {
    let url = directory.appendingPathComponent("history")
    try Data().write(to: url)
    for (size, reason) in [
      (16 << 20, "it is not a text file"), ((16 << 20) + 1, "it is too big for a history"),
    ] {
      // It is all zeros, which is what is found where it is read.
      XCTAssertEqual(truncate(url.path, size), 0)
      XCTAssertThrowsError(try HistoryFile(path: url.path).load()) {
        XCTAssertEqual("\($0)", "the history \(url.path) cannot be used: \(reason)")
      }
    }
  }

  func testThePromptsEscapesAreMarkedAndNeverLast() {
    XCTAssertEqual(PromptMarkup.marked("camp> "), "camp> ")
    XCTAssertEqual(
      PromptMarkup.marked("\u{1B}[1m\u{1B}[32mcamp>\u{1B}[0m "),
      "\u{1}\u{1B}[1m\u{1B}[32m\u{1}camp>\u{1}\u{1B}[0m\u{1} ")
    XCTAssertEqual(
      PromptMarkup.marked("\u{1B}[32mc> \u{1B}[0m"), "\u{1}\u{1B}[32m\u{1}c>\u{1}\u{1B}[0m\u{1} ")
    XCTAssertEqual(PromptMarkup.marked("a\0\u{1}b"), "ab")
    XCTAssertEqual(PromptMarkup.marked("\u{1B}[0m"), "")
  }
}
