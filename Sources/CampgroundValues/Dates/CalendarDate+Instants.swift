import Foundation

extension CalendarDate {
  private static let secondsPerDay: Double = 86_400

  /// The instant of midnight UTC that begins this date: how a date attribute of the store holds it.
  public var midnightUTC: Date {
    Date(timeIntervalSinceReferenceDate: Double(dayNumber) * Self.secondsPerDay)
  }

  /// Makes the UTC calendar date of an instant, which for a stored date is the date itself.
  ///
  /// An instant beyond the range of dates gives the nearest date; one that is not a number gives
  /// 2001-01-01.
  public init(midnightUTC instant: Date) {
    self.init(secondsSinceReferenceDate: instant.timeIntervalSinceReferenceDate)
  }

  /// Makes the calendar date that a wall calendar in the time zone shows at an instant.
  public init(_ instant: Date, in timeZone: TimeZone) {
    let offset = Double(timeZone.secondsFromGMT(for: instant))
    self.init(secondsSinceReferenceDate: instant.timeIntervalSinceReferenceDate + offset)
  }

  private init(secondsSinceReferenceDate seconds: Double) {
    let days = (seconds / Self.secondsPerDay).rounded(.down)
    guard !days.isNaN else {
      self.init(dayNumber: 0)
      return
    }
    self.init(dayNumber: Int32(min(max(days, Double(Int32.min)), Double(Int32.max))))
  }
}
