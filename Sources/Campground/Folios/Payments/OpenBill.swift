import Foundation

/// A bill with a balance due or a credit, or with nights to be priced.
public struct OpenBill: Hashable, Sendable {
  /// Where the guests of the bill are.
  public enum Whereabouts: String, Hashable, Sendable, CaseIterable {
    /// Not yet arrived.
    case toCome = "to-come"
    /// At least one of them is in house.
    case inHouse = "in-house"
    /// Departed.
    case departed
    /// Canceled.
    case canceled
    /// The guest never came.
    case noShow = "no-show"
    /// The request was declined.
    case declined
    /// The draft, hold or request expired.
    case expired

    /// The value in words, `in house`.
    public var words: String {
      self == .noShow ? rawValue : rawValue.replacing("-", with: " ")
    }

    /// Where the guests of several stays are: what still lies ahead counts before what is over.
    init(_ states: Set<ReservationStatus>) {
      func isAny(_ wanted: ReservationStatus...) -> Bool { !states.isDisjoint(with: wanted) }
      self =
        if isAny(.checkedIn) {
          .inHouse
        } else if isAny(.draft, .hold, .requested, .reserved) {
          .toCome
        } else if isAny(.checkedOut) {
          .departed
        } else if isAny(.noShow) {
          .noShow
        } else if isAny(.declined, .expired), !isAny(.canceled) {
          isAny(.declined) ? .declined : .expired
        } else {
          .canceled
        }
    }
  }

  /// The name of the group, or the code of the reservation; where several share the bill, that of
  /// the first.
  public let code: String
  /// Who pays.
  public let camper: String?
  /// The first arrival, leaving out canceled stays unless all are canceled.
  public let arrival: CalendarDate?
  /// The last departure.
  public let departure: CalendarDate?
  /// The day on which the last of its stays ended, or would end; for canceled stays and no-shows,
  /// that of the cancellation.
  let endedOn: CalendarDate?
  /// The dates of the stays, leaving out canceled ones unless all are canceled.
  let stays: [StayDates]
  /// Where the guests are.
  public let whereabouts: Whereabouts
  /// The balance due, or the credit.
  public let balance: Balance
  /// How many nights of its stays no rate prices; the balance leaves them out.
  public let unpricedNights: Int

  init(of stays: [Reservation], on folio: Folio?, _ balance: Balance, at now: Date) {
    let owed = stays.filter(\.isOwedFor)
    let shown = owed.isEmpty ? stays : owed
    code = folio?.group?.name ?? shown.first?.code ?? folio?.code ?? ""
    camper = (folio?.payer ?? stays.first?.camper)?.fullName
    self.stays = shown.compactMap(\.dates)
    arrival = shown.map(\.arrival).min()
    departure = shown.map(\.departure).max()
    endedOn =
      shown.map { stay in
        guard stay.state?.isCalledOff == true, let instant = stay.canceledAt else {
          return stay.leavingDay
        }
        return CalendarDate(instant, in: stay.campground?.timeZone ?? .gmt)
      }.max()
    whereabouts = Whereabouts(Set(stays.compactMap { $0.state(at: now) }))
    self.balance = balance
    unpricedNights = owed.reduce(0) { $0 + Int($1.unpricedNights) }
  }
}
