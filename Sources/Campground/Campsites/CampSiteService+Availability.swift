import ObjectGraph

extension CampSiteService {
  /// The campsites that are free for every night of a stay and offer at least what is asked for, by
  /// number and name.
  ///
  /// A limit or a feature that is not known of a campsite does not count as offered. One fetch.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a number that is not above zero.
  public func available(
    _ dates: StayDates, features: CampSiteFeatures = CampSiteFeatures()
  ) throws -> [CampSite] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let lastNight = dates.departure.advanced(by: -1)
    let predicates = [
      try FetchPredicate(format: "campground == %@", campground),
      try FetchPredicate(
        format: "NOT (ANY nights.night BETWEEN {%@, %@})", dates.arrival.dayNumber,
        lastNight.dayNumber),
    ]
    return try sites(
      matching: predicates + (try SiteNeeds(features).predicates()), in: managedObjectContext)
  }
}
