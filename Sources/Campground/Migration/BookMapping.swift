import Foundation
import ObjectGraph

/// The way from version 1, the book's model, to version 2: every store of the book becomes a
/// campground that works.
///
/// - There is one campground, "Campground", in the time zone of whoever opens the store, with prices in
///   US dollars. The book's dates are instants that its users chose on a wall clock, so that only the
///   zone of that clock gives back the days that were meant; on the same machine it is the machine's,
///   and `--timezone` names any other.
/// - Campers and campsites stay. A camper without a name becomes `Guest 3`, the third of all. A campsite
///   is called by its number; the second one of a number is `15b`, the third `15c`, and one without a
///   number, or with 0 or less, is `unnumbered-1`.
/// - Reservations are numbered in the order in which they were made. A stay that was agreed is Reserved,
///   CheckedIn where it has begun by its dates, CheckedOut where it is over by them, as of imported
///   stays; no price is known. See `BookStatus` for the words of the book, and `BookDates` for its
///   instants.
///
/// What version 2 cannot have is told in the note of the reservation, and no reservation is lost:
///
/// - Without a camper: the same, without a guest.
/// - Without a campsite, which the book takes away from a reservation when somebody else reserves it:
///   a request without a campsite, to be moved to one and accepted, or to be declined. One that is over
///   is CheckedOut, without a campsite.
/// - With a night that an earlier one has on its campsite: a request for that campsite. One that is over
///   is CheckedOut, without a campsite.
/// - Without an arrival or a departure, with a departure that is not after the arrival, and with more
///   nights than a stay may have: a request for the dates that come nearest. Without any date it is for
///   tonight.
/// - With a status that is not the state that it comes to: the note has it. A stay whose status nobody
///   knows counts as agreed, so that nobody gives its nights away.
enum BookMapping {
  static let campers = "CamperToCamper"
  static let campsites = "CampSiteToCampSite"

  /// The keys of what the mappings tell their policies.
  enum Fact {
    static let timeZone = "timeZone"
    /// The instant of the migration, in seconds since the reference date.
    static let now = "now"
  }

  /// - Parameters:
  ///   - timeZone: that of the campground.
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
    return MappingModel(name: "version 1 to version 2", entityMappings: mappings)
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

  private static let sourceHashes = hashes(of: .campgroundVersion1)
  private static let destinationHashes = hashes(of: .campground)

  /// The version hashes of the entities that mappings name; all of them would take each program longer
  /// to open its store.
  private static func hashes(of model: ManagedObjectModel) -> [String: Data] {
    let names = ["Campground", "Camper", "CampSite", "Reservation"]
    return model.entitiesByName.filter { names.contains($0.key) }.mapValues(\.versionHash)
  }
}
