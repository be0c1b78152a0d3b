import Foundation
import ObjectGraph

/// Free campsites, found by the store.
enum FreeNights {
  /// Matches campsites of the campground that can be booked for every night of a stay and have none
  /// of them taken; holds expired by `now` do not count.
  ///
  /// The store looks up the nights of each campsite in an index, so the length of the history does
  /// not matter.
  static func predicates(
    _ dates: StayDates, at campground: Campground, now: Date
  ) throws -> [FetchPredicate] {
    [
      try FetchPredicate(format: "campground == %@", campground),
      try FetchPredicate(
        format: "retiredFrom == nil OR retiredFrom >= %@", dates.departure.midnightUTC),
      try FetchPredicate(
        format: "SUBQUERY(nights, $night, $night.night BETWEEN {%@, %@} AND "
          + "($night.heldUntil == nil OR $night.heldUntil > %@)).@count == 0",
        dates.arrival.dayNumber, dates.departure.dayNumber - 1, now),
    ]
  }
}
