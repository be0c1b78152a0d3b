import ObjectGraph

/// What is done with stays, for their history and the audit.
extension StayBook {
  /// Notes what is done with a stay. Whatever else the change does with it is the same event, and
  /// the save adds what was and what is.
  ///
  /// - Returns: the event. What was noted first stays, but for a move to make room for others.
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
  /// What was done with a stay that comes into this state; nil where the state alone does not tell.
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
