import Foundation

/// The sizes of tests whose cases are generated or random: the suite runs a small part of each, and
/// `CAMPAIGN=full` the whole, as in `CAMPAIGN=full swift test --filter RandomResultsTests`.
///
/// `CAMPAIGN=200` runs 200 rounds, and `CAMPAIGN_SEED=7` only the round with that seed, which failures
/// name. `Tests/README.md` lists all campaigns.
public enum Campaign {
  private static let environment = ProcessInfo.processInfo.environment

  /// The seed to repeat; nil to run all rounds.
  public static let seed = environment["CAMPAIGN_SEED"].flatMap { UInt64($0) }

  /// Whether whole campaigns run.
  public static let isFull = environment["CAMPAIGN"] == "full"

  /// How many rounds to run.
  ///
  /// - Parameters:
  ///   - suite: how many the suite runs.
  ///   - full: how many the whole campaign has.
  public static func rounds(_ suite: Int, full: Int) -> Int {
    guard !isFull else { return full }
    guard let number = environment["CAMPAIGN"] else { return suite }
    guard let rounds = Int(number) else { fatalError("CAMPAIGN is full or a number: \(number)") }
    return max(1, rounds)
  }

  /// The seeds of the rounds to run, counted from 1; see `rounds(_:full:)`.
  public static func seeds(_ suite: Int, full: Int) -> ClosedRange<UInt64> {
    seed.map { $0...$0 } ?? 1...UInt64(rounds(suite, full: full))
  }
}
