import Foundation

/// The clock for the age of rows.
///
/// A closure that is itself the value behind a lock would be wrapped in another one on each access,
/// so it is kept in a struct.
struct RowClock: Sendable {
  /// Returns the seconds since an arbitrary moment; never decreases.
  var now: @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime }
}
