/// The nights and places that a rule is for; what it does not name, it is for all of.
public struct RuleScope: Hashable, Sendable {
  public var season: SeasonSpan?
  /// None for all.
  public var weekdays: Weekdays
  public var firstNight: CalendarDate?
  public var lastNight: CalendarDate?
  public var site: SiteID?
  public var siteClass: ClassID?
  public var siteType: String?

  /// Every night, everywhere.
  public static let all = RuleScope()

  public init(
    season: SeasonSpan? = nil, weekdays: Weekdays = [], firstNight: CalendarDate? = nil,
    lastNight: CalendarDate? = nil, site: SiteID? = nil, siteClass: ClassID? = nil,
    siteType: String? = nil
  ) {
    self.season = season
    self.weekdays = weekdays
    self.firstNight = firstNight
    self.lastNight = lastNight
    self.site = site
    self.siteClass = siteClass
    self.siteType = siteType
  }

  /// Whether it is for a night on such a place.
  public func covers(_ night: CalendarDate, at place: BookedPlace) -> Bool {
    covers(place) && covers(night)
  }

  /// Whether it is for such a place.
  public func covers(_ place: BookedPlace) -> Bool {
    (site == nil || site == place.site) && (siteClass == nil || siteClass == place.siteClass)
      && (siteType == nil || siteType == place.siteType)
  }

  /// Whether it is for a night.
  public func covers(_ night: CalendarDate) -> Bool {
    if let firstNight, night < firstNight { return false }
    if let lastNight, night > lastNight { return false }
    return weekdays.covers(night.weekday) && (season?.contains(night) ?? true)
  }
}

// MARK: - Which of several counts

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
