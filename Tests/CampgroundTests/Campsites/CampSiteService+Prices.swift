import Campground

extension CampSiteService {
  /// Adds a campsite with a price that nobody could write by hand, but that a store may hold.
  func add(_ name: String, rateMinor: Int64) throws -> CampSite {
    let site = try add(name)
    site.rateMinor = rateMinor
    try managedObjectContext.saveThrough()
    return site
  }
}
