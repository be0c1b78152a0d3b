import Foundation
import TestSupport
import XCTest

@testable import ObjectGraph

/// Random edits of everything at once, in a context, a child and a grandchild, on one store and on
/// two, against a plain model.
@MainActor
final class CombinationTests: XCTestCase {
  func testEverythingTogetherIsWhatAPlainModelSays() async throws {
    let kinds: [[StoreType]] = [
      [.sqlite], [.inMemory], [.sqlite, .inMemory], [.inMemory, .sqlite], [.sqlite, .sqlite],
    ]
    for seed in Campaign.seeds(4, full: 400) {
      for kinds in kinds { try runOne(seed: seed, kinds) }
    }
  }

  private func runOne(seed: UInt64, _ kinds: [StoreType]) throws {
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
    let run = try CombinationRun(container: container, seed: seed)
    let place = "seed \(seed), \(kinds.map(\.rawValue))"
    var trail: [String] = []
    let length = Campaign.seed == nil ? 12 : 80
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
