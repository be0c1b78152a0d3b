import ObjectGraph

extension SiteID {
  /// Makes the identifier of a campsite from its row key, which is never reused; an unsaved site
  /// has a negative number until it is saved.
  public init(_ site: CampSite) { self.init(rawValue: site.objectID.reference) }
}

extension ClassID {
  /// Makes the identifier of a class of campsites, as `SiteID.init(_:)` does for a campsite.
  public init(_ siteClass: SiteClass) { self.init(rawValue: siteClass.objectID.reference) }
}
