import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

extension TestDesk {
  /// The service of reservations at another time than the desk's.
  func reservations(at now: Date) -> ReservationService {
    ReservationService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: FixedClock(now))
  }

  /// The service of reservations at noon UTC of a day.
  func reservations(on date: String) throws -> ReservationService {
    reservations(at: try noon(date))
  }

  /// A campground in a time zone, the current one of all services of the desk.
  func campground(in zone: String) throws -> Campground {
    let zone = try XCTUnwrap(TimeZone(identifier: zone))
    return try campgrounds.add("Wawona", timeZone: zone)
  }

  /// The reservation of a code.
  func find(_ code: String) throws -> Reservation { try reservations.find(code) }
}

/// Late in the day, in UTC: after the time from which guests arrive.
func evening(_ date: String) throws -> Date {
  try day(date).midnightUTC.addingTimeInterval(72_000)
}

/// Noon UTC of a day.
func noon(_ date: String) throws -> Date {
  try day(date).midnightUTC.addingTimeInterval(43_200)
}
