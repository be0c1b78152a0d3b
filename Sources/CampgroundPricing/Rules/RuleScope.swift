/// The nights and places that a rule covers; a property left out restricts nothing.
public struct RuleScope: Hashable, Sendable {
  public var season: SeasonSpan?
  /// Empty for all weekdays.
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

  /// Whether the rule covers a night at a place.
  public func covers(_ night: CalendarDate, at place: BookedPlace) -> Bool {
    covers(place) && covers(night)
  }

  /// Whether the rule covers a place.
  public func covers(_ place: BookedPlace) -> Bool {
    (site == nil || site == place.site) && (siteClass == nil || siteClass == place.siteClass)
      && (siteType == nil || siteType == place.siteType)
  }

  /// Whether the rule covers a night.
  public func covers(_ night: CalendarDate) -> Bool {
    weekdays.covers(night.weekday) && hasDates(around: night)
  }

  /// Whether the rule covers a night if it has its weekday.
  func hasDates(around night: CalendarDate) -> Bool {
    if let firstNight, night < firstNight { return false }
    if let lastNight, night > lastNight { return false }
    return season?.contains(night) ?? true
  }
}
