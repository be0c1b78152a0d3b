import Foundation
import ObjectGraph

/// Runs each workload on the engine and on plain sqlite3 calls, alternating, in one process.
@MainActor
struct Benchmark {
  let options: BenchmarkOptions
  let data: BenchmarkData
  private let folder: URL
  private var samples: [Workload: Samples] = [:]

  init(options: BenchmarkOptions) throws {
    self.options = options
    data = BenchmarkData(count: options.rows)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("campground-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  mutating func run() throws -> (figures: [Figure], measures: [Measure]) {
    defer { try? FileManager.default.removeItem(at: folder) }
    // Run first, while the heap is still small.
    let measures = try runProbes()
    let nights = options.workloads.contains(.n) ? try NightlyRounds(folder: folder) : nil
    let desk = options.workloads.contains(.desk) ? try DeskRounds(folder: folder) : nil
    for round in 0..<(options.workloads.isEmpty ? 0 : options.rounds) {
      options.progress("round \(round + 1) of \(options.rounds)")
      if !options.workloads.isSubset(of: [.i, .n, .desk]) { try runBookings(round) }
      if options.workloads.contains(.i) { try runAvailability(round) }
      for (side, milliseconds) in try nights?.run([Side.raw, .engine].rotated(by: round)) ?? [] {
        record(.n, side, milliseconds)
      }
      for (side, milliseconds) in try desk?.run([Side.raw, .engine].rotated(by: round)) ?? [] {
        record(.desk, side, milliseconds)
      }
    }
    let figures = Workload.allCases.compactMap { workload in
      samples[workload].map { Figure(workload: workload, samples: $0) }
    }
    return (figures, measures)
  }

  private func runProbes() throws -> [Measure] {
    let probes = EngineProbes(data: data, folder: folder)
    return try Probe.allCases.filter(options.probes.contains).flatMap { probe in
      options.progress("probe \(probe.rawValue)")
      return try probes.run(probe)
    }
  }

  /// Workloads a to h and the batches, in the order in which they build on each other.
  private mutating func runBookings(_ round: Int) throws {
    // Each side takes a turn at being first, second and last, because a later side finds a warmer
    // machine and the heap as the previous one left it.
    let sides = Side.allCases.rotated(by: round)
    let places = try Dictionary(
      uniqueKeysWithValues: sides.map { ($0, try place(for: $0, nights: 0)) })
    for workload in [Workload.a, .b, .c, .d, .e, .f, .g, .g2, .h, .bi, .bd, .bo, .bw]
    where workload == .a || options.has(workload) {
      for side in sides {
        guard let place = places[side] else { continue }
        record(workload, side, try place.run(workload, data: data))
      }
    }
    for place in places.values { try place.close() }
  }

  private mutating func runAvailability(_ round: Int) throws {
    let sides = [Side.raw, .engine].rotated(by: round)
    let place = try place(for: .engine, nights: options.nights)
    try place.close()
    let engine = try EnginePlace(url: place.url)
    let raw = try RawPlace(url: place.url)
    for side in sides {
      let runner: any Place = side == .raw ? raw : engine
      record(.i, side, try runner.run(.i, data: data))
    }
    try engine.close()
  }

  private func place(for side: Side, nights: Int) throws -> any Place {
    let url = folder.appendingPathComponent("\(UUID().uuidString).sqlite")
    let seeding = try EnginePlace(url: url)
    try seeding.seed(data: data, nights: nights)
    try seeding.close()
    switch side {
    case .raw: return try RawPlace(url: url)
    case .engine: return try EnginePlace(url: url)
    case .stack: return try StackPlace(url: url)
    }
  }

  private mutating func record(_ workload: Workload, _ side: Side, _ milliseconds: Double) {
    switch side {
    case .engine: samples[workload, default: Samples()].engine.append(milliseconds)
    case .raw: samples[workload, default: Samples()].raw.append(milliseconds)
    case .stack: samples[workload, default: Samples()].stack.append(milliseconds)
    }
  }
}

extension Array {
  /// The elements from the one at `count`, modulo the array's length, around to the one before it.
  fileprivate func rotated(by count: Int) -> [Element] {
    guard !isEmpty else { return [] }
    let start = count % self.count
    return Array(self[start...] + self[..<start])
  }
}
