import Foundation
import SQLite
import TestSupport
import XCTest

/// The night audit that is killed at any moment, or runs twice at once, does its work once.
final class NightlyKillTests: XCTestCase {
  private let sites = 24

  /// A store at four in the morning of 2026-06-15: guests in two thirds of the sites since
  /// the 13th, who did not come yesterday in the others, a hold that is over, and somebody
  /// who waits for its nights.
  private func prepare(_ program: SealedProgram) throws {
    let stayed = 1...(sites * 2 / 3)
    let missed = (stayed.upperBound + 1)...sites
    var commands = ["camper add Ada; camper add Bob; tax add Bed 12.35%"]
    commands.append("policy add Strict steps \"0+ nights 1\" grace 0 default yes")
    commands += (1...sites).map { "campsite add \($0) rate 33.33" }
    commands += stayed.map { "reserve \($0) for Ada from 2026-06-13 nights 4; checkin R-\($0)" }
    commands += missed.map { "reserve \($0) for Bob from 2026-06-14 nights 2; pay R-\($0) 30 card" }
    commands.append(
      "campsite add last rate 20; hold last for Bob from 2026-06-20 nights 2 minutes 5")
    commands.append("waitlist add Ada from 2026-06-20 nights 2 anyway")
    let made = try program.run(
      "--store", "x.sqlite", "--now", "2026-06-13T15:00", input: commands.joined(separator: "\n"))
    XCTAssertEqual(made.status, 0, made.errors)
  }

  private func nightly(_ program: SealedProgram) throws -> SealedProgram.Running {
    try program.start([
      "--store", "x.sqlite", "--now", "2026-06-15T04:00", "--timeout", "60", "-c", "nightly close",
    ])
  }

  // MARK: The store's files

