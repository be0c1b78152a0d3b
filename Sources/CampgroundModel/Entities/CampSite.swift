import Foundation
import ObjectGraph

/// A campsite: what is reserved, by the night.
public final class CampSite: ManagedObject {
  /// The number, where the name is one from 1 to 32767.
  @Managed("siteNumber") public var siteNumber: Int16?

  /// The name, unique in its campground: `15`, `B001`, `065`.
  @Managed("name") public var name: String

  /// The loop that the campsite lies at.
  @Managed("loop") public var loop: String?

  /// The word of the type; `siteType` is the same as an enumeration.
  @Managed("type") public var type: String?

  /// The type in the words of the file that the campsite came from.
  @Managed("typeName") public var typeName: String?

  /// Whether there is electricity.
  @Managed("electricity") public var electricity: Bool

  /// Whether there is water.
  @Managed("water") public var water: Bool

  /// Whether there is a sewer.
  @Managed("sewer") public var sewer: Bool

  /// The amperes of the strongest outlet, where they are known.
  @Managed("amperage") public var amperage: Int16?

  /// The greatest length of a vehicle, in feet.
  @Managed("maximumVehicleLength") public var maximumVehicleLength: Int16?

  /// The greatest number of people.
  @Managed("maximumPeople") public var maximumPeople: Int16?

  /// The greatest number of vehicles.
  @Managed("maximumVehicles") public var maximumVehicles: Int16?

  /// Whether pets may come.
  @Managed("petsAllowed") public var petsAllowed: Bool

  /// Whether a wheelchair can use it.
  @Managed("isAccessible") public var isAccessible: Bool

  /// Whether there is shade.
  @Managed("hasShade") public var hasShade: Bool

  /// Whether there is a tent pad.
  @Managed("hasTentPad") public var hasTentPad: Bool

  /// The kind of driveway, in free words.
  @Managed("driveway") public var driveway: String?

  /// The latitude in degrees, north positive.
  @Managed("latitude") public var latitude: Double?

  /// The longitude in degrees, east positive.
  @Managed("longitude") public var longitude: Double?

  /// The price of a night in minor units of the campground's currency.
  @Managed("rateMinor") public var rateMinor: Int64?

  /// The revision of the campground's rules with which that came into force.
  @Managed("rateRevision") public var rateRevision: Int64

  /// What another system calls the campsite.
  @Managed("externalIdentifier") public var externalIdentifier: String?

  /// Whether it stands first in lists.
  @Managed("isFavorite") public var isFavorite: Bool

  /// Midnight UTC of the date from which it is not let any more; nil while it is.
  @Managed("retiredFrom") public var retiredFrom: Date?

  /// The word of how far housekeeping has come; `readiness` is the same as an enumeration.
  @Managed("readiness") package var readinessWord: String?

  /// Whatever else there is to say.
  @Managed("note") public var note: String?

  /// The campground; never nil in a saved campsite.
  @Managed("campground") public var campground: Campground?

  /// The class; nil where it has none.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The reservations, past and canceled ones included.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The nights in a row that stays have, or had agreed, on it.
  @Managed("segments") public var segments: Set<StaySegment>

  /// The nights that are taken.
  @Managed("nights") public var nights: Set<ReservationNight>

  /// What else is known of it.
  @Managed("details") public var details: Set<SiteDetail>

  /// The times at which it is closed.
  @Managed("blocks") public var blocks: Set<SiteBlock>

  /// The rates for this site alone.
  @Managed("rates") public var rates: Set<Rate>

  /// The rules for this site alone.
  @Managed("stayRules") public var stayRules: Set<StayRule>

  /// What its meters showed.
  @Managed("meterReadings") public var meterReadings: Set<MeterReading>

  /// The type; nil where it is not known.
  public var siteType: CampSiteType? {
    get { type.flatMap { CampSiteType(rawValue: $0) } }
    set { type = newValue?.rawValue }
  }

  /// How far housekeeping has come; nil where no guest has left it yet. The event that changed it last
  /// says who did and when.
  public var readiness: SiteReadiness? {
    get { readinessWord.flatMap { SiteReadiness(rawValue: $0) } }
    set { readinessWord = newValue?.rawValue }
  }

  /// The price of a night, or nil where there is none.
  public var rate: Money? {
    rateMinor.map { Money(minorUnits: $0, campground?.currency ?? .usd) }
  }
}
