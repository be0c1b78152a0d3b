import Campground
import Foundation
import ObjectGraph

/// Workload desk: one store with a history, copied for each run, in which stays are booked, paid
/// and completed.
@MainActor
struct DeskRounds {
  private let folder: URL
  private let stays: [DeskStore.Stay]
  private let seed: URL
  private let history: DeskFingerprint.Keys

  /// - Parameter count: the number of stays of a turn.
  init(folder: URL, store: DeskStore = DeskStore(), count: Int = 1_000) throws {
    self.folder = folder
    stays = store.stays(count)
    seed = try store.make(in: folder)
    history = try DeskFingerprint.keys(of: seed)
  }

  /// The milliseconds of each side, in the order in which they take their turns.
  ///
  /// - Throws: `RawError` when the sides leave different rows.
  func run(_ sides: [Side]) throws -> [(side: Side, milliseconds: Double)] {
    var fingerprints: [DeskFingerprint] = []
    let times = try sides.map { side in
      let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
      try FileManager.default.copyItem(at: seed, to: url)
      defer {
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
      }
      let milliseconds = side == .raw ? try runRaw(url) : try runEngine(url)
      fingerprints.append(try DeskFingerprint(of: url, since: history))
      return (side, milliseconds)
    }
    if let first = fingerprints.first {
      for other in fingerprints.dropFirst() { try first.requireSame(other) }
    }
    return times
  }

  private func runRaw(_ url: URL) throws -> Double {
    let desk = try RawDesk(RawDatabase(path: url.path))
    return try measure {
      for stay in stays { try desk.run(stay) }
    }
  }

  private func runEngine(_ url: URL) throws -> Double {
    let stack = try CampgroundStack(store: PersistentStoreDescription(url: url))
    defer { try? stack.close() }
    let desk = EngineDesk(stack)
    return try measure {
      for stay in stays { try desk.run(stay) }
    }
  }
}
