import Foundation
import ObjectGraph

/// Which campsites of a campground are free, and what a stay there costs.
///
///     let service = AvailabilityService(managedObjectContext: context, storeStack: stack)
///     let needs = SiteNeeds(electricity: .amperes(30), vehicleLength: 34)
///     for offer in try service.search(AvailabilityQuery(dates, needs: needs)) {
///       print(offer.site.name, offer.price?.description ?? "")
///     }
///
/// Rules about stays and prices are read once for a search. Beside them a search for fixed dates is
/// one fetch; where gaps are forbidden or the dates are flexible it is one of campsites and one of
/// nights. How long the campground's history is does not matter: the indexes of nights serve both.
public final class AvailabilityService: Service {
  // MARK: Searching

  /// The campsites that are free and fit, the smallest that is large enough first, then favorites,
  /// then by number and name; of one campsite the cheapest dates first, then the earliest.
  ///
  /// A limit that is not known of a campsite does not meet a need. Campsites that are
  /// retired or closed do not appear, nor do stays that a rule is against; holds that
  /// are over do not hide one.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a need that is not above zero.
  public func search(_ query: AvailabilityQuery) throws -> [SiteOffer] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let desk = try SearchDesk(query, at: campground, in: self)
    let offers = try desk.needsNights ? desk.offersByNights() : desk.offersOfFreeSites()
    return desk.sorted(offers)
  }

  /// The other campsites, by number and name, each with the reasons why it is not offered.
  ///
  /// - Throws: as `search`.
  public func refusals(_ query: AvailabilityQuery) throws -> [SiteRefusal] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    return try SearchDesk(query, at: campground, in: self).refusals()
  }

  /// Whether a class has room for a stay, where need be with stays moved that float in it, though
  /// none of its campsites may be free as all stays are.
  public func hasRoom(
    in siteClass: SiteClass, for party: Party, _ dates: StayDates
  ) throws -> Bool {
    try StayBook(scope, in: managedObjectContext).isBookable(.siteClass(siteClass), dates, party)
  }

  // MARK: Parts

  /// The campsites that meet the conditions, by number and name.
  func sites(matching predicates: [FetchPredicate]) throws -> [CampSite] {
    let request = CampSite.fetchRequest()
    request.predicate = CompoundPredicate(andPredicateWithSubpredicates: predicates)
    request.sortDescriptors = [
      FetchSortDescriptor(key: "siteNumber", ascending: true),
      FetchSortDescriptor(key: "name", ascending: true),
    ]
    return try managedObjectContext.fetch(request)
  }
}
