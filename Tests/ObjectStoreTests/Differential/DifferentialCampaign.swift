import TestSupport

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
enum DifferentialCampaign {
  /// Runs worlds until there are enough cases, or too many failures to read.
  ///
  /// - Returns: what they came to; nil where a single world was repeated, which says little of how
  ///   the cases are spread.
  static func run(
    _ name: String, _ runWorld: (UInt64, inout DifferentialTally) throws -> Void
  ) rethrows -> DifferentialTally? {
    var tally = DifferentialTally()
    if let seed = Campaign.seed {
      try runWorld(seed, &tally)
      return nil
    }
    let (suite, wanted) = (1_000, Campaign.rounds(1_000, full: 100_000))
    var seed: UInt64 = 1
    while tally.cases < wanted, tally.failures < 20 {
      try runWorld(seed, &tally)
      seed += 1
    }
    if wanted != suite { print("\(name): \(tally)") }
    return tally
  }
}
