import ObjectGraph

extension CampSiteService {
  /// The campsites that are free for every night of a stay and offer at least what is asked for, by
  /// number and name.
  ///
  /// Expired holds hide nothing; campsites that are retired or closed do not appear. A limit
  /// or a feature that is not known of a campsite does not count as offered. Rules about stays, and
  /// prices, are the matter of `AvailabilityService`. One fetch.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number that is not above zero.
  public func available(
    _ dates: StayDates, features: CampSiteFeatures = CampSiteFeatures()
  ) throws -> [CampSite] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return try sites(
      matching: FreeNights.predicatesOfLet(dates, at: campground)
        + [FreeNights.predicateOfFree(dates, now: scope.clock.now)]
        + SiteNeeds(features).predicates(), in: managedObjectContext)
  }
}
