import Foundation
import Histories
import ObjectGraph
import TestSupport
import XCTest

/// Random histories of two contexts and of two processes on one store: nobody sees what was never
/// there, and no change that was confirmed is lost.
@MainActor
final class HistoryTests: XCTestCase {
  private static let count = UInt64(Campaign.rounds(1_000, full: 100_000))

  func testContextsInMemoryAgreeWithTheModel() async throws {
    let stage = ContextStage([try talliesContainer(.inMemory())])
    try await HistoryCheck(stage: stage).run(0..<Self.count / 4)
  }

  func testMergingContextsInMemoryAgreeWithTheModel() async throws {
    let stage = ContextStage([try talliesContainer(.inMemory())], isMerging: true)
    try await HistoryCheck(stage: stage).run(0..<Self.count / 4)
  }

  func testContextsOnAFileAgreeWithTheModel() async throws {
    let folder = try temporaryFolder("histories")
    for isMerging in [false, true] {
      let stage = ContextStage(
        [try talliesContainer(.quickFile(folder.file("\(isMerging).sqlite")))],
        isMerging: isMerging)
      try await HistoryCheck(stage: stage).run(0..<Self.count / 8)
    }
  }

  func testCoordinatorsOnOneFileAgreeWithTheModel() async throws {
    let folder = try temporaryFolder("histories")
    let file = PersistentStoreDescription.quickFile(folder.file("Tallies.sqlite"))
    let stage = ContextStage([try talliesContainer(file), try talliesContainer(file)])
    try await HistoryCheck(stage: stage).run(0..<Self.count / 8)
  }

  func testProcessesThatTakeTurnsAgreeWithTheModel() async throws {
    let folder = try temporaryFolder("histories")
    let stage = try ProcessStage(file: folder.file("Tallies.sqlite"))
    try await HistoryCheck(stage: stage).run(0..<Self.count / 8)
  }

  func testProcessesThatRaceLoseNoConfirmedIncrement() async throws {
    let folder = try temporaryFolder("histories")
    let stage = try ProcessStage(file: folder.file("Tallies.sqlite"))
    for seed in 0..<max(1, Self.count / 500) {
      let confirmed = try stage.race(seed: seed, count: 50)
      let sums = (0..<History.rowCount).map { row in
        Values(
          first: confirmed.reduce(0) { $0 + $1[row].first },
          second: confirmed.reduce(0) { $0 + $1[row].second })
      }
      XCTAssertEqual(try stage.contents(), sums, "seed \(seed)")
      XCTAssertGreaterThan(sums.reduce(0) { $0 + $1.first + $1.second }, 0, "seed \(seed)")
    }
  }
}
