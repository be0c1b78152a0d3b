import Foundation

/// Tells the services what time it is.
public protocol CampgroundClock: Sendable {
  /// The present instant.
  var now: Date { get }
}

/// The clock of the machine.
public struct SystemClock: CampgroundClock {
  /// Makes the clock.
  public init() {}

  /// The present instant.
  public var now: Date { Date() }
}

/// A clock that stands still, for tests and for scripts that must be repeatable.
public struct FixedClock: CampgroundClock {
  /// The instant at which it stands.
  public let now: Date

  /// Makes a clock that stands at an instant.
  public init(_ now: Date) {
    self.now = now
  }
}
