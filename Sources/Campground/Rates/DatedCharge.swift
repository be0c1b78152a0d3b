import Foundation
import ObjectGraph

/// A fee or a tax that begins or ends with some night.
public protocol DatedCharge: ManagedObject {
  /// Midnight UTC of the first night it is for; nil for no beginning.
  var dateFrom: Date? { get set }

  /// Midnight UTC of the last night it is for; nil for no end.
  var dateUntil: Date? { get set }
}

extension DatedCharge {
  /// The first night it is for; nil for no beginning.
  public var firstNight: CalendarDate? { dateFrom.map(CalendarDate.init(midnightUTC:)) }

  /// The last night it is for; nil for no end.
  public var lastNight: CalendarDate? { dateUntil.map(CalendarDate.init(midnightUTC:)) }

  /// Takes over its first and its last night.
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
