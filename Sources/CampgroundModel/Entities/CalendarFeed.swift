import ObjectGraph

/// An iCalendar file of stays and closures for other programs. The night audit writes it again.
public final class CalendarFeed: ManagedObject {
  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The absolute path of the file.
  @Managed("path") public var path: String

  /// Whether it names the guests; otherwise anyone may read the file.
  @Managed("showsNames") public var showsNames: Bool

  /// The campsite; nil for all of them, or those of a class.
  @Managed("campSite") public var campSite: CampSite?

  /// The class; nil for all campsites, or a single one.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// What it is about: `site 15`, `class Full hookup`, `all sites`.
  public var scopeWords: String {
    campSite.map { "site \($0.name)" } ?? siteClass.map { "class \($0.name)" } ?? "all sites"
  }
}
