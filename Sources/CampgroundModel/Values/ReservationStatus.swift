/// The statuses of a reservation, by the words that the store keeps.
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

  /// The statuses that a new reservation may have.
  package static let starts: Set<ReservationStatus> = [.draft, .hold, .requested, .reserved]

  /// All allowed transitions; a status that is not listed is final.
  private static let transitions: [ReservationStatus: [ReservationStatus]] = [
    .draft: [.hold, .requested, .reserved, .expired],
    .hold: [.requested, .reserved, .expired],
    .requested: [.reserved, .declined, .expired],
    .reserved: [.checkedIn, .canceled, .noShow],
    .checkedIn: [.checkedOut],
    .canceled: [.reserved],
    .noShow: [.reserved],
  ]

  /// The statuses that may follow this one.
  public var successors: [ReservationStatus] { Self.transitions[self] ?? [] }

  /// Whether a reservation in this status occupies its nights.
  public var occupiesNights: Bool {
    switch self {
    case .hold, .reserved, .checkedIn, .checkedOut: true
    case .draft, .requested, .expired, .declined, .canceled, .noShow: false
    }
  }

  /// Whether a reservation in this status has ended, whatever its dates.
  public var isFinal: Bool {
    switch self {
    case .checkedOut, .expired, .declined, .canceled, .noShow: true
    case .draft, .hold, .requested, .reserved, .checkedIn: false
    }
  }

  /// Whether the stay was canceled or became a no-show.
  package var isCalledOff: Bool { self == .canceled || self == .noShow }
}

extension ReservationStatus {
  /// Whether the stay is not yet booked.
  package var isToBeBooked: Bool { self == .draft || self == .hold || self == .requested }

  /// Whether the bill of a stay in this status is still due.
  package var isOwedFor: Bool {
    switch self {
    case .draft, .hold, .requested, .reserved, .checkedIn, .checkedOut: true
    case .expired, .declined, .canceled, .noShow: false
    }
  }
}
