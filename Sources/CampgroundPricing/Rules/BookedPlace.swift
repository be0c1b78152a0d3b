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

/// What a night was booked on, as far as rules ask.
///
/// A stay booked by its class has no site here, whichever holds it: what rules say of that site
/// does not reach it until somebody moves it to a chosen one.
public struct BookedPlace: Hashable, Sendable {
  /// The chosen site; nil where a class was booked.
  public var site: SiteID?
  /// The class; nil for a site without one.
  public var siteClass: ClassID?
  /// The word of the site's type; nil where it has none.
  public var siteType: String?

  public init(site: SiteID? = nil, siteClass: ClassID? = nil, siteType: String? = nil) {
    self.site = site
    self.siteClass = siteClass
    self.siteType = siteType
  }
}
