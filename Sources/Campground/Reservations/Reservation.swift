import Foundation
import ObjectGraph

/// A stay of somebody on a campsite, from the first idea to its end.
public final class Reservation: ManagedObject {
  /// The number that the store gives when it first saves the reservation; before, it is 0, or below 0
  /// where the reservation waits among others in a scratch pad.
  @Managed("number") public var number: Int64

  /// Midnight UTC of the calendar date of arrival; `arrival` is the date itself.
  @Managed("dateFrom") public var dateFrom: Date

  /// Midnight UTC of the calendar date of departure; `departure` is the date itself.
  @Managed("dateTo") public var dateTo: Date

  /// The word of the state; `state` is the same as an enumeration.
  @Managed("status") public var status: String

  /// The number of people.
  @Managed("partySize") public var partySize: Int16

  /// The price of the whole stay in minor units of the campground's currency, where there is one.
  @Managed("totalMinor") public var totalMinor: Int64?

  /// The name of the campsite that was deleted since; nil while there is one.
  @Managed("formerSiteName") public var formerSiteName: String?

  /// Whatever else there is to say.
  @Managed("note") public var note: String?

  /// The campground; never nil in a saved reservation.
  @Managed("campground") public var campground: Campground?

  /// The guest in whose name the stay is, where one is known.
  @Managed("camper") public var camper: Camper?

  /// The campsite; nil once it was deleted.
  @Managed("campSite") public var campSite: CampSite?

  /// The nights that the reservation keeps from others.
  @Managed("nights") public var nights: Set<ReservationNight>

  /// The code that clerks and guests use, `R-1`; one that waits in a scratch pad has a provisional
  /// code, `R-new1`.
  public var code: String {
    ProvisionalNumbers.digits(of: number).map { "R-new\($0)" } ?? "R-\(number)"
  }

  /// The name of the campsite, also of one that was deleted since.
  public var siteName: String? { campSite?.name ?? formerSiteName }

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

  /// Whether the stay is over on that day: ended, called off, or left behind by its dates.
  ///
  /// A guest who is checked in has not left, whatever the dates say.
  public func isOver(on today: CalendarDate) -> Bool {
    guard let state else { return departure <= today }
    return state.isFinal || (state != .checkedIn && departure <= today)
  }
}
