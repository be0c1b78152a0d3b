import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Random edits of everything at once, in a context, a child and a grandchild, on one store and on
/// two, against a plain model.
///
/// `OBJECTGRAPH_CAMPAIGN=50` runs fifty times as many seeds, `OBJECTGRAPH_SEED=7` the seed 7 alone.
@MainActor
final class CombinationTests: XCTestCase {
  func testEverythingTogetherIsWhatAPlainModelSays() async throws {
    let environment = ProcessInfo.processInfo.environment
    let factor = environment["OBJECTGRAPH_CAMPAIGN"].flatMap(Int.init) ?? 1
    let only = environment["OBJECTGRAPH_SEED"].flatMap(Int.init)
    let kinds: [[StoreType]] = [
      [.sqlite], [.inMemory], [.sqlite, .inMemory], [.inMemory, .sqlite], [.sqlite, .sqlite],
    ]
    for seed in only.map({ $0...$0 }) ?? 1...(8 * factor) {
      for kinds in kinds { try runOne(seed: seed, kinds) }
    }
  }

  private func runOne(seed: Int, _ kinds: [StoreType]) throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let descriptions = kinds.enumerated().map { index, kind in
      kind == .inMemory
        ? .inMemory()
        : PersistentStoreDescription(url: folder.appendingPathComponent("\(index).sqlite"))
    }
    let container = try PersistentContainer(
      name: "Gadgets", managedObjectModel: GadgetModel.make(), descriptions: descriptions)
    try container.loadPersistentStores()
    let run = try CombinationRun(container: container, seed: UInt64(seed))
    let place = "seed \(seed), \(kinds.map(\.rawValue))"
    var trail: [String] = []
    let length = ProcessInfo.processInfo.environment["OBJECTGRAPH_SEED"] == nil ? 12 : 80
    do {
      for step in 1...80 {
        let what = try run.step()
        trail.append("\(step) \(run.depth): \(what)")
        let found = try run.found()
        guard found == run.now else {
          throw Mismatch("\(found)\nis not\n\(run.now)")
        }
        let problems = run.levels.flatMap { $0.context.checkInvariants() }
        guard problems.isEmpty else { throw Mismatch(problems.joined(separator: "\n")) }
      }
    } catch {
      let steps = trail.filter { !$0.hasSuffix(": ") }.suffix(length).joined(separator: "\n")
      XCTFail("\(place):\n\(steps)\n\(error)")
    }
    for store in container.persistentStoreCoordinator.persistentStores {
      try container.persistentStoreCoordinator.remove(store)
    }
  }
}

struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
