import Campground
import Foundation
import ObjectGraph
import TestSupport
import XCTest

/// Stays on several campsites, for tests. The clock of a desk stands at 2026-06-15.
extension TestDesk {
  /// Site 15 at 40.00 and site 16 at 55.00 a night, and a guest.
  func twoSites() throws -> (first: CampSite, second: CampSite, guest: Camper) {
    (
      try sites.add("15", rate: 40), try sites.add("16", rate: 55),
      try campers.addCamper("Ada Rivera", phoneNumber: nil)
    )
  }

  /// A booking that changes the campsite on its way.
  func booking(
    _ site: CampSite, for guest: Camper?, _ dates: StayDates, then changes: (String, CampSite)...
  ) throws -> Booking {
    var booking = Booking(site, for: guest, dates: dates)
    booking.siteChanges = try changes.map { SiteChange(on: try day($0), to: $1) }
    return booking
  }

  /// Two sites, and R-1 on 15 for two nights from June 20 on, then on 16 for three.
  @discardableResult
  func splitStay() throws -> (first: CampSite, second: CampSite, guest: Camper) {
    let (first, second, guest) = try twoSites()
    try reserve(first, then: second, for: guest)
    return (first, second, guest)
  }

  /// Reserves June 20 to 25 with a change of the site on June 22.
  func reserve(_ first: CampSite, then second: CampSite, for guest: Camper) throws {
    let dates = try StayDates(arrival: day("2026-06-20"), nights: 5)
    _ = try reservations.reserve(
      booking(first, for: guest, dates, then: ("2026-06-22", second)))
  }

  /// A site of another campground.
  func farSite() throws -> CampSite {
    let other = try campgrounds.add("Other", timeZone: .gmt)
    return try CampSiteService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: stack.clock,
      campground: other.objectID
    ).add("99")
  }

  /// Each reservation as its code, state, site, dates and total.
  var story: [String] {
    get throws {
      try reservations.reservations().sorted { $0.number < $1.number }.map { stay in
        let days = [stay.arrival, stay.departure].map { "\($0)".suffix(5) }.joined(separator: "…")
        let total = stay.total.map { " \($0)" } ?? ""
        return "\(stay.code) \(stay.status) \(stay.siteWords ?? "") \(days)\(total)"
      }
    }
  }

  /// The nights that are taken, as `15 on 2026-06-20`.
  var takenNights: [String] {
    get throws {
      try stack.mainContext.fetch(FetchRequest<ReservationNight>()).map {
        SiteNight(site: $0.campSite?.name ?? "", date: $0.date)
      }.sorted().map(\.description)
    }
  }

  /// The service of campsites at noon UTC of a day.
  func sites(on date: String) throws -> CampSiteService {
    CampSiteService(
      managedObjectContext: stack.mainContext, storeStack: stack, clock: FixedClock(try noon(date)))
  }

  /// The service of money at noon UTC of a day.
  func folios(on date: String) throws -> FolioService {
    FolioService(
      managedObjectContext: stack.mainContext, storeStack: stack,
      clock: FixedClock(try noon(date)))
  }
}
