import ObjectGraph

extension CampSiteService {
  /// The campsites that are free on every night of a stay and offer at least the features asked
  /// for, by name.
  ///
  /// An expired hold does not hide a campsite; retired and closed campsites are left out. An
  /// unknown limit or feature does not count as offered. For stay rules and prices, use
  /// `AvailabilityService`. Makes one fetch.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number that is not above zero.
  public func available(
    _ dates: StayDates, features: CampSiteFeatures = CampSiteFeatures()
  ) throws -> [CampSite] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return try sites(
      matching: FreeNights.predicates(dates, at: campground, now: scope.clock.now)
        + SiteNeeds(features).predicates(), in: managedObjectContext)
  }
}
