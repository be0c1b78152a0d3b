/// Whether the campsite of a stay is promised to the guest.
public enum SitePromise: Sendable, Hashable {
  /// The site was booked or chosen, or the guest is on it, or nights were held on it for a late
  /// arrival.
  case chosen
  /// A class was booked: the stay may be moved within it to make room.
  case floating
  /// A class was booked, and this campsite of it has since been promised.
  case locked
  /// A class is asked for, and no campsite is kept yet.
  case open
}

extension Reservation {
  /// The name of the booked class, even if it has since been deleted; nil where a campsite was
  /// booked, or chosen later.
  public var className: String? { siteClass?.name ?? formerClassName }

  /// Whether the campsite is promised.
  public var promise: SitePromise {
    guard className != nil else { return .chosen }
    switch state {
    case .draft, .requested, .expired, .declined: return .open
    case .checkedIn, .checkedOut: return .chosen
    case .reserved where heldNights > 0: return .chosen
    case .hold, .reserved, .canceled, .noShow, nil: return isLocked ? .locked : .floating
    }
  }

  /// Whether the stay occupies nights that may be moved to another campsite of its class.
  var isFloating: Bool { isByClass && (state == .hold || state == .reserved) }

  /// Whether a class was booked and none of its campsites was promised.
  var isByClass: Bool { siteClass != nil && !isLocked }
}
