import Foundation
import ObjectGraph

/// A campsite, which is reserved by the night.
public final class CampSite: ManagedObject {
  /// The site number, if the name is a number from 1 to 32767.
  @Managed("siteNumber") public var siteNumber: Int16?

  /// The name, unique in its campground: `15`, `B001`, `065`.
  @Managed("name") public var name: String

  /// The loop on which the campsite lies.
  @Managed("loop") public var loop: String?

  /// The type as stored; `siteType` is the same as an enumeration.
  @Managed("type") public var type: String?

  /// The type as the imported file named it.
  @Managed("typeName") public var typeName: String?

  /// Whether there is electricity.
  @Managed("electricity") public var electricity: Bool

  /// Whether there is water.
  @Managed("water") public var water: Bool

  /// Whether there is a sewer hookup.
  @Managed("sewer") public var sewer: Bool

  /// The amperage of the strongest outlet; nil where it is not known.
  @Managed("amperage") public var amperage: Int16?

  /// The maximum length of a vehicle, in feet.
  @Managed("maximumVehicleLength") public var maximumVehicleLength: Int16?

  /// The maximum number of people.
  @Managed("maximumPeople") public var maximumPeople: Int16?

  /// The maximum number of vehicles.
  @Managed("maximumVehicles") public var maximumVehicles: Int16?

  /// Whether pets are allowed.
  @Managed("petsAllowed") public var petsAllowed: Bool

  /// Whether the campsite is wheelchair accessible.
  @Managed("isAccessible") public var isAccessible: Bool

  /// Whether there is shade.
  @Managed("hasShade") public var hasShade: Bool

  /// Whether there is a tent pad.
  @Managed("hasTentPad") public var hasTentPad: Bool

  /// The kind of driveway, as free text.
  @Managed("driveway") public var driveway: String?

  /// The latitude in degrees, north positive.
  @Managed("latitude") public var latitude: Double?

  /// The longitude in degrees, east positive.
  @Managed("longitude") public var longitude: Double?

  /// The price of a night in minor units of the campground's currency.
  @Managed("rateMinor") public var rateMinor: Int64?

  /// The revision of the campground's rules that brought `rateMinor` into force.
  @Managed("rateRevision") public var rateRevision: Int64

  /// The identifier of the campsite in another system.
  @Managed("externalIdentifier") public var externalIdentifier: String?

  /// Whether the campsite comes first in lists.
  @Managed("isFavorite") public var isFavorite: Bool

  /// The date from which the campsite is retired; nil while it is in use.
  @Managed("retiredFrom") public var retirement: CalendarDate?

  /// The housekeeping status as stored; `readiness` is the same as an enumeration.
  @Managed("readiness") package var readinessWord: String?

  /// Free notes.
  @Managed("note") public var note: String?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The class; nil where it has none.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The reservations, past and canceled ones included.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The runs of nights that stays have, or once agreed, on the campsite.
  @Managed("segments") public var segments: Set<StaySegment>

  /// The nights that are taken by stays or blocks.
  @Managed("nights") public var nights: Set<ReservationNight>

  /// Details that have no attribute of their own.
  @Managed("details") public var details: Set<SiteDetail>

  /// The periods during which it is closed.
  @Managed("blocks") public var blocks: Set<SiteBlock>

  /// The iCalendar files of this site alone.
  @Managed("feeds") public var feeds: Set<CalendarFeed>

  /// The rates for this site alone, former versions included.
  @Managed("rates") public var rates: Set<Rate>

  /// The discounts for this site alone, former versions included.
  @Managed("discounts") public var discounts: Set<Discount>

  /// The fees for this site alone, former versions included.
  @Managed("fees") public var fees: Set<Fee>

  /// The taxes for this site alone, former versions included.
  @Managed("taxes") public var taxes: Set<Tax>

  /// The deposit rules for this site alone, former versions included.
  @Managed("depositRules") public var depositRules: Set<DepositRule>

  /// The stay rules for this site alone, former versions included.
  @Managed("stayRules") public var stayRules: Set<StayRule>

  /// The readings of its meters.
  @Managed("meterReadings") public var meterReadings: Set<MeterReading>

  /// The type; nil where it is unknown.
  public var siteType: CampSiteType? {
    get { type.flatMap { CampSiteType(rawValue: $0) } }
    set { type = newValue?.rawValue }
  }

  /// The housekeeping status; nil until the first guest leaves the campsite. The latest event that
  /// changed it records who did so and when.
  public var readiness: SiteReadiness? {
    get { readinessWord.flatMap { SiteReadiness(rawValue: $0) } }
    set { readinessWord = newValue?.rawValue }
  }

  /// The site's own price of a night; nil where it has none.
  public var rate: Money? {
    rateMinor.map { Money(minorUnits: $0, campground?.currency ?? .usd) }
  }
}
