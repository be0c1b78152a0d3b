import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering
import TestSupport
import XCTest

@testable import CampgroundShell

/// Lines that nobody would type: examples with words lost, doubled, exchanged and misspelled, and
/// plain rubbish. Each gets an answer or an error that says something, and the store stays in order.
@MainActor
final class FuzzedLineTests: XCTestCase {
  private static let linesOfRound = 500

  /// The seed and the line that is running; it remains where a line ends the process.
  private static let trace = FileManager.default.temporaryDirectory
    .appendingPathComponent("campground-fuzzed-line.txt")

  private var folderBefore = ""

  override func setUp() async throws {
    // Examples write files beside them.
    folderBefore = FileManager.default.currentDirectoryPath
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fuzzed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = FileManager.default.changeCurrentDirectoryPath(folder.path)
  }

  override func tearDown() async throws {
    let folder = FileManager.default.currentDirectoryPath
    _ = FileManager.default.changeCurrentDirectoryPath(folderBefore)
    try? FileManager.default.removeItem(atPath: folder)
  }

  func testEveryLineGetsAnAnswerOrAnErrorAndLeavesTheStoreInOrder() async throws {
    var outcomes = (answered: 0, refused: 0)
    for seed in Campaign.seeds(4, full: 2_000) {
      var lines = FuzzedLines(seed: seed)
      let stack = try TestStoreStack(now: CalendarDate(dayNumber: 9_312).midnightUTC + 43_200)
      let shell = TestShell(stack, format: lines.format)
      shell.session.acceptsAll = true
      for line in lines.setUp { try shell.run(line) }
      for _ in 0..<Self.linesOfRound {
        let line = lines.next()
        try "seed \(seed): \(line)\n".write(to: Self.trace, atomically: false, encoding: .utf8)
        do {
          try shell.run(line)
          outcomes.answered += 1
        } catch let error as Diagnostic {
          outcomes.refused += 1
          XCTAssertFalse(error.message.isEmpty, "seed \(seed): \(line)")
          XCTAssertNotEqual(error.exitStatus, .software, "seed \(seed): \(line)\n\(error)")
        }
        shell.session.isOver = false
      }
      shell.session.dropScratchPad()
      let check = CheckService(
        managedObjectContext: stack.mainContext, storeStack: stack, clock: stack.clock)
      XCTAssertEqual(try check.findings(), [], "seed \(seed)")
      try stack.close()
    }
    try? FileManager.default.removeItem(at: Self.trace)
    // Most lines are wrong, but not so wrong that no command runs.
    XCTAssertGreaterThan(outcomes.answered * 20, outcomes.refused, "\(outcomes)")
  }
}

/// Random lines of one round.
private struct FuzzedLines {
  private var random: SeededGenerator
  private let examples: [String]
  /// The format of answers.
  let format: OutputFormat

  @MainActor
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    examples = Session.grammar.commands.flatMap(\.examples)
    format = OutputFormat.allCases.randomElement(using: &random) ?? .box
  }

  /// A campground to begin with.
  let setUp = [
    "campsite add 15-17 type rv electricity 50 water yes length 40 rate 45",
    "tax add \"State tax\" 7.25%", "tax add \"Sales tax\" 8% group goods",
    "policy add Standard steps \"0-1 all, 2-6 nights 1, 7+ nothing\" default yes",
    "camper add Rivera phone 408-555-1234", "item add firewood price 6.25 stock 40 group goods",
    "employee add \"Kasey Mcfarland\" department Shop",
    "reserve 15 for Rivera from 2026-07-01 nights 3", "checkin R-1", "pay R-1 50 card",
  ]

  private static let words = [
    "R-1", "R-2", "R-99", "S-1", "W-1", "F-1", "E-3", "15", "16", "15-17", "Rivera", "\"Ana Park\"",
    "2026-07-01", "2026-07-04", "today", "tomorrow", "friday", "july", "2026", "last month", "+3",
    "0", "-1",
    "1", "3", "45", "45.005", "1e9", "99999999999999999999", "10%", "cash", "card", "check", "yes",
    "no", "from", "to", "for", "nights", "reason", "\"\"", "\"", "'", "{", "(", ")", "$x", ";", "#",
    "=", "\\", "\u{202E}", "\u{0}", "👩‍👩‍👧", "é", "Ω", "class", "site", "group", "all", "undo",
    "replace",
  ]

  private static let characters = Array("aZ09 -_'\"\\;#$%&()*+,:<=>?@[]{}|é\u{202E}\u{7}\t\n")

  mutating func next() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4: return examples.randomElement(using: &random) ?? ""
    case 4..<17: return changed(examples.randomElement(using: &random) ?? "")
    case 17, 18:
      return (0..<Int.random(in: 1..<8, using: &random)).map { _ in word() }
        .joined(separator: " ")
    default:
      return String(
        (0..<Int.random(in: 0..<80, using: &random)).compactMap { _ in
          Self.characters.randomElement(using: &random)
        })
    }
  }

  private mutating func word() -> String { Self.words.randomElement(using: &random) ?? "" }

  /// An example with one to three changes.
  private mutating func changed(_ line: String) -> String {
    var parts = line.split(separator: " ").map(String.init)
    for _ in 0..<Int.random(in: 1...3, using: &random) where !parts.isEmpty {
      let place = parts.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<7, using: &random) {
      case 0: parts.remove(at: place)
      case 1: parts.insert(parts[place], at: place)
      case 2: parts.insert(word(), at: place)
      case 3: parts.swapAt(place, parts.indices.randomElement(using: &random) ?? 0)
      case 4:
        var characters = Array(parts[place])
        let index = Int.random(in: 0...characters.count, using: &random)
        characters.insert(Self.characters.randomElement(using: &random) ?? " ", at: index)
        parts[place] = String(characters)
      default: parts[place] = word()
      }
    }
    return parts.joined(separator: " ")
  }
}
