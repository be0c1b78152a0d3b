import CSQLite
import Foundation
import ObjectGraph
import Synchronization

/// The time of reading one row while another thread saves 300,000 objects, compared with plain
/// sqlite3 calls on two connections.
@MainActor
struct WaitingProbe {
  let folder: URL

  private nonisolated static let savedCount = 300_000

  /// The longest acceptable time of 99 in 100 reads, in milliseconds.
  private static let goal = 1.0

  /// The highest acceptable ratio of the slowest read to the slowest with plain sqlite3.
  private static let worstGoal = 2.0

  func run() throws -> [Measure] {
    let data = BenchmarkData(count: Self.savedCount)
    let raw = try rawTimes(data)
    let engine = try engineTimes(data)
    let stack = try stackTimes(data)
    return Self.measures("plain sqlite3", raw, goal: nil)
      + Self.measures("context on the coordinator", engine, goal: Self.goal)
      + Self.measures("main context under a root", stack, goal: Self.goal)
      + [("context on the coordinator", engine), ("main context under a root", stack)].map {
        Measure(
          .w, "slowest read, \($0), against plain sqlite3", ($1.last ?? .nan) / (raw.last ?? .nan),
          "times", goal: Self.worstGoal)
      }
  }

  private static func measures(
    _ side: String, _ times: [Double], goal: Double?
  ) -> [Measure] {
    func quantile(_ part: Double) -> Double {
      times.isEmpty ? .nan : times[min(times.count - 1, Int(Double(times.count) * part))]
    }
    return [
      Measure(.w, "one row during a save, \(side), median", quantile(0.5), "ms"),
      Measure(.w, "one row during a save, \(side), p99", quantile(0.99), "ms", goal: goal),
      Measure(.w, "one row during a save, \(side), slowest", times.last ?? .nan, "ms"),
      Measure(.w, "reads during the save, \(side)", Double(times.count), "reads"),
    ]
  }

  // MARK: Sides

  private func rawTimes(_ data: BenchmarkData) throws -> [Double] {
    let place = try seededPlace(data)
    try place.close()
    let path = place.url.path
    let database = try RawDatabase(path: path)
    let statement = try database.prepare(
      "SELECT Z_PK, Z_OPT, ZFULLNAME FROM ZCAMPER WHERE Z_PK = ?")
    defer { sqlite3_finalize(statement) }
    return try times { key in
      sqlite3_bind_int64(statement, 1, Int64(key))
      defer { sqlite3_reset(statement) }
      try database.check(sqlite3_step(statement), SQLITE_ROW)
      return sqlite3_column_bytes(statement, 2) > 0
    } during: { begin in
      let writer = try RawDatabase(path: path)
      begin()
      try RawWorkloads(database: writer, data: data).insert()
    }
  }

  private func engineTimes(_ data: BenchmarkData) throws -> [Double] {
    let place = try seededPlace(data)
    defer { try? place.close() }
    return try times(reading: place.context, whileSaving: data, in: place.backgroundContext())
  }

  private func stackTimes(_ data: BenchmarkData) throws -> [Double] {
    let place = try seededPlace(data)
    try place.close()
    let stack = try StackPlace(url: place.url)
    defer { try? stack.close() }
    return try times(reading: stack.context, whileSaving: data, in: stack.backgroundContext())
  }

  private func seededPlace(_ data: BenchmarkData) throws -> EnginePlace {
    let place = try EnginePlace(
      url: folder.appendingPathComponent("\(UUID().uuidString).sqlite"))
    try place.seed(data: data, nights: 0)
    return place
  }

  private func times(
    reading context: ManagedObjectContext, whileSaving data: BenchmarkData,
    in background: BackgroundContext
  ) throws -> [Double] {
    let campers = try context.fetch(FetchRequest<BenchmarkCamper>()).map(\.objectID)
    context.reset()
    let request = FetchRequest<BenchmarkCamper>()
    request.fetchLimit = 1
    func read(_ key: Int) throws -> Bool {
      request.predicate = try FetchPredicate(format: "SELF == %@", campers[key - 1])
      return try context.fetch(request).first?.fullName?.isEmpty == false
    }
    // The statement is prepared before the save begins, as the plain one is.
    guard try read(1) else { Checksum.fail("camper 1 has no name") }
    return try times(of: read) { begin in
      try background.performAndWait { context in
        let workloads = EngineWorkloads(context: context, data: data)
        workloads.makeReservations(
          sites: try context.fetch(FetchRequest<BenchmarkSite>()),
          campers: try context.fetch(FetchRequest<BenchmarkCamper>()))
        begin()
        try context.saveThrough()
      }
    }
  }

  // MARK: Measuring

  private enum Phase: UInt8, AtomicRepresentable { case preparing, saving, done }

  /// The time of each read of a camper in milliseconds, ascending, from the moment when a body
  /// starts to save until it returns.
  ///
  /// One read is due every millisecond. A read delayed by earlier ones counts as waiting since it
  /// was due: otherwise a single read of one second would hide a thousand that could not be made.
  private func times(
    of read: (_ key: Int) throws -> Bool,
    during body: @escaping @Sendable (_ begin: @escaping @Sendable () -> Void) throws -> Void
  ) throws -> [Double] {
    let saver = Saver()
    Thread.detachNewThread { saver.run(body) }
    while saver.phase == .preparing { usleep(1000) }
    var times: [Double] = []
    var key = 0
    var due = ContinuousClock.now
    while saver.phase == .saving {
      key = (key + 7919) % BenchmarkData.camperCount
      due += .milliseconds(1)
      if ContinuousClock.now < due {
        usleep(UInt32(max(0, (due - .now) / .microseconds(1))))
        due = .now
      }
      let late = (.now - due) / .milliseconds(1)
      times.append(
        late
          + (try measure {
            guard try read(key + 1) else { Checksum.fail("camper \(key + 1) has no name") }
          }))
    }
    try saver.check()
    return times.sorted()
  }

  private final class Saver: Sendable {
    private let current = Atomic(Phase.preparing)
    private let failure = Mutex<(any Error)?>(nil)

    var phase: Phase { current.load(ordering: .acquiring) }

    func run(
      _ body: (_ begin: @escaping @Sendable () -> Void) throws -> Void
    ) {
      do {
        try body { self.current.store(.saving, ordering: .releasing) }
      } catch {
        failure.withLock { $0 = error }
      }
      current.store(.done, ordering: .releasing)
    }

    func check() throws {
      if let error = failure.withLock({ $0 }) { throw error }
    }
  }
}
