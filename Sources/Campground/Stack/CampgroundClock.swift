import Foundation

/// Provides the services with the current time.
public protocol CampgroundClock: Sendable {
  /// The current instant.
  var now: Date { get }
}

/// The clock of the machine.
public struct SystemClock: CampgroundClock {
  /// Makes the clock.
  public init() {}

  /// The current instant.
  public var now: Date { Date() }
}

/// A clock that stands still, for tests and for scripts that must be repeatable.
public struct FixedClock: CampgroundClock {
  /// The instant that it shows.
  public let now: Date

  /// Makes a clock that always shows an instant.
  public init(_ now: Date) {
    self.now = now
  }
}
