/// Which of several rules that fit a night counts: the most specific one.
extension RuleScope {
  /// How specific a rule is, the most specific first: special dates, of which the shorter ones come
  /// first, one site, other seasons by their length, weekdays, a class, a type, the rest.
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

    /// Whether the first is more specific.
    public static func < (left: Self, right: Self) -> Bool {
      left.ranks.lexicographicallyPrecedes(right.ranks)
    }
  }

  public var specificity: Specificity { Specificity(self) }

  /// A season of at most so many nights is one of special dates.
  public static let mostNightsOfSpecialDates = 14

  /// Whether it is for dates such as those around a holiday.
  public var isOfSpecialDates: Bool { nightCount <= Self.mostNightsOfSpecialDates }

  /// How many nights a year, or in all, it is for at most; `Int.max` without dates.
  private var nightCount: Int {
    var count = season?.nightCount ?? .max
    if let firstNight, let lastNight {
      count = min(count, max(0, firstNight.distance(to: lastNight) + 1))
    }
    return count
  }
}

extension SeasonSpan {
  /// How many nights it has; of every year, in one without a February 29.
  public var nightCount: Int {
    let start = year ?? 2001
    func date(_ day: YearDay, _ year: Int) -> CalendarDate {
      let last = CalendarDate.lastDay(ofMonth: day.month, year: year)
      // A day of a damaged store counts as the beginning of the calendar.
      return (try? CalendarDate(year: year, month: day.month, day: min(day.day, last)))
        ?? CalendarDate(dayNumber: 0)
    }
    let end = date(last, wrapsTheYear ? start + 1 : start)
    return max(0, date(first, start).distance(to: end) + 1)
  }
}
