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
    /// The stay was canceled or a no-show.
    case canceled

    /// The value in words, `in house`.
    public var words: String { rawValue.replacing("-", with: " ") }
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
  /// The dates of the stays, leaving out canceled ones unless all are canceled.
  let stays: [StayDates]
  /// Where the guests are.
  public let whereabouts: Whereabouts
  /// The balance due, or the credit.
  public let balance: Balance
  /// How many nights of its stays no rate prices; the balance leaves them out.
  public let unpricedNights: Int

  init(of stays: [Reservation], on folio: Folio?, _ balance: Balance) {
    let owed = stays.filter(\.isOwedFor)
    let shown = owed.isEmpty ? stays : owed
    code = folio?.group?.name ?? shown.first?.code ?? folio?.code ?? ""
    camper = (folio?.payer ?? stays.first?.camper)?.fullName
    self.stays = shown.compactMap(\.dates)
    arrival = shown.map(\.arrival).min()
    departure = shown.map(\.departure).max()
    let states = Set(stays.compactMap(\.state))
    whereabouts =
      states.contains(.checkedIn)
      ? .inHouse
      : !states.isDisjoint(with: [.draft, .hold, .requested, .reserved])
        ? .toCome : states.contains(.checkedOut) ? .departed : .canceled
    self.balance = balance
    unpricedNights = owed.reduce(0) { $0 + Int($1.unpricedNights) }
  }
}
