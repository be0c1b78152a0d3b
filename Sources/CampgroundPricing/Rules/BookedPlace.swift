/// Identifies a campsite.
public struct SiteID: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Identifies a class of campsites.
public struct ClassID: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The place for which a night was booked, as the rules see it.
///
/// A stay booked by class has no site here, whichever site it occupies: site rules do not reach it
/// until somebody moves it to a chosen site.
public struct BookedPlace: Hashable, Sendable, Codable {
  /// The chosen site; nil where a class was booked.
  public var site: SiteID?
  /// The class; nil for a site without one.
  public var siteClass: ClassID?
  /// The type of the site as stored; nil for none.
  public var siteType: String?

  public init(site: SiteID? = nil, siteClass: ClassID? = nil, siteType: String? = nil) {
    self.site = site
    self.siteClass = siteClass
    self.siteType = siteType
  }
}
