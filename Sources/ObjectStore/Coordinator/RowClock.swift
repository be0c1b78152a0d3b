import Foundation

/// The clock that the age of rows is told by.
///
/// A function that is by itself the value behind a lock is wrapped in another one each time that it
/// is looked at, and stored so.
struct RowClock: Sendable {
  /// Gives the seconds since some moment, never going back.
  var now: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
}
