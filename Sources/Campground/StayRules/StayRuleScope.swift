/// What a stay rule covers; a property left out restricts nothing.
public struct StayRuleScope {
  /// The weekdays of nights, arrivals or departures, depending on the kind of rule.
  public var weekdays: Weekdays
  /// The first date.
  public var from: CalendarDate?
  /// The last date.
  public var through: CalendarDate?
  /// The season.
  public var season: Season?
  /// The class of campsites.
  public var siteClass: SiteClass?
  /// The type of site.
  public var siteType: CampSiteType?
  /// The campsite.
  public var site: CampSite?

  /// Makes a scope; without restrictions, it covers everything.
  public init(
    weekdays: Weekdays = [], from: CalendarDate? = nil, through: CalendarDate? = nil,
    season: Season? = nil, siteClass: SiteClass? = nil, siteType: CampSiteType? = nil,
    site: CampSite? = nil
  ) {
    self.weekdays = weekdays
    self.from = from
    self.through = through
    self.season = season
    self.siteClass = siteClass
    self.siteType = siteType
    self.site = site
  }

  /// Whether the scope restricts the days.
  var namesDays: Bool {
    !weekdays.isEmpty || from != nil || through != nil || season != nil
  }
}
