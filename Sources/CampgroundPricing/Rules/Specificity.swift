/// Which of several rules applies to a night: the most specific one.
extension RuleScope {
  /// The place of a rule, the most specific first.
  public enum PlaceRank: Int, Comparable, Sendable {
    /// One site.
    case site
    case siteClass
    case siteType
    case anywhere

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// How specific the place of the rule is.
  public var placeRank: PlaceRank {
    if site != nil { return .site }
    if siteClass != nil { return .siteClass }
    return siteType != nil ? .siteType : .anywhere
  }

  /// How specific a rule is: first its place, then its time. Of two seasons the shorter one is more
  /// specific, and of two rules for one season the one with weekdays.
  public struct Specificity: Hashable, Comparable, Sendable {
    private let ranks: [Int]

    fileprivate init(_ scope: RuleScope, specialDatesFirst: Bool) {
      let isAhead = specialDatesFirst && scope.isOfSpecialDates
      ranks = [
        isAhead ? 0 : 1, scope.placeRank.rawValue, scope.nightCount,
        scope.weekdays.isEmpty ? 1 : 0,
      ]
    }

    /// Whether the first is more specific than the second.
    public static func < (left: Self, right: Self) -> Bool {
      left.ranks.lexicographicallyPrecedes(right.ranks)
    }
  }

  /// The specificity of a rule for single nights: special dates come before all places.
  public var specificity: Specificity { Specificity(self, specialDatesFirst: true) }

  /// The specificity of a rule for longer times, for which special dates are a season as any other.
  public var specificityOfLengths: Specificity { Specificity(self, specialDatesFirst: false) }

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
