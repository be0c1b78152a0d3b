import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Random scripts of visits, saves and fetches in a tree of four contexts, from threads, tasks and
/// the main thread at once: never two bodies in one context that both go on, never a hang, and
/// nothing lost.
@MainActor
final class VisitTests: XCTestCase {
  func testNobodyRunsInAContextWhoseVisitorGoesOn() async throws {
    let folder = try temporaryFolder("visits")
    for seed in Campaign.seeds(8, full: 2_000) {
      let round = Int(seed)
      // On a file children read in the midst of a save.
      let store =
        round % 8 < 4
        ? PersistentStoreDescription(url: folder.file("\(round).sqlite")) : .inMemory()
      let tree = try round % 2 == 0 ? VisitedTree.chain(store) : VisitedTree.siblings(store)
      let observers = tree.watch(isWaiting: round % 4 < 2)
      await play(round, in: tree)
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
      XCTAssertEqual(tree.board.faults, [], "round \(round)")
      XCTAssertEqual(tree.countsOfVisits(), tree.board.visits, "round \(round)")
      XCTAssertEqual(try tree.countAfterSaving(), tree.board.inserted, "round \(round)")
    }
  }

  /// Three threads, two tasks and the main thread, each with a script of its own.
  private func play(_ round: Int, in tree: VisitedTree) async {
    let done = expectation(description: "round \(round) is through")
    let group = tree.board.group
    let seed = UInt64(round) * 1_000
    for number in UInt64(0)..<3 {
      group.enter()
      let thread = Thread {
        Visitor(tree, seed: seed + number).play()
        group.leave()
      }
      thread.start()
    }
    for number in UInt64(3)..<5 {
      group.enter()
      Task.detached {
        await Visitor(tree, seed: seed + number).playInTask()
        group.leave()
      }
    }
    for step in 0..<UInt64(Visitor.steps) {
      Visitor(tree, seed: seed + 100 + step).visitAnybody(depth: 0)
      await Task.yield()
    }
    group.notify(queue: .global()) { done.fulfill() }
    await fulfillment(of: [done], timeout: 120)
  }
}
