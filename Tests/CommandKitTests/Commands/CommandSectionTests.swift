import CommandKit
import Synchronization
import XCTest

/// Commands that are made when they are needed.
final class CommandSectionTests: XCTestCase {
  /// The sections made, by their first words.
  private final class Made: Sendable {
    private let words = Mutex<[String]>([])

    func section(_ names: String...) -> CommandSection<Library> {
      let firstWords = names.map { String($0.prefix { $0 != " " }) }.unique
      return CommandSection(firstWords) {
        self.words.withLock { $0.append(firstWords[0]) }
        return names.map { Command($0, "Do \($0)") { _ in .text("") } }
      }
    }

    var all: [String] { words.withLock { $0 } }
  }

  func testOnlyTheSectionOfACommandIsMade() {
    let made = Made()
    let grammar = CommandGrammar<Library>(
      chapters: [
        CommandChapter("One", [made.section("add", "remove"), made.section("list")]),
        CommandChapter("Two", [made.section("count")]),
      ])
    XCTAssertEqual(grammar.match(["remove", "all"])?.command.name, "remove")
    XCTAssertEqual(grammar.match(["add"])?.command.name, "add")
    XCTAssertEqual(made.all, ["add"])
    XCTAssertNil(grammar.match(["find"]))
    XCTAssertEqual(grammar.firstWords, ["add", "remove", "list", "count"])
    XCTAssertEqual(made.all, ["add"])
    XCTAssertEqual(grammar.commands.map(\.name), ["add", "remove", "list", "count"])
    XCTAssertEqual(made.all, ["add", "list", "count"])
  }

  func testTheLongestSpellingOfAllSectionsIsFound() {
    let made = Made()
    let grammar = CommandGrammar<Library>(
      chapters: [
        CommandChapter("One", [made.section("stay", "stay list")]),
        CommandChapter("Two", [made.section("stay list all", "leave")]),
      ])
    XCTAssertEqual(grammar.match(["stay", "12"])?.command.name, "stay")
    XCTAssertEqual(grammar.match(["stay", "list", "all"])?.command.name, "stay list all")
    XCTAssertEqual(grammar.match(["stay", "list", "12"])?.wordCount, 2)
    XCTAssertEqual(grammar.verbs(of: "stay"), ["list"])
  }
}
