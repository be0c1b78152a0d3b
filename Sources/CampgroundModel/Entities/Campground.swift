import Foundation
import ObjectGraph

/// A campground: a name, a time zone in which its nights are counted, and a currency.
public final class Campground: ManagedObject {
  /// The name, unique in the store.
  @Managed("name") public var name: String

  /// The identifier of the time zone, for instance `America/Los_Angeles`.
  @Managed("timeZoneIdentifier") public var timeZoneIdentifier: String

  /// The ISO 4217 code of the currency of its prices.
  @Managed("currencyCode") public var currencyCode: String

  /// The identifier of the locale that decides how dates are written and when weeks begin: `en_US`.
  @Managed("localeIdentifier") public var localeIdentifier: String

  /// The postal address, on one line.
  @Managed("address") public var address: String?

  /// The phone number as entered.
  @Managed("phoneNumber") public var phoneNumber: String?

  /// The e-mail address, for papers and as the sender of mail.
  @Managed("email") public var email: String?

  /// The logo for printed papers; nil for none.
  @Managed("logo") public var logo: CampgroundLogo?

  /// The program that sends mail, with its arguments: `sendmail -t`; nil where none does.
  @Managed("mailProgram") public var mailProgram: String?

  /// The absolute path of the folder that mail is put into as .eml files; nil where it is sent by a
  /// program, or not at all.
  @Managed("mailFolder") public var mailFolder: String?

  /// How many days before an arrival the night audit mails a reminder; nil for no reminders.
  @Managed("reminderDays") public var reminderDays: Int16?

  /// Whether the night audit mails a receipt to guests who left.
  @Managed("mailsReceipts") public var mailsReceipts: Bool

  /// How long a hold lasts by default, in minutes.
  @Managed("holdMinutes") public var holdMinutes: Int32

  /// How long a campsite offered to someone on the waitlist is held, in hours.
  @Managed("offerHours") public var offerHours: Int16

  /// The minute of the day from which guests may check in: 900 for 15:00.
  @Managed("checkInMinute") public var checkInMinute: Int16

  /// The minute of the day by which guests must check out: 660 for 11:00.
  @Managed("checkOutMinute") public var checkOutMinute: Int16

  /// The night after which a stay that is not guaranteed becomes a no-show, as stored.
  @Managed("noShowAfter") public var noShowAfter: String

  /// The night after which a guaranteed stay becomes a no-show, as stored.
  @Managed("guaranteedNoShowAfter") public var guaranteedNoShowAfter: String

  /// The last closed business day; nil while none is closed. It never moves back.
  @Managed("closedThrough") public var lastClosedDay: CalendarDate?

  /// The number of changes to pricing rules so far; each version of a rule carries the number of
  /// the change that brought it into force.
  @Managed("rulesRevision") public var rulesRevision: Int64

  /// Whether prices include percentage taxes.
  @Managed("pricesIncludeTax") public var pricesIncludeTax: Bool

  /// The campsites.
  @Managed("sites") public var sites: Set<CampSite>

  /// The reservations, including those of deleted campsites.
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

  /// The deposit rules, former versions included.
  @Managed("depositRules") public var depositRules: Set<DepositRule>

  /// The meter rates.
  @Managed("meterRates") public var meterRates: Set<MeterRate>

  /// The stay rules, former versions included.
  @Managed("stayRules") public var stayRules: Set<StayRule>

  /// The cancellation policies, former versions included.
  @Managed("cancellationPolicies") public var cancellationPolicies: Set<CancellationPolicy>

  /// The vouchers.
  @Managed("vouchers") public var vouchers: Set<Voucher>

  /// The closed business days.
  @Managed("closedDays") public var closedDays: Set<ClosedDay>

  /// The waitlist entries.
  @Managed("waitlist") public var waitlist: Set<WaitlistEntry>

  /// The employees.
  @Managed("employees") public var employees: Set<Employee>

  /// The events that concern the campground.
  @Managed("events") public var events: Set<Event>

  /// The items on sale.
  @Managed("items") public var items: Set<Item>

  /// The sales, reversed ones included.
  @Managed("sales") public var sales: Set<Sale>

  /// The accounts of the accountant's chart that journals use, where they are not the default ones.
  @Managed("accounts") public var accounts: Set<LedgerAccount>

  /// The iCalendar files of stays and closures.
  @Managed("feeds") public var feeds: Set<CalendarFeed>

  /// The messages in the outbox, and those that were sent.
  @Managed("messages") public var messages: Set<Message>

  /// The lines below the name on printed papers: address, phone number and e-mail address, if known.
  package var letterhead: [String] { [address, phoneNumber, email].compactMap { $0 } }

  /// The time zone; UTC where this machine does not know the stored identifier.
  public var timeZone: TimeZone {
    get { TimeZone(identifier: timeZoneIdentifier) ?? .gmt }
    set { timeZoneIdentifier = newValue.identifier }
  }

  /// The locale that decides how dates are written and when weeks begin.
  public var locale: Locale {
    get { Locale(identifier: localeIdentifier) }
    set { localeIdentifier = newValue.identifier }
  }

  /// The first day of the week.
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

  /// Refuses to reopen more than the last closed day, whose figures go with it.
  ///
  /// - Throws: code 1550, and whatever the superclass throws.
  public override func validateForUpdate() throws {
    try ValidationErrors.collect(from: { try super.validateForUpdate() }, requireClosedDays)
  }

  private func requireClosedDays() throws {
    // Only this one key is read: asking for all changes would read every folio of the campground.
    let committed = try committedValues(forKeys: ["closedThrough"])["closedThrough"] as? Date
    guard let before = committed.map(CalendarDate.init(midnightUTC:)),
      lastClosedDay.map({ $0 < before }) ?? true
    else { return }
    let left = closedDays.lazy.filter { !$0.isDeleted }.map(\.date).max()
    guard left != lastClosedDay || lastClosedDay.map({ $0 != before.advanced(by: -1) }) ?? false
    else { return }
    throw ObjectGraphError(
      .managedObjectValidation,
      "the days of \(name) are closed through \(before), of which only that one can reopen",
      repair: "post the correction to an open day", entityName: "Campground",
      objectID: objectID, key: "closedThrough")
  }
}

extension Campground {
  /// The day after the last closed one; nil while none is closed.
  package var firstOpenDay: CalendarDate? { lastClosedDay?.advanced(by: 1) }

  /// The business day: the calendar date, or the day after the last closed one where that is later
  /// because the day was closed early or the clock was set back.
  public func businessDay(at instant: Date) -> CalendarDate {
    let today = CalendarDate(instant, in: timeZone)
    return max(today, firstOpenDay ?? today)
  }
}
