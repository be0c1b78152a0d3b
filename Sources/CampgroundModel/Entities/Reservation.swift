import Foundation
import ObjectGraph

/// A guest's stay on a campsite, from first draft to check-out.
public final class Reservation: Numbered {
  package override class var letter: String { "R" }

  /// The calendar date of arrival, whose night is the first.
  @Managed("dateFrom") public var arrival: CalendarDate

  /// The calendar date of departure, whose night is not part of the stay.
  @Managed("dateTo") public var departure: CalendarDate

  /// The status as stored; `state` is the same as an enumeration.
  @Managed("status") public var status: String

  @Managed("party") private var storedParty: Party?

  /// The revision of the campground's rules when the stay became reserved; nil before that.
  /// `reservedAt` says when.
  @Managed("reservedUnder") public var reservedUnder: Int64?

  /// The arrival for which the stay became reserved; nil before that, and where it is not known.
  @Managed("reservedFrom") public var reservedArrival: CalendarDate?

  /// The departure for which the stay became reserved.
  @Managed("reservedTo") public var reservedDeparture: CalendarDate?

  /// The instant from which others may take the nights of a hold; nil in any other state.
  @Managed("holdExpiresAt") public var holdExpiresAt: Date?

  /// The arrival from which notice is counted. It is the earliest agreed one, unless the stay was
  /// moved while canceling was free.
  @Managed("noticeDate") public var noticeDate: CalendarDate?

  /// How many of the first nights have passed while they were held for a late guest; they are owed
  /// as nights, even if the stay is canceled.
  @Managed("heldNights") public var heldNights: Int16

  /// Whether the arrival is guaranteed: the night audit does not make the stay a no-show on its
  /// first night.
  @Managed("isGuaranteed") public var isGuaranteed: Bool

  /// The instant at which a late arrival is expected, if known.
  @Managed("expectedAt") public var expectedAt: Date?

  /// The whole bill of the stay in minor units of the campground's currency, without the nights
  /// that no rate prices.
  @Managed("totalMinor") public var totalMinor: Int64

  /// How many nights of the stay no rate prices.
  @Managed("unpricedNights") public var unpricedNights: Int16

  /// The name of the cancellation policy that was agreed; nil for none.
  @Managed("policy") public var policy: String?

  /// The revision of the campground's rules when the policy was agreed.
  @Managed("policyRevision") public var policyRevision: Int64

  /// The agreed deposit, in minor units of the campground's currency; nil for none.
  @Managed("depositMinor") public var depositMinor: Int64?

  /// The name of a campsite that has since been deleted, by which the stay can still be found; nil
  /// while the campsite exists.
  @Managed("formerSiteName") public var formerSiteName: String?

  /// The name of a booked class that has since been deleted.
  @Managed("formerClassName") public var formerClassName: String?

  /// Whether a stay booked by class was promised the campsite it has. The event says when; the flag
  /// is stored because the search for room in a class fetches the stays that may be moved.
  @Managed("isLocked") public var isLocked: Bool

  /// The number by which the program that the stay was imported from knew it; nil for none.
  @Managed("confirmationNumber") public var confirmationNumber: String?

  /// Free notes.
  @Managed("note") public var note: String?

  /// The campground; never nil once saved.
  @Managed("campground") public var campground: Campground?

  /// The guest who booked; nil where no one is named.
  @Managed("camper") public var camper: Camper?

  /// The campsite; nil once it was deleted, or where a version 1 store had none.
  @Managed("campSite") public var campSite: CampSite?

  /// The class that was booked, whichever campsite the stay has; nil where a campsite was booked,
  /// or chosen later.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The nights that the reservation occupies.
  @Managed("nights") public var nights: Set<ReservationNight>

  /// The group that the stay belongs to; nil for none.
  @Managed("group") public var group: ReservationGroup?

  /// The folio, shared with the group where the stay belongs to one; nil until something is charged
  /// or paid.
  @Managed("folio") public var folio: Folio?

  /// The lines of the folio that concern this reservation.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The sales that were charged to the stay.
  @Managed("sales") public var sales: Set<Sale>

  /// The meter readings of the stay.
  @Managed("meterReadings") public var meterReadings: Set<MeterReading>

  /// The series that the stay belongs to.
  @Managed("series") public var series: StaySeries?

  /// The waitlist offer that holds the stay; nil for any other stay.
  @Managed("offer") public var offer: Offer?

  /// The lodging that was given up, with the share that is kept.
  @Managed("givenUp") public var givenUp: Set<GivenUpNights>

  /// The fees for changes to other dates.
  @Managed("changeFees") public var changeFees: Set<ChangeFee>

  /// What was charged to it by hand, and what was sold and charged to it.
  @Managed("charges") public var charges: Set<Charge>

  /// The allowances on its bill.
  @Managed("allowances") public var allowances: Set<Allowance>

  /// The nights, fees and taxes that its bill leaves out.
  @Managed("waivers") public var waivers: Set<Waiver>

  /// The stay rules that it breaks on purpose; `rulesSetAside` has them in order.
  @Managed("overriddenRules") public var overriddenRules: Set<OverriddenRule>

  /// The events of the reservation: who, when, and the values before and after.
  @Managed("events") public var events: Set<Event>

  /// The campsites of its present and former nights; see `siteSpans`.
  @Managed("segments") public var segments: Set<StaySegment>

  /// The messages about it.
  @Managed("messages") public var messages: Set<Message>

  /// The name of the campsite, even if it has since been deleted.
  public var siteName: String? { campSite?.name ?? formerSiteName }

  /// The guests, their vehicles and their pets, and what they need.
  public var party: Party {
    get { storedParty ?? Party() }
    set { storedParty = newValue }
  }

  /// The dates of the stay; nil where the stored ones are invalid.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// The number of nights from arrival to departure.
  public var numberOfNights: Int { arrival.distance(to: departure) }

  /// The state; nil for an unknown stored value.
  public var state: ReservationStatus? {
    get { ReservationStatus(rawValue: status) }
    set { if let newValue { status = newValue.rawValue } }
  }

  /// The price of the whole stay; nil where nothing is priced yet.
  public var total: Money? { price.total }

  /// The price of the whole stay, and how many nights have none.
  public var price: StayPrice {
    StayPrice(
      Money(minorUnits: totalMinor, campground?.currency ?? .usd),
      unpricedNights: Int(unpricedNights), of: numberOfNights, byDay: isByDay)
  }

  /// Whether the campsite is booked by the day, so that the guest leaves on the last day of the
  /// stay.
  public var isByDay: Bool { campSite?.siteType == .dayUse }

  /// The price of a night agreed at the desk; nil where the rates apply, and where a total was agreed
  /// elsewhere.
  public var nightPrice: Money? {
    presentSegments.last.flatMap { $0.priceCovers == .lodging ? $0.priceMinor : nil }
      .map { Money(minorUnits: $0, campground?.currency ?? .usd) }
  }

  /// The name of the discount that was asked for; nil for none.
  public var discount: String? { presentSegments.last?.discount }

  /// Whether the stay is over by a day: checked out, canceled or otherwise ended, or past its
  /// departure.
  ///
  /// A guest who is checked in has not left, whatever the dates say.
  public func isOver(on today: CalendarDate) -> Bool {
    guard let state else { return departure <= today }
    return state.isFinal || (state != .checkedIn && departure <= today)
  }
}
