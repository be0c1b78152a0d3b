import Foundation

/// One workload's medians.
struct Figure: Encodable {
  let workload: String
  let engineMilliseconds: Double
  let rawMilliseconds: Double
  let ratio: Double
  /// The same work in a main context that is the child of a root context; nil where it was not
  /// measured.
  let stackMilliseconds: Double?
  let stackRatio: Double?
  let goal: Double?

  private enum CodingKeys: String, CodingKey {
    case workload
    case engineMilliseconds = "engine_ms"
    case rawMilliseconds = "raw_ms"
    case ratio
    case stackMilliseconds = "stack_ms"
    case stackRatio = "stack_ratio"
    case goal
  }

  init(workload: Workload, samples: Samples) {
    self.workload = workload.rawValue
    goal = workload.goal
    engineMilliseconds = Samples.median(samples.engine)
    rawMilliseconds = Samples.median(samples.raw)
    // The two sides of each round ran one after the other, so that each ratio compares measurements
    // from the same moment.
    ratio = Samples.median(zip(samples.engine, samples.raw).map { $0 / $1 })
    stackMilliseconds = samples.stack.isEmpty ? nil : Samples.median(samples.stack)
    stackRatio =
      samples.stack.isEmpty ? nil : Samples.median(zip(samples.stack, samples.raw).map { $0 / $1 })
  }
}

/// The times of a workload's rounds, in milliseconds.
struct Samples {
  var engine: [Double] = []
  var raw: [Double] = []
  var stack: [Double] = []

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// The workloads by their letters.
enum Workload: String, CaseIterable {
  case a, b, c, d, e, f, g, g2, h, i, bi, bo, bd, bw, n, desk

  var summary: String {
    switch self {
    case .a: "insert all reservations, one save"
    case .b: "fetch all reservations with their strings"
    case .c: "fetch each by primary key"
    case .d: "fetch ten by an index, repeatedly"
    case .e: "filter, sort, first 50, 20 times"
    case .f: "group and sum, 10 times"
    case .g: "update each by key, optimistic"
    case .g2: "batch update of all"
    case .h: "delete each by key"
    case .i: "find the free ones of 500 sites"
    case .bi: "batch insert of all, from ready dictionaries"
    case .bo: "batch insert of all, objects without relationships"
    case .bd: "batch delete of all"
    case .bw: "as bi, including making the dictionaries"
    case .n: "night audit of 500 sites"
    case .desk: "1,000 stays sold, extended, checked in, paid, checked out"
    }
  }

  /// The highest acceptable ratio to raw SQLite; nil where the engine alone does not determine it.
  var goal: Double? {
    switch self {
    case .b, .c: 1.25
    case .a, .g, .h: 1.3
    case .d: 1.4
    case .e, .f, .g2, .i, .bi, .bo, .bd: 1.1
    case .n: 2.5
    case .desk: 3.0
    case .bw: nil
    }
  }
}
