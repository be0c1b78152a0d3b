import Foundation
import Histories
import ObjectGraph
import TestSupport
import XCTest

/// Random histories of two contexts and of two processes on one store of shelves, under every merge
/// policy: nobody sees what was never there, each save leaves what its policy says and nothing
/// else, and a pinned context reads one moment.
@MainActor
final class ShelfHistoryTests: XCTestCase {
  /// How many histories of each policy there are, and as many in which each save has a
  /// policy of its own.
  private static let count = UInt64(Campaign.rounds(100, full: 100_000))

  /// Plays a share of the histories of all kinds; shares of different stages are different ones.
  private func play(
    _ stage: any ShelfStage, share: Range<UInt64>, of shares: UInt64, isPinning: Bool = false
  ) async throws {
    let seeds = Self.count * share.lowerBound / shares..<Self.count * share.upperBound / shares
    for policies in Policy.allCases.map({ [$0] }) + [Policy.allCases] {
      let kind = ShelfHistory.Kind(policies: policies, isPinning: isPinning)
      try await ShelfCheck(stage: stage).run(seeds, kind)
    }
  }

  func testContextsInMemoryAgreeWithTheModel() async throws {
    try await play(try ShelfContextStage([try shelvesContainer(.inMemory())]), share: 0..<4, of: 16)
  }

  func testMergingContextsInMemoryAgreeWithTheModel() async throws {
    let stage = try ShelfContextStage([try shelvesContainer(.inMemory())], isMerging: true)
    try await play(stage, share: 4..<7, of: 16)
  }

  func testContextsOnAFileAgreeWithTheModel() async throws {
    let folder = try temporaryFolder("histories")
    for (number, isMerging) in [(7, false), (9, true)] as [(UInt64, Bool)] {
      let file = folder.file("\(isMerging).sqlite")
      let stage = try ShelfContextStage(
        [try shelvesContainer(.quickFile(file))], file: file, isMerging: isMerging)
      try await play(stage, share: number..<number + 2, of: 16, isPinning: !isMerging)
    }
  }

  func testCoordinatorsOnOneFileAgreeWithTheModel() async throws {
    let folder = try temporaryFolder("histories")
    let file = folder.file("Shelves.sqlite")
    let containers = try (0..<2).map { _ in try shelvesContainer(.quickFile(file)) }
    let stage = try ShelfContextStage(containers, file: file)
    try await play(stage, share: 11..<13, of: 16)
    try await play(stage, share: 13..<14, of: 16, isPinning: true)
  }

  func testProcessesThatTakeTurnsAgreeWithTheModel() async throws {
    let folder = try temporaryFolder("histories")
    let stage = try ShelfProcessStage(file: folder.file("Shelves.sqlite"))
    try await play(stage, share: 14..<16, of: 16, isPinning: true)
  }
}
