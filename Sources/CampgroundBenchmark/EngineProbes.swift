import Foundation
import ObjectGraph

/// Measures costs of the engine that have no counterpart in SQLite: memory, and finding an object.
@MainActor
struct EngineProbes {
  let data: BenchmarkData
  let folder: URL

  func run(_ probe: Probe) throws -> [Measure] {
    switch probe {
    case .k: try identityHits()
    case .l: try importMany()
    case .m: try MigrationProbe(data: data, folder: folder).run()
    case .mg: try changes()
    case .o: try bytesPerObject()
    case .i10:
      try HistoryProbe(folder: folder, reservationsAYear: data.reservations.count).run()
    case .r: try ResultsProbe(folder: folder).run()
    case .t: try FreshStackProbe().run()
    case .v: try makingDictionaries()
    case .w: try WaitingProbe(folder: folder).run()
    case .rp: try ReportProbe(folder: folder).run()
    case .sc: try SessionProbe(folder: folder).run()
    }
  }

  // MARK: Probe v

  /// The time in which a caller makes the dictionaries of workload bi, before the engine sees any
  /// of them: the part of that workload that no engine can reduce.
  private func makingDictionaries() throws -> [Measure] {
    let place = try filledPlace()
    defer { try? place.close() }
    let sites = try place.context.fetch(FetchRequest<BenchmarkSite>()).map(\.objectID)
    let campers = try place.context.fetch(FetchRequest<BenchmarkCamper>()).map(\.objectID)
    var count = 0
    let times = (0..<9).map { _ in
      measure {
        for values in data.reservations {
          count += EngineWorkloads.dictionary(of: values, sites, campers).count
        }
      }
    }
    guard count == data.reservations.count * 81 else { throw CocoaError(.fileReadUnknown) }
    return [
      Measure(.v, "only making the dictionaries of bi", Samples.median(times), "ms")
    ]
  }

  // MARK: Probe l

  /// The number of rows after which an import saves and turns its objects into faults.
  private nonisolated static let portion = 5000

  /// Imports ten times the rows through a derived context; memory should not grow from the first
  /// tenth to the last.
  private func importMany() throws -> [Measure] {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    let place = try EnginePlace(url: url)
    try place.seed(data: data, nights: 0)
    try place.close()
    // The page cache has its own limit, which the first tenth would not reach.
    let stack = try StoreStack(
      model: BenchmarkModel.make(),
      store: PersistentStoreDescription(url: url, pragmas: ["cache_size": "-4096"]))
    MemoryProbe.forgetPeak()
    let data = data
    let peaks = try stack.newDerivedContext().performAndWait { context in
      try Self.importRows(data, into: context)
    }
    let count = try stack.mainContext.count(for: FetchRequest<BenchmarkReservation>())
    try stack.close()
    let rows = data.reservations.count
    guard count == rows * 10, let first = peaks.first, let last = peaks.last else {
      throw CocoaError(.fileWriteUnknown)
    }
    let megabyte = 1024.0 * 1024
    return [
      Measure(.l, "peak resident after \(rows) rows", Double(first) / megabyte, "MB"),
      Measure(.l, "peak resident after \(rows * 10) rows", Double(last) / megabyte, "MB"),
      Measure(.l, "growth of the peak", Double(last) / Double(first), "times", goal: 1.1),
    ]
  }

  /// - Returns: The peak resident size after each tenth.
  private nonisolated static func importRows(
    _ data: BenchmarkData, into context: ManagedObjectContext
  ) throws -> [Int] {
    let sites = try context.fetch(FetchRequest<BenchmarkSite>())
    let campers = try context.fetch(FetchRequest<BenchmarkCamper>())
    var peaks: [Int] = []
    var count = 0
    for _ in 0..<10 {
      for values in data.reservations {
        let reservation = BenchmarkReservation(context: context)
        reservation.status = values.status
        reservation.totalPrice = values.totalPrice
        reservation.code = values.code
        reservation.notes = values.notes
        reservation.campSite = sites[values.site]
        reservation.camper = campers[values.camper]
        count += 1
        if count % portion == 0 { try Faulter.saveAndFault(context) }
      }
      try Faulter.saveAndFault(context)
      peaks.append(try MemoryProbe.peakResidentBytes())
    }
    return peaks
  }

  // MARK: Probe k

  /// The time from an ID, or from a to-one relationship, to a registered object.
  private func identityHits() throws -> [Measure] {
    let place = try filledPlace()
    defer { try? place.close() }
    let context = place.context
    let reservations = try context.fetch(FetchRequest<BenchmarkReservation>())
    let campers = try context.fetch(FetchRequest<BenchmarkCamper>())
    let ids = reservations.map(\.objectID)
    for reservation in reservations { _ = reservation.camper }
    var found = 0
    var byID: [Double] = []
    var byRelationship: [Double] = []
    for _ in 0..<9 {
      byID.append(
        measure {
          for id in ids where context.object(with: id) === reservations[0] { found += 1 }
        })
      byRelationship.append(
        measure {
          for reservation in reservations where reservation.camper === campers[0] { found += 1 }
        })
    }
    guard found >= 18 else { throw CocoaError(.fileReadUnknown) }
    let nanoseconds = 1e6 / Double(ids.count)
    return [
      Measure(
        .k, "identity hit by object(with:)", Samples.median(byID) * nanoseconds, "ns", goal: 100),
      Measure(
        .k, "identity hit over a to-one relationship",
        Samples.median(byRelationship) * nanoseconds, "ns", goal: 100),
    ]
  }

  // MARK: Probe m

  private func changes() throws -> [Measure] {
    let place = try filledPlace()
    defer { try? place.close() }
    return try ChangeProbe(place.context).run()
  }

  // MARK: Probe o

  /// The memory allocated by a fetch of all reservations, everything included: objects, rows,
  /// tables, the cache and the list.
  private func bytesPerObject() throws -> [Measure] {
    let place = try filledPlace()
    defer { try? place.close() }
    // Statements and plans are prepared beforehand.
    let request = FetchRequest<BenchmarkReservation>()
    request.fetchLimit = 1
    _ = try place.context.fetch(request)
    request.fetchLimit = 0
    // So are the pages of the store.
    request.predicate = try FetchPredicate(format: "notes == 'none'")
    _ = try place.context.fetch(request)
    request.predicate = nil
    let before = try MemoryProbe.allocatedBytes()
    let reservations = try place.context.fetch(request)
    for reservation in reservations { _ = reservation.status }
    let bytes = try MemoryProbe.allocatedBytes() - before
    return withExtendedLifetime(reservations) {
      [
        Measure(
          .o, "bytes per object, fetched and read",
          Double(bytes) / Double(reservations.count), "bytes", goal: 400)
      ]
    }
  }

  private func filledPlace() throws -> EnginePlace {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    let place = try EnginePlace(url: url)
    try place.seed(data: data, nights: 0)
    _ = try place.run(.a, data: data)
    try place.close()
    return try EnginePlace(url: url)
  }
}
