import Foundation
import ObjectGraph

/// The nights that a fee or a tax is for; what is not named is for all.
struct ChargeScope: Hashable, Sendable, Codable {
  private let season: SeasonSpan?
  private let weekdays: Weekdays?
  // Days since 2001-01-01.
  private let from: Int32?
  private let through: Int32?
  private let siteType: String?

  init(_ fee: Fee) {
    self.init(
      season: fee.season?.span, weekdays: Weekdays(rawValue: fee.weekdays), from: fee.firstNight,
      through: fee.lastNight, siteType: fee.siteType)
  }

  init(_ tax: Tax) {
    self.init(
      season: nil, weekdays: [], from: tax.firstNight, through: tax.lastNight,
      siteType: tax.siteType)
  }

  private init(
    season: SeasonSpan?, weekdays: Weekdays, from: CalendarDate?, through: CalendarDate?,
    siteType: String?
  ) {
    self.season = season
    self.weekdays = weekdays.isEmpty ? nil : weekdays
    self.from = from?.dayNumber
    self.through = through?.dayNumber
    self.siteType = siteType
  }

  /// Whether it is for a night on a campsite of such a type.
  func covers(_ night: CalendarDate, on type: String?) -> Bool {
    if let siteType, siteType != type { return false }
    if let from, night.dayNumber < from { return false }
    if let through, night.dayNumber > through { return false }
    if let weekdays, !weekdays.covers(night.weekday) { return false }
    return season?.contains(night) ?? true
  }
}

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
