import CSQLite
import Foundation
import ObjectGraph

/// A fetched results controller over 1,000,000 reservations by status and arrival: the time to open
/// it, to scroll, and to follow one change.
@MainActor
struct ResultsProbe {
  let folder: URL

  private static let count = 1_000_000
  private static let batchSize = 50

  /// The highest acceptable ratio of opening it to reading the keys with plain sqlite3.
  private static let openingGoal = 1.5
  /// The longest acceptable time of one change, in milliseconds.
  private static let changeGoal = 1.0

  /// Receives notifications, and only counts them.
  private final class Listener: FetchedResultsControllerDelegate {
    var changeCount = 0

    func controller(
      _ controller: FetchedResultsController<BenchmarkReservation>,
      didChange object: BenchmarkReservation, at indexPath: IndexPath?,
      for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) { changeCount += 1 }
  }

  func run() throws -> [Measure] {
    let url = try filledStore()
    var (raw, opening): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
      raw.append(try readingKeys(url))
      let place = try EnginePlace(url: url)
      opening.append(try measure { try makeController(place.context).performFetch() })
      try place.close()
    }
    let reopening = try openFromCache(url)
    let place = try EnginePlace(url: url)
    defer { try? place.close() }
    let controller = makeController(place.context)
    let listener = Listener()
    controller.delegate = listener
    try controller.performFetch()
    let scrolling = try scroll(controller)
    let changing = try change(controller)
    guard listener.changeCount == changing.count else {
      Checksum.fail("\(listener.changeCount) of \(changing.count) changes were reported")
    }
    let (plain, opened) = (Samples.median(raw), Samples.median(opening))
    return [
      Measure(.r, "the keys of a million, plain sqlite3", plain, "ms"),
      Measure(.r, "a controller over a million opens", opened, "ms"),
      Measure(
        .r, "opening, against reading the keys", opened / plain, "times", goal: Self.openingGoal
      ),
      Measure(.r, "opening from the section cache", Samples.median(reopening), "ms"),
      Measure(.r, "a screen of \(Self.batchSize), anywhere", Samples.median(scrolling), "ms"),
      Measure(
        .r, "one change among a million, median", Samples.median(changing), "ms",
        goal: Self.changeGoal),
      Measure(.r, "one change among a million, slowest", changing.max() ?? .nan, "ms"),
    ]
  }

  /// Opens a controller with sections cached by an earlier run.
  private func openFromCache(_ url: URL) throws -> [Double] {
    let name = "\(UUID().uuidString)"
    defer { FetchedResultsController<BenchmarkReservation>.deleteCache(withName: name) }
    let times = try (0..<4).map { _ in
      let place = try EnginePlace(url: url)
      let time = try measure { try makeController(place.context, cacheName: name).performFetch() }
      try place.close()
      return time
    }
    // The first one fills the cache.
    return Array(times.dropFirst())
  }

  private func makeController(
    _ context: ManagedObjectContext, cacheName: String? = nil
  ) -> FetchedResultsController<BenchmarkReservation> {
    let request = FetchRequest<BenchmarkReservation>()
    request.sortDescriptors = [
      FetchSortDescriptor(key: "status", ascending: true),
      FetchSortDescriptor(key: "arrival", ascending: true),
    ]
    request.fetchBatchSize = Self.batchSize
    return FetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "status",
      cacheName: cacheName)
  }

  private func filledStore() throws -> URL {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    let data = BenchmarkData(count: Self.count)
    let place = try EnginePlace(url: url)
    try place.seed(data: data, nights: 0)
    try place.close()
    let database = try RawDatabase(path: url.path)
    try RawWorkloads(database: database, data: data).insert()
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return url
  }

  /// Reads the keys in the controller's order, without sections.
  private func readingKeys(_ url: URL) throws -> Double {
    let database = try RawDatabase(path: url.path)
    let statement = try database.prepare(
      "SELECT Z_PK FROM ZRESERVATION ORDER BY ZSTATUS, ZARRIVAL, Z_PK")
    defer { sqlite3_finalize(statement) }
    var keys: [Int64] = []
    let time = measure {
      while sqlite3_step(statement) == SQLITE_ROW {
        keys.append(sqlite3_column_int64(statement, 0))
      }
    }
    guard keys.count == Self.count else { Checksum.fail("\(keys.count) keys were read") }
    return time
  }

  /// Shows screens all over the list.
  private func scroll(
    _ controller: FetchedResultsController<BenchmarkReservation>
  ) throws -> [Double] {
    let sections = controller.sections ?? []
    return try (0..<100).map { number in
      let section = number % sections.count
      let screens = sections[section].numberOfObjects / Self.batchSize
      let top = (number * 7919) % max(1, screens) * Self.batchSize
      return try measure {
        for row in top..<min(top + Self.batchSize, sections[section].numberOfObjects) {
          let object = try controller.object(at: IndexPath(row: row, section: section))
          guard !object.code.isEmpty else { Checksum.fail("a reservation has no code") }
        }
      }
    }
  }

  /// Changes the arrival of reservations, one at a time.
  private func change(
    _ controller: FetchedResultsController<BenchmarkReservation>
  ) throws -> [Double] {
    let context = controller.managedObjectContext
    let count = controller.sections?.first?.numberOfObjects ?? 0
    return try (0..<200).map { number in
      let path = IndexPath(row: (number * 104_729) % count, section: 0)
      let reservation = try controller.object(at: path)
      // Its batch has been read, as if it were on the screen.
      let days = Double(1 + number % 300)
      return measure {
        reservation.arrival = reservation.arrival.addingTimeInterval(days * 86_400 + 0.5)
        context.processPendingChanges()
      }
    }
  }
}
