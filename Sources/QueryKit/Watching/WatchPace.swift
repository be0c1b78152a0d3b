import Foundation

/// When a watched list looks around, and when it ends.
struct WatchPace {
  /// How many seconds a list waits for a key, or for work of this process, before it looks around.
  static let pause = 0.05

  private static let betweenLooks = Duration.milliseconds(250)

  /// Nil for a list that is watched until somebody ends it.
  private let end: ContinuousClock.Instant?
  private var nextLook = ContinuousClock.now

  /// - Parameter seconds: how long the list is watched; nil for no limit.
  init(seconds: Int?) {
    end = seconds.map { .now + .seconds($0) }
  }

  var isTimed: Bool { end != nil }

  /// Whether the time is over.
  var isOver: Bool { end.map { $0 <= .now } ?? false }

  /// Whether it is time to look for what other processes wrote, which is so about four times a second.
  mutating func isTimeToLook() -> Bool {
    guard nextLook <= .now else { return false }
    nextLook = .now + Self.betweenLooks
    return true
  }
}
