import Campground
import TestSupport

extension TestDesk {
  /// A class with campsites of these names.
  func siteClass(
    _ name: String, _ sites: [String], length: Int? = nil, rate: Int? = nil
  ) throws -> SiteClass {
    let siteClass = try classes.add(name)
    for site in sites {
      _ = try self.sites.add(
        site, features: CampSiteFeatures(type: .rv, vehicleLength: length), siteClass: siteClass,
        rate: rate.map { .init($0) })
    }
    return siteClass
  }

  /// Reserves a stay by class.
  @discardableResult
  func reserve(
    _ siteClass: SiteClass, _ arrival: String, _ departure: String, _ party: Party = Party()
  ) throws -> StayChange {
    try reservations.book(
      Booking(
        siteClass, for: nil, dates: StayDates(arrival: day(arrival), departure: day(departure)),
        party: party))
  }

  /// The campsites of some stays, by their codes.
  func sites(of codes: String...) throws -> [String?] { try codes.map { try find($0).siteName } }
}
