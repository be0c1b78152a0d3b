import Foundation
import ObjectGraph

/// The conditions under which a campsite is free, for the store to check.
enum FreeNights {
  /// A campsite of the campground that can be booked on every night of a stay.
  static func predicatesOfLet(
    _ dates: StayDates, at campground: Campground
  ) throws -> [FetchPredicate] {
    [
      try FetchPredicate(format: "campground == %@", campground),
      try FetchPredicate(
        format: "retiredFrom == nil OR retiredFrom >= %@", dates.departure.midnightUTC),
    ]
  }

  /// A campsite that nobody has on any night of a stay; expired holds by `now` do not count.
  ///
  /// The store looks each campsite's nights up in the index of its nights,
  /// however long its history.
  static func predicateOfFree(_ dates: StayDates, now: Date) throws -> FetchPredicate {
    try FetchPredicate(
      format: "SUBQUERY(nights, $night, $night.night BETWEEN {%@, %@} AND "
        + "($night.heldUntil == nil OR $night.heldUntil > %@)).@count == 0",
      dates.arrival.dayNumber, dates.departure.dayNumber - 1, now)
  }
}
