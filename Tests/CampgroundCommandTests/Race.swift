import Foundation
import TestSupport
import XCTest

extension XCTestCase {
  /// Runs a race on a store of its own.
  func races(_ body: (Race) throws -> Void) throws {
    for _ in 0..<Campaign.rounds(1, full: 20) {
      let race = Race(program: try SealedProgram())
      defer { race.program.remove() }
      try body(race)
    }
  }
}

/// A store and the processes that are let loose on it.
struct Race {
  let program: SealedProgram

  /// How many processes want one thing.
  static let crowd = Campaign.isFull ? 50 : 10

  /// How many races of two run at once.
  static let pairs = Campaign.isFull ? 6 : 2

  /// Makes what the race is about.
  func prepare(_ commands: String, at now: String = "2026-06-15T09:00") throws {
    let outcome = try program.run("--store", "x.sqlite", "--now", now, "-c", commands)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  /// Starts a process a command, all at once, and waits for them.
  func run(
    _ commands: [String], at now: String = "2026-06-15T09:00"
  ) throws -> [SealedProgram.Outcome] {
    try commands.map { try start($0, at: now) }.map(\.outcome)
  }

  /// Starts a process and does not wait for it.
  func start(_ command: String, at now: String) throws -> SealedProgram.Running {
    try program.start(["--store", "x.sqlite", "--timeout", "60", "--now", now, "-c", command])
  }

  /// What queries print afterwards, without the headings of columns.
  func ask(_ commands: String) throws -> String {
    try commands.split(separator: ";").map { command in
      let output = try program.run("--store", "x.sqlite", "-c", String(command)).output
      guard command.contains("fetch "), let end = output.firstIndex(of: "\n") else { return output }
      return String(output[output.index(after: end)...])
    }.joined()
  }

  /// Checks that whoever failed was refused for that reason, and nothing else.
  func expectRefusals(_ outcomes: [SealedProgram.Outcome], _ reason: String) {
    for outcome in outcomes where outcome.status != 0 {
      XCTAssertEqual(outcome.status, 65, outcome.errors)
      XCTAssertTrue(outcome.errors.contains(reason), outcome.errors)
    }
  }
}
