import Foundation

/// What generated cases came to.
struct DifferentialTally {
  var cases = 0
  /// Cases that were refused for what they ask.
  var refused = 0
  /// Cases whose answer would differ from a careless one.
  var telling = 0
  /// Cases with groups.
  var grouped = 0
  var failures = 0
}

/// Generated worlds, one a seed, with as many cases as were asked for.
///
/// `OBJECTGRAPH_PREDICATES` is that number, 2,000 by default; `OBJECTGRAPH_SEED`
/// repeats the world of one seed.
enum DifferentialCampaign {
  /// Runs worlds until there are enough cases, or too many failures to read.
  ///
  /// - Returns: what they came to; nil where a single world was repeated, which says little of how
  ///   the cases are spread.
  static func run(
    _ name: String, _ runWorld: (UInt64, inout DifferentialTally) throws -> Void
  ) rethrows -> DifferentialTally? {
    let environment = ProcessInfo.processInfo.environment
    var tally = DifferentialTally()
    if let seed = environment["OBJECTGRAPH_SEED"].flatMap({ UInt64($0) }) {
      try runWorld(seed, &tally)
      return nil
    }
    let wanted = environment["OBJECTGRAPH_PREDICATES"].flatMap { Int($0) }
    var seed: UInt64 = 1
    while tally.cases < wanted ?? 2000, tally.failures < 20 {
      try runWorld(seed, &tally)
      seed += 1
    }
    if wanted != nil { print("\(name): \(tally)") }
    return tally
  }
}
