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
