import Foundation
import ObjectGraph

/// A campground: a name, a time zone in which its nights are counted, and a currency.
public final class Campground: ManagedObject {
  /// The name, unique in the store.
  @Managed("name") public var name: String

  /// The identifier of the time zone, `America/Los_Angeles` for instance.
  @Managed("timeZoneIdentifier") public var timeZoneIdentifier: String

  /// The ISO 4217 code of the currency of its prices.
  @Managed("currencyCode") public var currencyCode: String

  /// The campsites.
  @Managed("sites") public var sites: Set<CampSite>

  /// The reservations, also those of campsites that are gone.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The time zone; UTC where the stored identifier is not known on this machine.
  public var timeZone: TimeZone {
    get { TimeZone(identifier: timeZoneIdentifier) ?? .gmt }
    set { timeZoneIdentifier = newValue.identifier }
  }

  /// The currency; US dollars where the stored code is not three letters.
  public var currency: Currency {
    get { (try? Currency(currencyCode)) ?? .usd }
    set { currencyCode = newValue.code }
  }
}