  private func files(_ folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("x.sqlite") }
  }

  /// Puts the store back to what it was before any run.
  private func restore(_ program: SealedProgram, from original: SealedProgram) throws {
    for file in try files(program.folder) { try FileManager.default.removeItem(at: file) }
    for file in try files(original.folder) {
      try FileManager.default.copyItem(
        at: file, to: program.folder.appendingPathComponent(file.lastPathComponent))
    }
  }

  // MARK: What is in it

  /// All that a run writes but the numbers of rows and the instants, one text.
  private func state(_ program: SealedProgram) throws -> String {
    let database = try Connection(path: program.folder.path + "/x.sqlite")
    XCTAssertEqual(try database.text("PRAGMA integrity_check"), "ok")
    // Each line that is posted is posted once.
    XCTAssertEqual(
      try database.integer(
        """
        SELECT count(*) - count(DISTINCT ZRESERVATION || ' ' || ZNIGHT || ZKIND || ifnull(ZNAME, ''))
        FROM ZFOLIOENTRY WHERE ZNIGHT IS NOT NULL
        """), 0)
    // The closed day has the sums of its lines.
    XCTAssertEqual(
      try database.integer(
        """
        SELECT count(*) FROM ZCLOSEDDAY c WHERE
          ZCHARGEDMINOR = (SELECT sum(ZAMOUNTMINOR) FROM ZFOLIOENTRY e
            WHERE e.ZMETHOD IS NULL AND e.ZDAY <= c.ZDAY)
          AND ZPAIDMINOR = (SELECT -sum(ZAMOUNTMINOR) FROM ZFOLIOENTRY e
            WHERE e.ZMETHOD IS NOT NULL AND e.ZDAY <= c.ZDAY)
        """), 1)
    let queries = [
      """
      SELECT group_concat(t, char(10)) FROM (SELECT r.ZNUMBER || ' ' || e.ZKIND || ' ' || e.ZTEXT
        || ' ' || e.ZAMOUNTMINOR || ' ' || e.ZDAY AS t
      FROM ZFOLIOENTRY e JOIN ZRESERVATION r ON e.ZRESERVATION = r.Z_PK
      ORDER BY r.ZNUMBER, e.ZDAY, e.ZKIND, e.ZTEXT, e.ZAMOUNTMINOR)
      """,
      """
      SELECT group_concat(t, char(10)) FROM (SELECT ZNUMBER || ' ' || ZSTATUS || ' '
        || ifnull(ZTOTALMINOR, '') AS t
      FROM ZRESERVATION ORDER BY ZNUMBER)
      """,
      "SELECT count(*) || ' ' || sum(ZNIGHT) FROM ZRESERVATIONNIGHT",
      "SELECT group_concat(ZDAY || ' ' || ZNIGHTSSOLD) FROM ZCLOSEDDAY",
      "SELECT group_concat(r.ZSTATUS) FROM ZOFFER o JOIN ZRESERVATION r ON o.ZRESERVATION = r.Z_PK",
    ]
    return try queries.map { try database.text($0) ?? "" }.joined(separator: "\n")
  }

  /// Nights of 33.33 with 12.35% on the whole: 4.12 and 8.23 of the first two.
  private func checkSums(_ program: SealedProgram) throws {
    let database = try Connection(path: program.folder.path + "/x.sqlite")
    let (stayed, missed) = (sites * 2 / 3, sites / 3)
    let posted = { (kind: String) in
      try database.integer(
        "SELECT ifnull(sum(ZAMOUNTMINOR), 0) FROM ZFOLIOENTRY WHERE ZKIND = '\(kind)'")
    }
    // Two nights of who stayed; of who did not come the policy keeps the first, which is not taxed.
    XCTAssertEqual(try posted("lodging"), Int64(3_333 * 2 * stayed))
    XCTAssertEqual(try posted("kept"), Int64(3_333 * missed))
    XCTAssertEqual(try posted("tax"), Int64((412 + 411) * stayed))
    XCTAssertEqual(
      try database.integer("SELECT count(*) FROM ZRESERVATION WHERE ZSTATUS = 'NoShow'"),
      Int64(missed))
    XCTAssertEqual(
      try database.text(
        "SELECT group_concat(r.ZSTATUS) FROM ZOFFER o JOIN ZRESERVATION r ON o.ZRESERVATION = r.Z_PK"
      ),
      "Hold")
  }

  // MARK: Runs

  func testARoutineThatIsKilledAtAnyMomentIsEndedByTheNextRunAndPostsNothingTwice() throws {
    let (original, program) = (try SealedProgram(), try SealedProgram())
    defer { for made in [original, program] { made.remove() } }
    try prepare(original)
    try restore(program, from: original)
    let start = ContinuousClock.now
    let whole = try nightly(program).outcome
    let duration = ContinuousClock.now - start
    XCTAssertEqual(whole.status, 0, whole.errors)
    try checkSums(program)
    let expected = try state(program)

    let moments = Campaign.rounds(2, full: 50)
    var random = SeededGenerator(seed: 11)
    for moment in 0..<moments {
      try restore(program, from: original)
      // Three runs are killed one after the other, each in its own part of the time that one takes.
      for _ in 0..<3 {
        let part = (Double(moment) + Double.random(in: 0..<1, using: &random)) / Double(moments)
        let running = try nightly(program)
        let microseconds = duration * part / .microseconds(1)
        usleep(UInt32(max(0, microseconds)))
        running.kill()
        _ = running.outcome
      }
      let last = try nightly(program).outcome
      XCTAssertEqual(last.status, 0, last.errors)
      XCTAssertEqual(try state(program), expected, "killed in part \(moment) of \(moments)")
    }
  }

  func testTwoRoutinesAtOnceDoTheWorkOfOne() throws {
    let (original, program) = (try SealedProgram(), try SealedProgram())
    defer { for made in [original, program] { made.remove() } }
    try prepare(original)
    try restore(program, from: original)
    XCTAssertEqual(try nightly(program).outcome.status, 0)
    let expected = try state(program)
    for _ in 0..<5 {
      try restore(program, from: original)
      for outcome in try (0..<2).map({ _ in try nightly(program) }).map(\.outcome) {
        XCTAssertEqual(outcome.status, 0, outcome.errors)
      }
      XCTAssertEqual(try state(program), expected)
    }
  }
}
