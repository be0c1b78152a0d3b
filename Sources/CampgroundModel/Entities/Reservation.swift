import Foundation
import ObjectGraph

/// A stay of somebody on a campsite, from the first idea to its end.
public final class Reservation: ManagedObject {
  /// The number that the store gives when it first saves the reservation; before, it is 0, or below
  /// 0 where the reservation waits among others in a scratch pad.
  @Managed("number") public var number: Int64

  /// Midnight UTC of the calendar date of arrival; `arrival` is the date itself.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the calendar date of departure; `departure` is the date itself.
  @Managed("dateTo") public var dateTo: Date

  /// The word of the state; `state` is the same as an enumeration.
  @Managed("status") public var status: String

  @Managed("party") private var storedParty: Party?

  /// The instant from which others may take the nights of a hold; nil in any other state.
  @Managed("holdExpiresAt") public var holdExpiresAt: Date?

  /// Midnight UTC of the arrival from which notice is counted: the earliest one that was agreed.
  @Managed("noticeDate") public var noticeDate: Date?

  /// How many of the first nights passed while they were held for a guest who was late; they are
  /// owed as nights, also when the stay is canceled.
  @Managed("heldNights") public var heldNights: Int16

  /// Whether the desk counts on the guest, however late: the night audit does not make a no-show of
  /// the stay on its first night.
  @Managed("isGuaranteed") public var isGuaranteed: Bool

  /// The instant at which a guest who comes late is expected, where it is known.
  @Managed("expectedAt") public var expectedAt: Date?

  /// The price of the whole stay in minor units of the campground's currency, where there is one.
  @Managed("totalMinor") public var totalMinor: Int64?

  /// What is asked for on booking, in minor units of the campground's currency; nil for nothing.
  @Managed("depositMinor") public var depositMinor: Int64?

  /// The name of the campsite that was deleted since, by which the stay is still found; nil while
  /// there is one.
  @Managed("formerSiteName") public var formerSiteName: String?

  /// The name of the class that it was booked by, where that was deleted since.
  @Managed("formerClassName") public var formerClassName: String?

  /// Whether it was promised the campsite that it has, though a class was booked. The event of it
  /// says when; the search for room in a class asks for those that may be moved, so it is kept.
  @Managed("isLocked") public var isLocked: Bool

  /// Whatever else there is to say.
  @Managed("note") public var note: String?

  /// The campground; never nil in a saved reservation.
  @Managed("campground") public var campground: Campground?

  /// The guest in whose name the stay is, where one is known.
  @Managed("camper") public var camper: Camper?

  /// The campsite; nil once it was deleted, and where a store of version 1 had none.
  @Managed("campSite") public var campSite: CampSite?

  /// The class that was booked, whichever campsite has the stay; nil where a campsite was booked,
  /// or chosen since.
  @Managed("siteClass") public var siteClass: SiteClass?

  /// The nights that the reservation keeps from others.
  @Managed("nights") public var nights: Set<ReservationNight>

  /// The group that the stay belongs to; nil for none.
  @Managed("group") public var group: ReservationGroup?

  /// The ledger, that of the group where the stay belongs to one; nil until something is charged or
  /// paid.
  @Managed("folio") public var folio: Folio?

  /// The lines of the folio that are about this reservation.
  @Managed("entries") public var entries: Set<FolioEntry>

  /// The sales that were charged to the stay.
  @Managed("sales") public var sales: Set<Sale>

  /// The meter readings of the stay.
  @Managed("meterReadings") public var meterReadings: Set<MeterReading>

  /// The series that the stay is one of.
  @Managed("series") public var series: StaySeries?

  /// To whom of the waitlist the stay was offered; nil for one that somebody booked.
  @Managed("offer") public var offer: Offer?

  /// The revision of the campground's rules under which it became reserved; nil before.
  /// `reservedAt` says when.
  @Managed("reservedUnder") public var reservedUnder: Int64?

  /// The name of the cancellation policy that was agreed; nil for none.
  @Managed("policy") public var policy: String?

  /// The revision of the campground's rules under which the policy was agreed.
  @Managed("policyRevision") public var policyRevision: Int64

  /// Lodging that was given up, and what of it is kept.
  @Managed("givenUp") public var givenUp: Set<GivenUpNights>

  /// Fees for changes to other dates.
  @Managed("changeFees") public var changeFees: Set<ChangeFee>

  /// What is taken off its bill.
  @Managed("allowances") public var allowances: Set<Allowance>

  /// The taxes that are not charged on days of it.
  @Managed("taxWaivers") public var taxWaivers: Set<TaxWaiver>

  /// The rules about stays that it breaks on purpose; `rulesSetAside` has them in order.
  @Managed("overriddenRules") public var overriddenRules: Set<OverriddenRule>

  /// What was done with it: who, when, what was and what is.
  @Managed("events") public var events: Set<Event>

  /// On which campsites its nights are, and were to be; see `siteSpans`.
  @Managed("segments") public var segments: Set<StaySegment>

  /// The code that clerks and guests use, `R-1`; one that waits in a scratch pad has a
  /// placeholder, `R-new1`.
  public var code: String { PlaceholderNumbers.code(of: self) }

  /// The name of the campsite, also of one that was deleted since.
  public var siteName: String? { campSite?.name ?? formerSiteName }

  /// Who comes, and with what.
  public var party: Party {
    get { storedParty ?? Party() }
    set { storedParty = newValue }
  }

  /// The dates of the stay; nil where they make none.
  public var dates: StayDates? { try? StayDates(arrival: arrival, departure: departure) }

  /// The calendar date of arrival, whose night is the first.
  public var arrival: CalendarDate {
    get { CalendarDate(midnightUTC: dateFrom) }
    set { dateFrom = newValue.midnightUTC }
  }

  /// The calendar date of departure, whose night is not part of the stay.
  public var departure: CalendarDate {
    get { CalendarDate(midnightUTC: dateTo) }
    set { dateTo = newValue.midnightUTC }
  }

  /// The number of nights from arrival to departure.
  public var numberOfNights: Int { arrival.distance(to: departure) }

  /// The state; nil for a word that is none of them.
  public var state: ReservationStatus? {
    get { ReservationStatus(rawValue: status) }
    set { if let newValue { status = newValue.rawValue } }
  }

  /// The price of the whole stay, or nil where there is none.
  public var total: Money? {
    totalMinor.map { Money(minorUnits: $0, campground?.currency ?? .usd) }
  }

  /// What a night costs by an agreement at the desk; nil where the rates say it.
  public var nightPrice: Money? {
    presentSegments.last.flatMap { $0.isAllIncluded ? nil : $0.priceMinor }
      .map { Money(minorUnits: $0, campground?.currency ?? .usd) }
  }

  /// The name of the discount that was asked for; nil for none.
  public var discount: String? { presentSegments.last?.discount }

  /// Whether the stay is over on that day: ended, canceled, or left behind by its dates.
  ///
  /// A guest who is checked in has not left, whatever the dates say.
  public func isOver(on today: CalendarDate) -> Bool {
    guard let state else { return departure <= today }
    return state.isFinal || (state != .checkedIn && departure <= today)
  }
}
