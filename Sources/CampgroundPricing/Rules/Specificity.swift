/// Which of several rules applies to a night: the most specific one.
extension RuleScope {
  /// How specific a rule is, the most specific first: special dates (shorter first), one site,
  /// other seasons (shorter first), weekdays, a class, a type, everything else.
  public struct Specificity: Hashable, Comparable, Sendable {
    private let ranks: [Int]

    fileprivate init(_ scope: RuleScope) {
      let length = scope.nightCount
      let isSpecial = scope.isOfSpecialDates
      ranks = [
        isSpecial ? length : .max, scope.site == nil ? 1 : 0, isSpecial ? .max : length,
        scope.weekdays.isEmpty ? 1 : 0, scope.siteClass == nil ? 1 : 0,
        scope.siteType == nil ? 1 : 0,
      ]
    }

    /// Whether the first is more specific than the second.
    public static func < (left: Self, right: Self) -> Bool {
      left.ranks.lexicographicallyPrecedes(right.ranks)
    }
  }

  public var specificity: Specificity { Specificity(self) }

  /// The longest season, in nights, that counts as special dates.
  public static let mostNightsOfSpecialDates = 14

  /// Whether the rule covers special dates, such as those around a holiday.
  public var isOfSpecialDates: Bool { nightCount <= Self.mostNightsOfSpecialDates }

  /// The most nights that the dates of the rule cover, in a year or in all; `Int.max` without
  /// dates.
  private var nightCount: Int {
    var count = season?.nightCount ?? .max
    if let firstNight, let lastNight {
      count = min(count, max(0, firstNight.distance(to: lastNight) + 1))
    }
    return count
  }
}

extension SeasonSpan {
  /// The number of nights; for a season of every year, in a year without February 29.
  public var nightCount: Int {
    let start = year ?? 2001
    func date(_ day: YearDay, _ year: Int) -> CalendarDate {
      let last = CalendarDate.lastDay(ofMonth: day.month, year: year)
      // An invalid day in a damaged store falls back to the start of the calendar.
      return (try? CalendarDate(year: year, month: day.month, day: min(day.day, last)))
        ?? CalendarDate(dayNumber: 0)
    }
    let end = date(last, wrapsTheYear ? start + 1 : start)
    return max(0, date(first, start).distance(to: end) + 1)
  }
}
