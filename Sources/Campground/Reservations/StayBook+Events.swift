import ObjectGraph

/// Events of stays, for their history and the audit.
extension StayBook {
  /// Records what is done with a stay. All effects of the change belong to the same event, and the
  /// save adds the values before and after.
  ///
  /// - Returns: The event. The first kind recorded is kept, except for a move to make room for
  ///   others.
  @discardableResult
  func note(_ kind: Event.Kind, of stay: Reservation, because reason: String? = nil) -> Event {
    let known = stay.events.first { $0.isInserted && !$0.isDeleted }
    let event = known ?? Event(kind, at: stay.campground, now, by: scope.author, in: context)
    if known?.kind == .moved { event.kind = kind }
    if let reason = NameRule.optional(reason) { event.reason = reason }
    if known == nil { event.tell(of: stay) }
    return event
  }
}

extension ReservationStatus {
  /// The event of a stay that enters this status; nil where the status alone does not determine it.
  var eventKind: Event.Kind? {
    switch self {
    case .checkedIn: .checkedIn
    case .checkedOut: .checkedOut
    case .expired: .expired
    case .declined: .declined
    case .canceled: .canceled
    case .noShow: .noShow
    case .draft, .hold, .requested, .reserved: nil
    }
  }
}
