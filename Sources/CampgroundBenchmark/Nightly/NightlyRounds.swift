import Campground
import Foundation
import ObjectGraph

/// Workload n: the night audit on one store, copied for each run.
@MainActor
struct NightlyRounds {
  private let folder: URL
  private let seed: URL

  init(folder: URL) throws {
    self.folder = folder
    seed = folder.appendingPathComponent("nightly.sqlite")
    try NightlyStore.fill(seed)
  }

  /// The milliseconds of each side, in the order in which they take their turns.
  ///
  /// - Throws: `RawError` when the sides leave different rows.
  func run(_ sides: [Side]) throws -> [(side: Side, milliseconds: Double)] {
    var fingerprints: [[String]] = []
    let times = try sides.map { side in
      let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
      try FileManager.default.copyItem(at: seed, to: url)
      defer { try? FileManager.default.removeItem(at: url) }
      let milliseconds = side == .raw ? try runRaw(url) : try runEngine(url)
      fingerprints.append(try RawNightly.fingerprint(of: url))
      return (side, milliseconds)
    }
    guard let first = fingerprints.first else { return times }
    for other in fingerprints where other != first {
      let lines = first.filter { !other.contains($0) } + other.filter { !first.contains($0) }
      throw RawError(message: "the sides left different rows\n\(lines.joined(separator: "\n"))")
    }
    return times
  }

  private func runRaw(_ url: URL) throws -> Double {
    let database = try RawDatabase(path: url.path)
    let routine = RawNightly(
      database: database, now: NightlyStore.now, today: NightlyStore.today.midnightUTC)
    return try measure { try routine.run() }
  }

  private func runEngine(_ url: URL) throws -> Double {
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
    defer { try? stack.close() }
    return try NightlyStore.runNightly(stack)
  }
}
