import ObjectGraph

extension SiteID {
  /// A campsite by the key of its row, which no other site ever gets; of one that was never saved
  /// by a number below 0, which it has until then.
  public init(_ site: CampSite) { self.init(rawValue: site.objectID.reference) }
}

extension ClassID {
  /// A class of campsites by the key of its row, as `SiteID.init(_:)` has a campsite.
  public init(_ siteClass: SiteClass) { self.init(rawValue: siteClass.objectID.reference) }
}
