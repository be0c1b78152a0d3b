import Campground
import Foundation
import ObjectGraph

/// The store stack of a campground on a store in memory, fresh for every test, with a clock that
/// stands still.
public final class TestStoreStack: CampgroundStack, @unchecked Sendable {
  // Sound: nothing but a constant is stored beside what the superclass keeps.

  /// Stands at noon UTC of 2026-06-15, unless the test asked for another instant.
  public let clock: FixedClock

  /// 2026-06-15T12:00:00Z.
  public static let noon = CalendarDate(dayNumber: 9_296).midnightUTC.addingTimeInterval(43_200)

  /// Opens an empty store.
  ///
  /// - Parameters:
  ///   - store: by default a store in memory.
  ///   - timeZone: that of the campground that a store of version 1 becomes.
  public init(
    store: PersistentStoreDescription = .inMemory(), now: Date = noon, in timeZone: TimeZone = .gmt
  ) throws {
    clock = FixedClock(now)
    try super.init(store: store, timeZone: timeZone, clock: clock)
  }
}
