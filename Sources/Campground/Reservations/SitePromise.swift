/// How far the campsite that a stay has is promised to the guest.
public enum SitePromise: Sendable, Hashable {
  /// The guest booked it, somebody chose it, the guest is there, or nights were held on it for a
  /// guest who is late.
  case chosen
  /// A class was booked: the stay may be moved within it to make room.
  case floating
  /// A class was booked, and this campsite of it was promised since.
  case locked
  /// A class is asked for, and no campsite is kept yet.
  case open
}

extension Reservation {
  /// The name of the class that was booked, also of one that was deleted since; nil where a
  /// campsite was booked, or chosen since.
  public var className: String? { siteClass?.name ?? formerClassName }

  /// How far the campsite is promised.
  public var promise: SitePromise {
    guard className != nil else { return .chosen }
    switch state {
    case .draft, .requested, .expired, .declined: return .open
    case .checkedIn, .checkedOut: return .chosen
    case .reserved where heldNights > 0: return .chosen
    case .hold, .reserved, .canceled, .noShow, nil: return isLocked ? .locked : .floating
    }
  }

  /// Whether the stay has nights that may be moved to another campsite of its class.
  var isFloating: Bool { isByClass && (state == .hold || state == .reserved) }

  /// Whether a class was booked and no campsite of it was promised.
  var isByClass: Bool { siteClass != nil && !isLocked }
}
