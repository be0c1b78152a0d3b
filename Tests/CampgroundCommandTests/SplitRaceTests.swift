import Foundation
import TestSupport
import XCTest

/// Processes that change one stay on several campsites at the same instant: each is done or refused
/// as a whole, and what stands is one stay.
final class SplitRaceTests: XCTestCase {
  private static let stays = Race.pairs

  /// Ada1, Ada2 and so on from July 1 to 7, each on a campsite of their own: `1a`, with `1b` and `1c` free.
  ///
  /// - Parameter isSplit: whether each goes over to `1b` on July 3.
  private func prepare(_ race: Race, isSplit: Bool = false) throws {
    for stay in 1...Self.stays {
      try race.prepare(
        "camper add Ada\(stay); campsite add \(stay)a; campsite add \(stay)b; campsite add \(stay)c; "
          + "reserve \(stay)a for Ada\(stay) from 2026-07-01 to 2026-07-07"
          + (isSplit ? " then \(stay)b on 2026-07-03" : ""))
    }
  }

  /// Lets processes loose on each of the stays, all at once, and gives what
  /// became of those of each.
  private func run(
    _ race: Race, _ commands: (_ stay: Int) -> [String]
  ) throws -> [(stay: Int, outcomes: [SealedProgram.Outcome])] {
    let all = (1...Self.stays).map(commands)
    let outcomes = try race.run(all.flatMap { $0 })
    return all.enumerated().map { index, commands in
      let first = index * commands.count
      return (index + 1, Array(outcomes[first..<(first + commands.count)]))
    }
  }

  /// Where a stay is that stands, a line a segment: `2026-07-01 2026-07-03 1a`. Checks
  /// that it is in one piece.
  private func segments(_ race: Race, _ stay: Int) throws -> [String] {
    let found = try race.ask(
      "fetch StaySegment where reservation.camper.fullName == \"Ada\(stay)\" "
        + "AND reservation.status == \"Reserved\" "
        + "sort dateFrom select dateFrom, dateTo, campSite.name"
    ).split(separator: "\n").map {
      $0.split(whereSeparator: { "\t ,|".contains($0) }).map(String.init)
    }
    for (earlier, later) in zip(found, found.dropFirst()) {
      XCTAssertEqual(earlier[1], later[0], "\(found)")
      XCTAssertNotEqual(earlier[2], later[2], "\(found)")
    }
    // Each night once, on the campsite of its segment.
    let nights = try race.ask(
      "fetch ReservationNight where reservation.camper.fullName == \"Ada\(stay)\" sort night "
        + "select night, campSite.name"
    ).split(separator: "\n").map {
      $0.split(whereSeparator: { "\t ,|".contains($0) }).map(String.init)
    }
    let taken = nights.map { night in
      found.first { $0[0] <= night[0] && night[0] < $0[1] }.map { $0[2] == night[1] } ?? false
    }
    XCTAssertFalse(taken.contains(false), "\(nights) of \(found)")
    XCTAssertEqual(Set(nights.map { $0[0] }).count, nights.count, "\(nights)")
    let days = found.map { (Int($0[1].suffix(2)) ?? 0) - (Int($0[0].suffix(2)) ?? 0) }
    XCTAssertEqual(nights.count, days.reduce(0, +), "\(nights) of \(found)")
    return found.map { $0.joined(separator: " ") }
  }

  func testOfTwoWhoLetAStayChangeTheSiteOnOneDayTheLaterOneStands() throws {
    try races { race in
      try prepare(race)
      let outcomes = try run(race) { stay in
        ["b", "c"].map { "reservation split R-\(stay) at 2026-07-03 to \(stay)\($0)" }
      }
      for (stay, pair) in outcomes {
        for outcome in pair { XCTAssertEqual(outcome.status, 0, outcome.errors) }
        // Whoever was second was told where the stay was by then.
        let later = pair.firstIndex { $0.output.contains("was site \(stay)a, then") }
        let site = ["b", "c"][try XCTUnwrap(later)]
        XCTAssertEqual(
          try segments(race, stay),
          ["2026-07-01 2026-07-03 \(stay)a", "2026-07-03 2026-07-07 \(stay)\(site)"])
      }
    }
  }

