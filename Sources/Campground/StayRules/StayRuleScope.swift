/// What a rule about stays is for; what is not named is for all.
public struct StayRuleScope {
  /// The weekdays, of nights, arrivals or departures as the kind of rule wants.
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

  /// Makes a scope; without anything it is for all.
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

  /// Whether it says for which days.
  var namesDays: Bool {
    !weekdays.isEmpty || from != nil || through != nil || season != nil
  }
}
