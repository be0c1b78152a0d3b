import Foundation
import ObjectGraph

/// A fee or a tax that applies to a range of nights.
public protocol DatedCharge: ManagedObject {
  /// Midnight UTC of the first night that it applies to; nil for no start.
  var dateFrom: Date? { get set }

  /// Midnight UTC of the last night that it applies to; nil for no end.
  var dateUntil: Date? { get set }
}

extension DatedCharge {
  /// The first night that it applies to; nil for no start.
  public var firstNight: CalendarDate? { dateFrom.map(CalendarDate.init(midnightUTC:)) }

  /// The last night that it applies to; nil for no end.
  public var lastNight: CalendarDate? { dateUntil.map(CalendarDate.init(midnightUTC:)) }

  /// Sets the first and last nights.
  ///
  /// - Throws: `CampgroundError.datesInReverse`.
  func take(from: CalendarDate?, through: CalendarDate?) throws(CampgroundError) {
    if let from, let through, through < from {
      throw .datesInReverse(from: from, through: through)
    }
    dateFrom = from?.midnightUTC
    dateUntil = through?.midnightUTC
  }
}

extension Fee: DatedCharge {}
extension Tax: DatedCharge {}