  func testChangesOfTheSiteOnTwoDaysAndAnExtensionAreAllDone() throws {
    try races { race in
      try prepare(race)
      let outcomes = try run(race) { stay in
        [
          "reservation split R-\(stay) at 2026-07-03 to \(stay)b",
          "reservation split R-\(stay) at 2026-07-05 to \(stay)c",
          "reservation extend R-\(stay) nights 1",
        ]
      }
      for (stay, three) in outcomes {
        for outcome in three { XCTAssertEqual(outcome.status, 0, outcome.errors) }
        XCTAssertEqual(
          try segments(race, stay),
          [
            "2026-07-01 2026-07-03 \(stay)a", "2026-07-03 2026-07-05 \(stay)b",
            "2026-07-05 2026-07-08 \(stay)c",
          ])
      }
    }
  }

  func testOfTwoWhoPutAStayOnDifferentSitesTheLaterOneStands() throws {
    try races { race in
      try prepare(race, isSplit: true)
      let outcomes = try run(race) { stay in
        ["a", "b"].map { "reservation move R-\(stay) to \(stay)\($0)" }
      }
      for (stay, pair) in outcomes {
        for outcome in pair { XCTAssertEqual(outcome.status, 0, outcome.errors) }
        let later = pair.firstIndex { !$0.output.contains("was site \(stay)a, then") }
        let site = ["a", "b"][try XCTUnwrap(later)]
        XCTAssertEqual(try segments(race, stay), ["2026-07-01 2026-07-07 \(stay)\(site)"])
      }
    }
  }

  func testAMoveAndASplitOfOneStayAreDoneOneAfterTheOther() throws {
    try races { race in
      try prepare(race, isSplit: true)
      let outcomes = try run(race) { stay in
        [
          "reservation move R-\(stay) to \(stay)b",
          "reservation split R-\(stay) at 2026-07-02 to \(stay)c",
        ]
      }
      for (stay, pair) in outcomes {
        for outcome in pair { XCTAssertEqual(outcome.status, 0, outcome.errors) }
        let isMovedLast = try segments(race, stay).count == 1
        XCTAssertEqual(
          try segments(race, stay),
          isMovedLast
            ? ["2026-07-01 2026-07-07 \(stay)b"]
            : ["2026-07-01 2026-07-02 \(stay)b", "2026-07-02 2026-07-07 \(stay)c"])
      }
    }
  }

  func testACancellationLeavesNothingOfAStayThatIsSplitMeanwhile() throws {
    try races { race in
      try prepare(race)
      let outcomes = try run(race) { stay in
        ["cancel R-\(stay)", "reservation split R-\(stay) at 2026-07-03 to \(stay)b"]
      }
      for (stay, pair) in outcomes {
        XCTAssertEqual(pair[0].status, 0, pair[0].errors)
        race.expectRefusals(pair, "is canceled and can no longer change")
        XCTAssertEqual(try segments(race, stay), [])
      }
      XCTAssertEqual(try race.ask("count ReservationNight"), "0\n")
    }
  }

  func testOfAnExtensionAndABookingOfTheSeamsNextNightOneIsDone() throws {
    try races { race in
      try prepare(race, isSplit: true)
      let outcomes = try run(race) { stay in
        [
          "reservation extend R-\(stay) nights 2",
          "reserve \(stay)b for Ada\(stay % Self.stays + 1) from 2026-07-08 nights 1",
        ]
      }
      for (stay, pair) in outcomes {
        XCTAssertEqual(pair.map(\.status).sorted(), [0, 65], pair.map(\.errors).joined())
        race.expectRefusals(pair, "site \(stay)b is taken")
      }
      XCTAssertEqual(
        try race.ask("count ReservationNight where night >= 2026-07-07"),
        "\(outcomes.map { $0.outcomes[0].status == 0 ? 2 : 1 }.reduce(0, +))\n")
    }
  }
}
