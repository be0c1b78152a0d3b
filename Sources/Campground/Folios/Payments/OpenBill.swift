/// A bill on which something is due or to the credit of the guest.
public struct OpenBill: Hashable, Sendable {
  /// Where those are whose bill it is.
  public enum Whereabouts: String, Hashable, Sendable, CaseIterable {
    /// They have not come yet.
    case toCome = "to-come"
    /// At least one of them is here.
    case inHouse = "in-house"
    /// They have left.
    case departed
    /// The stay was canceled, or the guest did not come.
    case canceled

    /// The same as people say it, `in house`.
    public var words: String { rawValue.replacing("-", with: " ") }
  }

  /// The group's name, or the code of the reservation; that of the first one where several share
  /// the bill.
  public let code: String
  /// Who pays.
  public let camper: String?
  /// The first arrival, where some of the stays are canceled that of the others.
  public let arrival: CalendarDate?
  /// The last departure.
  public let departure: CalendarDate?
  /// The dates of the stays, where some are canceled those of the others.
  let stays: [StayDates]
  /// Where the guests are.
  public let whereabouts: Whereabouts
  /// What is due, or the credit.
  public let balance: Balance

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
  }
}
