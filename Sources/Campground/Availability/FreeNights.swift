import Foundation
import ObjectGraph

/// Predicates for free campsites, evaluated by the store.
enum FreeNights {
  /// Matches campsites of the campground that can be booked for every night of a stay.
  static func predicatesOfLet(
    _ dates: StayDates, at campground: Campground
  ) throws -> [FetchPredicate] {
    [
      try FetchPredicate(format: "campground == %@", campground),
      try FetchPredicate(
        format: "retiredFrom == nil OR retiredFrom >= %@", dates.departure.midnightUTC),
    ]
  }

  /// Matches campsites with no taken night during a stay; holds expired by `now` do not count.
  ///
  /// The store looks up the nights of each campsite in an index, so the length of the history does
  /// not matter.
  static func predicateOfFree(_ dates: StayDates, now: Date) throws -> FetchPredicate {
    try FetchPredicate(
      format: "SUBQUERY(nights, $night, $night.night BETWEEN {%@, %@} AND "
        + "($night.heldUntil == nil OR $night.heldUntil > %@)).@count == 0",
      dates.arrival.dayNumber, dates.departure.dayNumber - 1, now)
  }
}
