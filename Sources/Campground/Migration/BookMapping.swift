import Foundation
import ObjectGraph

/// Maps version 1, the book's model, to the latest version, so that every store of the book becomes a
/// working campground.
///
/// - There is one campground, "Campground", in the time zone of the person who opens the store,
///   with prices in US dollars. The book's dates are instants chosen on a wall clock, so only the
///   zone of that clock recovers the intended days. On the same machine, that is the machine's
///   zone; `--timezone` selects another one.
/// - Campers and campsites are kept. A camper without a name becomes, for instance, `Guest 3`, the
///   third camper of all. A campsite is named by its number; the second one with a number is `15b`,
///   the third `15c`, and one without a number, or with 0 or less, is `unnumbered-1`.
/// - Reservations are numbered in the order in which they were made. By its dates, an agreed stay
///   becomes Reserved, CheckedIn if it has begun, or CheckedOut if it is past, like an imported
///   stay; its price is unknown. See `BookStatus` for the book's statuses, and `BookDates` for its
///   instants.
///
/// What the latest version cannot represent goes into the note of the reservation; no reservation is lost:
///
/// - Without a camper: a reservation without a guest.
/// - Without a campsite, which the book takes away from a reservation when somebody else reserves
///   it: a request without a campsite, to be moved to one and accepted, or declined. A past one is
///   CheckedOut, without a campsite.
/// - With a night that an earlier reservation has on its campsite: a request for that campsite. A
///   past one is CheckedOut, without a campsite.
/// - Without an arrival or a departure, with a departure not after the arrival, or with more nights
///   than a stay may have: a request for the closest possible dates. Without any date, the request
///   is for tonight.
/// - With a status other than the resulting one: the note has the original. A stay with an unknown
///   status counts as agreed, so that nobody else gets its nights.
enum BookMapping {
  static let campers = "CamperToCamper"
  static let campsites = "CampSiteToCampSite"

  /// The keys of the facts that the mappings pass to their policies.
  enum Fact {
    static let timeZone = "timeZone"
    /// The instant of the migration, in seconds since the reference date.
    static let now = "now"
  }

  /// - Parameters:
  ///   - timeZone: the time zone of the campground.
  ///   - now: the instant of the migration.
  static func model(in timeZone: TimeZone, at now: Date) -> MappingModel {
    _ = registration
    let campground = EntityMapping(
      name: "Campground", type: .add, to: "Campground", policy: name(of: BookCampgroundPolicy.self))
    campground.userInfo = [
      Fact.timeZone: timeZone.identifier, Fact.now: "\(now.timeIntervalSinceReferenceDate)",
    ]
    let mappings = [
      campground,
      mapping(campers, of: "Camper", BookCamperPolicy.self),
      mapping(campsites, of: "CampSite", BookCampSitePolicy.self),
      mapping("ReservationToReservation", of: "Reservation", BookReservationPolicy.self),
    ]
    for mapping in mappings {
      mapping.sourceEntityVersionHash = mapping.sourceEntityName.flatMap { sourceHashes[$0] }
      mapping.destinationEntityVersionHash =
        mapping.destinationEntityName.flatMap { destinationHashes[$0] }
    }
    return MappingModel(name: "version 1 to version 7", entityMappings: mappings)
  }

  private static func mapping(
    _ name: String, of entity: String, _ policy: EntityMigrationPolicy.Type
  ) -> EntityMapping {
    EntityMapping(
      name: name, type: .custom, from: entity, to: entity, policy: self.name(of: policy))
  }

  private static func name(of policy: EntityMigrationPolicy.Type) -> String {
    String(reflecting: policy)
  }

  private static let registration: Void = EntityMigrationPolicies.register(
    BookCampgroundPolicy.self, BookCamperPolicy.self, BookCampSitePolicy.self,
    BookReservationPolicy.self)

  private static let sourceHashes = ManagedObjectModel.campgroundVersion1.entityVersionHashesByName
  private static let destinationHashes = ManagedObjectModel.campground.entityVersionHashesByName
}
