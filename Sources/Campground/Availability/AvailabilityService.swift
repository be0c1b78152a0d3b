import Foundation
import ObjectGraph

/// Finds free campsites of a campground, with the price of a stay on each.
///
///     let service = AvailabilityService(managedObjectContext: context, storeStack: stack)
///     let needs = SiteNeeds(CampSiteFeatures(electricity: .amperes(30), vehicleLength: 34))
///     for offer in try service.search(AvailabilityQuery(dates, needs: needs)) {
///       print(offer.site.name, offer.price?.description ?? "")
///     }
///
/// A search reads stay rules and prices once. Beyond that, fixed dates take one fetch; flexible
/// dates, or rules against gaps, take one fetch of campsites and one of nights. The length of the
/// campground's history does not matter, because indexes on nights serve both.
public final class AvailabilityService: Service {
  // MARK: Searching

  /// The free campsites that meet the needs: the smallest that is large enough first, then
  /// favorites, then by name; for one campsite, the cheapest dates first, then the
  /// earliest.
  ///
  /// An unknown limit of a campsite does not meet a need. Retired and closed campsites are left
  /// out, and so are stays that a rule refuses; an expired hold does not hide a campsite.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a need that is not above zero.
  public func search(_ query: AvailabilityQuery) throws -> [SiteOffer] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let desk = try SearchDesk(query, at: campground, in: self)
    let offers = try desk.needsNights ? desk.offersByNights() : desk.offersOfFreeSites()
    return desk.sorted(offers)
  }

  /// The other campsites, by name, with the reasons why each is not offered.
  ///
  /// - Throws: as `search`.
  public func refusals(_ query: AvailabilityQuery) throws -> [SiteRefusal] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return try SearchDesk(query, at: campground, in: self).refusals()
  }

  /// Whether a class has room for a stay, if necessary by moving floating stays within the class,
  /// even if none of its campsites is free at the moment.
  public func hasRoom(
    in siteClass: SiteClass, for party: Party, _ dates: StayDates
  ) throws -> Bool {
    try StayBook(scope, in: managedObjectContext).isBookable(.siteClass(siteClass), dates, party)
  }

  // MARK: Helpers

  /// The campsites that match all predicates, by name.
  func sites(matching predicates: [FetchPredicate]) throws -> [CampSite] {
    try managedObjectContext.fetch(
      FetchRequest<CampSite>(CompoundPredicate(andPredicateWithSubpredicates: predicates))
    ).naturallySorted(by: \.name)
  }
}
