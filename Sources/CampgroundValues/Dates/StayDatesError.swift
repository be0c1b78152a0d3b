/// The reason why two dates, or a date and a number of nights, do not make a stay.
public enum StayDatesError: Error, Hashable, Sendable {
  /// The departure is not after the arrival.
  case departureNotAfterArrival(arrival: CalendarDate, departure: CalendarDate)
  /// The number of nights is zero or negative.
  case noNights(Int)
  /// The stay would end after the year 9999.
  case tooManyNights(Int)
  /// The number of months is zero or negative.
  case noMonths(Int)
  /// The stay would end after the year 9999.
  case tooManyMonths(Int)
}

extension StayDatesError: CustomStringConvertible {
  /// The reason as one sentence without a period.
  public var description: String {
    switch self {
    case .departureNotAfterArrival(let arrival, let departure):
      return "the departure \(departure) must be after the arrival \(arrival)"
    case .noNights(let nights):
      return "a stay needs at least 1 night, not \(nights)"
    case .tooManyNights(let nights):
      return "\(nights) \(nights == 1 ? "night" : "nights") would end after the year 9999"
    case .noMonths(let months):
      return "a monthly stay has at least 1 month, not \(months)"
    case .tooManyMonths(let months):
      return "\(months) \(months == 1 ? "month" : "months") would end after the year 9999"
    }
  }
}
