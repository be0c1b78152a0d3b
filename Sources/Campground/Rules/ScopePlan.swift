import ObjectGraph

/// The conditions of a rule: the nights and the places that it is to cover. A property left out
/// restricts nothing.
///
///     ScopePlan(season: summer, weekdays: .weekend)
///     ScopePlan(from: first, through: last, siteType: .cabin)
///
/// What is judged by them depends on the rule; see `ScopedRule`.
public struct ScopePlan {
  /// The season; nil for all nights.
  public var season: Season?
  /// The weekdays; empty for all.
  public var weekdays: Weekdays
  /// The first night; nil for no start.
  public var from: CalendarDate?
  /// The last night; nil for no end.
  public var through: CalendarDate?
  /// The campsite; nil for all.
  public var site: CampSite?
  /// The class of campsites; nil for all.
  public var siteClass: SiteClass?
  /// The site type; nil for all.
  public var siteType: CampSiteType?
  /// Further campsites, each of which gets a rule of its own.
  package var otherSites: [CampSite] = []

  /// Makes a plan; without conditions, it covers every night everywhere.
  public init(
    season: Season? = nil, weekdays: Weekdays = [], from: CalendarDate? = nil,
    through: CalendarDate? = nil, site: CampSite? = nil, siteClass: SiteClass? = nil,
    siteType: CampSiteType? = nil
  ) {
    self.season = season
    self.weekdays = weekdays
    self.from = from
    self.through = through
    self.site = site
    self.siteClass = siteClass
    self.siteType = siteType
  }

  /// The present conditions of a rule.
  public init(_ rule: ScopedRule) {
    self.init(
      season: rule.season, weekdays: Weekdays(rawValue: rule.weekdays), from: rule.firstNight,
      through: rule.lastNight, site: rule.campSite, siteClass: rule.siteClass,
      siteType: rule.siteType.flatMap(CampSiteType.init(rawValue:)))
  }

  /// Whether it restricts the nights.
  public var namesNights: Bool {
    !weekdays.isEmpty || from != nil || through != nil || season != nil
  }
}

/// The properties of a rule that holds for some nights and places.
public protocol ScopedPlan {
  /// The nights and places.
  var scope: ScopePlan { get set }

  /// Whether the rule is in use.
  var isActive: Bool { get set }
}

extension ScopedRule {
  /// Applies conditions.
  ///
  /// - Throws: `CampgroundError.unknown` for a season, class or campsite of another campground;
  ///   `.gone`; `.invalidValue` for dates in reverse order, and for a campsite, class and type that
  ///   no campsite has together. Places that the rule has already are not checked again, because a
  ///   campsite may have been given another class since.
  func take(_ plan: ScopePlan, in scratch: ManagedObjectContext) throws {
    if let from = plan.from, let through = plan.through, through < from {
      throw CampgroundError.datesInReverse(from: from, through: through)
    }
    let before = ScopePlan(self)
    season = try plan.season.map { try scratch.current($0, of: campground) }
    weekdays = plan.weekdays.rawValue
    firstNight = plan.from
    lastNight = plan.through
    campSite = try plan.site.map { try scratch.current($0) }
    if let site = campSite, site.campground !== campground {
      throw CampgroundError.unknownSite(site.name)
    }
    siteClass = try plan.siteClass.map { try scratch.current($0, of: campground) }
    siteType = plan.siteType?.rawValue
    let isElsewhere =
      campSite !== before.site || siteClass !== before.siteClass
      || plan.siteType != before.siteType
    if isElsewhere { try requireSomePlace() }
  }

  private func requireSomePlace() throws(CampgroundError) {
    if let site = campSite {
      if let siteClass, site.siteClass !== siteClass {
        throw .placesApart("site \(site.name) is not of class \(siteClass.name)", property: "class")
      }
      if let siteType, site.type != siteType {
        throw .placesApart("site \(site.name) is not of type \(siteType)", property: "type")
      }
    } else if let siteClass, let siteType {
      let sites = siteClass.sortedSites
      guard sites.isEmpty || sites.contains(where: { $0.type == siteType }) else {
        throw .placesApart(
          "no site of class \(siteClass.name) is of type \(siteType)", property: "type")
      }
    }
  }
}

extension CampgroundError {
  /// The places of a rule have no campsite in common.
  static func placesApart(_ words: String, property: String) -> Self {
    Self(
      .invalidValue, about: [.property(property)], "\(words), so the rule would never apply",
      fix: .advice("leave out one of them"))
  }
}

extension ManagedObjectContext {
  /// The context's own instance of a season or class, checked to belong to a campground.
  ///
  /// - Throws: `CampgroundError.unknown` for one of another campground; `.gone`.
  func current<Rule: CampgroundRule>(_ rule: Rule, of campground: Campground?) throws -> Rule {
    let rule = try current(rule)
    guard rule.campground === campground else {
      throw CampgroundError.unknownName(of: Rule.noun, name: rule.name, known: [])
    }
    return rule
  }
}
