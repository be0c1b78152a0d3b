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

  /// The identifier of the locale in whose way dates are written and weeks begin, `en_US`.
  @Managed("localeIdentifier") public var localeIdentifier: String

  /// The postal address, on a line.
  @Managed("address") public var address: String?

  /// The phone number as it was given.
  @Managed("phoneNumber") public var phoneNumber: String?

  /// For how many minutes a hold keeps its nights, where nothing else is said.
  @Managed("holdMinutes") public var holdMinutes: Int32

  /// For how many hours a campsite is held that is offered to somebody on the waitlist.
  @Managed("offerHours") public var offerHours: Int16

  /// The minute of the day from which guests arrive: 900 for 15:00.
  @Managed("checkInMinute") public var checkInMinute: Int16

  /// The minute of the day by which guests leave: 660 for 11:00.
  @Managed("checkOutMinute") public var checkOutMinute: Int16

  /// The word of the night after which a stay that is not guaranteed is a no-show.
  @Managed("noShowAfter") public var noShowAfter: String

  /// The word of the night after which a guaranteed stay is a no-show.
  @Managed("guaranteedNoShowAfter") public var guaranteedNoShowAfter: String

  /// Midnight UTC of the last business day that is closed; nil while none is. It only ever grows.
  @Managed("closedThrough") public var closedThrough: Date?

  /// How many times rules about prices were changed; each version of one has the number of the
  /// change with which it came into force.
  @Managed("rulesRevision") public var rulesRevision: Int64

  /// Whether prices have their taxes by percentage in them.
  @Managed("pricesIncludeTax") public var pricesIncludeTax: Bool

  /// The campsites.
  @Managed("sites") public var sites: Set<CampSite>

  /// The reservations, also those of campsites that are gone.
  @Managed("reservations") public var reservations: Set<Reservation>

  /// The folios.
  @Managed("folios") public var folios: Set<Folio>

  /// The classes of campsites.
  @Managed("siteClasses") public var siteClasses: Set<SiteClass>

  /// The groups of reservations.
  @Managed("groups") public var groups: Set<ReservationGroup>

  /// The seasons, former versions included.
  @Managed("seasons") public var seasons: Set<Season>

  /// The rates, former versions included.
  @Managed("rates") public var rates: Set<Rate>

  /// The discounts, former versions included.
  @Managed("discounts") public var discounts: Set<Discount>

  /// The taxes, former versions included.
  @Managed("taxes") public var taxes: Set<Tax>

  /// The fees, former versions included.
  @Managed("fees") public var fees: Set<Fee>

  /// The rules about deposits, former versions included.
  @Managed("depositRules") public var depositRules: Set<DepositRule>

  /// The prices of what meters count.
  @Managed("meterRates") public var meterRates: Set<MeterRate>

  /// The rules about stays.
  @Managed("stayRules") public var stayRules: Set<StayRule>

  /// The cancellation policies, former versions included.
  @Managed("cancellationPolicies") public var cancellationPolicies: Set<CancellationPolicy>

  /// The vouchers.
  @Managed("vouchers") public var vouchers: Set<Voucher>

  /// The days that are closed.
  @Managed("closedDays") public var closedDays: Set<ClosedDay>

  /// Those who wait.
  @Managed("waitlist") public var waitlist: Set<WaitlistEntry>

  /// The employees.
  @Managed("employees") public var employees: Set<Employee>

  /// Who changed what of it.
  @Managed("events") public var events: Set<Event>

  /// What is sold.
  @Managed("items") public var items: Set<Item>

  /// The sales, those that were reversed included.
  @Managed("sales") public var sales: Set<Sale>

  /// What stands below the name on papers: the address and the phone number, as far as they are
  /// known.
  package var letterhead: [String] { [address, phoneNumber].compactMap { $0 } }

  /// The time zone; UTC where the stored identifier is not known on this machine.
  public var timeZone: TimeZone {
    get { TimeZone(identifier: timeZoneIdentifier) ?? .gmt }
    set { timeZoneIdentifier = newValue.identifier }
  }

  /// The locale in whose way dates are written and weeks begin.
  public var locale: Locale {
    get { Locale(identifier: localeIdentifier) }
    set { localeIdentifier = newValue.identifier }
  }

  /// The day of the week with which weeks begin.
  public var firstWeekday: Weekday {
    // Foundation counts from Sunday.
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return Weekday(rawValue: (calendar.firstWeekday + 5) % 7 + 1) ?? .sunday
  }

  /// The currency; US dollars where the stored code is not three letters.
  public var currency: Currency {
    get { (try? Currency(currencyCode)) ?? .usd }
    set { currencyCode = newValue.code }
  }

  /// The last business day that is closed; nil while none is.
  public var lastClosedDay: CalendarDate? { closedThrough.map { CalendarDate(midnightUTC: $0) } }

  /// Refuses to open a closed day again.
  ///
  /// - Throws: code 1550, and as the superclass.
  public override func validateForUpdate() throws {
    var errors = ValidationErrors()
    errors.collect { try super.validateForUpdate() }
    errors.collect {
      // Asked for by itself: all changes would read every folio that there is.
      guard
        let before = try committedValues(forKeys: ["closedThrough"])["closedThrough"] as? Date,
        closedThrough.map({ $0 < before }) ?? true
      else { return }
      throw ObjectGraphError(
        .managedObjectValidation,
        "the days of \(name) are closed through \(CalendarDate(midnightUTC: before)) and cannot reopen",
        repair: "post the correction to an open day", entityName: "Campground",
        objectID: objectID, key: "closedThrough")
    }
    try errors.throwAll()
  }
}

extension Campground {
  /// The day after the last closed one; nil while none is closed.
  package var firstOpenDay: CalendarDate? { lastClosedDay?.advanced(by: 1) }

  /// The business day: the calendar date, or the day after the last closed one where that is later,
  /// because the day was closed before it was over or the clock was set back.
  public func businessDay(at instant: Date) -> CalendarDate {
    let today = CalendarDate(instant, in: timeZone)
    return max(today, firstOpenDay ?? today)
  }
}
