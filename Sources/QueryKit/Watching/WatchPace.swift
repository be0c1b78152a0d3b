import Foundation

/// When a watched list checks for changes by other processes, and when it ends.
struct WatchPace {
  /// How long to wait for a key between rounds, in seconds.
  static let pause = 0.05

  private static let betweenLooks = Duration.milliseconds(250)

  /// Nil for a list without a time limit.
  private let end: ContinuousClock.Instant?
  private var nextLook = ContinuousClock.now

  /// - Parameter seconds: how long to watch the list; nil for no limit.
  init(seconds: Int?) {
    end = seconds.map { .now + .seconds($0) }
  }

  var isTimed: Bool { end != nil }

  /// Whether the time limit has passed.
  var isOver: Bool { end.map { $0 <= .now } ?? false }

  /// Whether to check for changes by other processes now, which is at most every 250 ms.
  mutating func isTimeToLook() -> Bool {
    guard nextLook <= .now else { return false }
    nextLook = .now + Self.betweenLooks
    return true
  }
}
