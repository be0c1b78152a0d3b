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
    /// The stay was called off, or not taken up.
    case calledOff = "called-off"
  }

  /// The code of the reservation; of a bill that several share, the group's
  /// name or the bill's code.
  public let code: String
  /// Who pays.
  public let camper: String?
  /// The first arrival.
  public let arrival: CalendarDate?
  /// The last departure.
  public let departure: CalendarDate?
  /// Where the guests are.
  public let whereabouts: Whereabouts
  /// What is due, or to the good.
  public let balance: Balance

  init(of stays: [Reservation], on folio: Folio?, _ balance: Balance) {
    let only = stays.count == 1 ? stays.first : nil
    code = folio?.name ?? only?.code ?? folio?.code ?? ""
    camper = (folio?.payer ?? stays.first?.camper)?.fullName
    arrival = stays.map(\.arrival).min()
    departure = stays.map(\.departure).max()
    let states = Set(stays.compactMap(\.state))
    whereabouts =
      states.contains(.checkedIn)
      ? .inHouse
      : !states.isDisjoint(with: [.draft, .hold, .requested, .reserved])
        ? .toCome : states.contains(.checkedOut) ? .departed : .calledOff
    self.balance = balance
  }
}
