/// The dates of a stay: the half-open range of nights from arrival up to, not including, departure.
///
/// Two stays on one site may touch, one departing on the day the other arrives, without sharing a
/// night.
public struct StayDates: Sendable, Hashable {
  /// The calendar date of arrival, whose night is the first of the stay.
  public let arrival: CalendarDate

  /// The calendar date of departure, whose night is no longer part of the stay.
  public let departure: CalendarDate

  /// Makes the dates of a stay from an arrival and a departure.
  ///
  /// - Throws: `StayDatesError.departureNotAfterArrival` when there would be no night, and
  ///   `StayDatesError.tooManyNights` for a date without a four-digit year, which only a damaged
  ///   store has.
  public init(arrival: CalendarDate, departure: CalendarDate) throws(StayDatesError) {
    guard arrival < departure else {
      throw .departureNotAfterArrival(arrival: arrival, departure: departure)
    }
    guard arrival >= Self.firstArrival, departure <= Self.lastDeparture else {
      throw .tooManyNights(arrival.distance(to: departure))
    }
    self.arrival = arrival
    self.departure = departure
  }

  /// Makes the dates of a stay from an arrival and a number of nights.
  ///
  /// - Throws: `StayDatesError.noNights` when the number is zero or negative, and
  ///   `StayDatesError.tooManyNights` when the departure would have no four-digit year.
  public init(arrival: CalendarDate, nights: Int) throws(StayDatesError) {
    guard nights > 0 else { throw .noNights(nights) }
    let departure = arrival.advanced(by: nights)
    guard departure <= Self.lastDeparture, arrival.distance(to: departure) == nights else {
      throw .tooManyNights(nights)
    }
    self.arrival = arrival
    self.departure = departure
  }

  /// The number of nights, at least 1.
  public var nightCount: Int { arrival.distance(to: departure) }

  /// The nights, each named by the date on which it begins.
  public var nights: Range<CalendarDate> { arrival..<departure }

  /// Whether the two stays have a night in common.
  public func overlaps(_ other: StayDates) -> Bool {
    arrival < other.departure && other.arrival < departure
  }

  /// Whether the night that begins on this date belongs to the stay.
  public func contains(night: CalendarDate) -> Bool {
    nights.contains(night)
  }

  /// 0001-01-01, the first date that people can write.
  static let firstArrival = CalendarDate(dayNumber: -730_485)

  /// 9999-12-31, the last date that people can write.
  static let lastDeparture = CalendarDate(dayNumber: 2_921_573)
}

extension StayDates: CustomStringConvertible {
  /// The dates as `2026-07-01 to 2026-07-04`.
  public var description: String { "\(arrival) to \(departure)" }
}
