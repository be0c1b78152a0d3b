/// The states of a reservation, by the words that the store keeps.
public enum ReservationStatus: String, Sendable, Hashable, CaseIterable {
  case draft = "Draft"
  case hold = "Hold"
  case requested = "Requested"
  case reserved = "Reserved"
  case checkedIn = "CheckedIn"
  case checkedOut = "CheckedOut"
  case expired = "Expired"
  case declined = "Declined"
  case canceled = "Canceled"
  case noShow = "NoShow"

  /// The states that a new reservation may have.
  package static let starts: Set<ReservationStatus> = [.draft, .hold, .requested, .reserved]

  /// All transitions that there are; a state that is not listed is an end.
  private static let transitions: [ReservationStatus: [ReservationStatus]] = [
    .draft: [.hold, .requested, .reserved, .expired],
    .hold: [.requested, .reserved, .expired],
    .requested: [.reserved, .declined, .expired],
    .reserved: [.checkedIn, .canceled, .noShow],
    .checkedIn: [.checkedOut],
    .canceled: [.reserved],
    .noShow: [.reserved],
  ]

  /// The states that may follow this one.
  public var successors: [ReservationStatus] { Self.transitions[self] ?? [] }

  /// Whether a reservation in this state keeps its nights from others.
  public var occupiesNights: Bool {
    switch self {
    case .hold, .reserved, .checkedIn, .checkedOut: true
    case .draft, .requested, .expired, .declined, .canceled, .noShow: false
    }
  }

  /// Whether nothing more is to come of a reservation in this state, whatever its dates.
  public var isFinal: Bool {
    switch self {
    case .checkedOut, .expired, .declined, .canceled, .noShow: true
    case .draft, .hold, .requested, .reserved, .checkedIn: false
    }
  }

  /// Whether the stay was canceled.
  package var isCalledOff: Bool { self == .canceled || self == .noShow }
}

extension ReservationStatus {
  /// Whether nobody has agreed yet to a stay in this state.
  package var isToBeBooked: Bool { self == .draft || self == .hold || self == .requested }

  /// Whether a stay in this state is to be paid for: it did not come to nothing.
  package var isOwedFor: Bool {
    switch self {
    case .draft, .hold, .requested, .reserved, .checkedIn, .checkedOut: true
    case .expired, .declined, .canceled, .noShow: false
    }
  }
}
