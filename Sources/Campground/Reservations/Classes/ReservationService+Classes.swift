import ObjectGraph

/// Stays that were booked by class, and the campsites that they get.
///
///     try service.book(Booking(fullHookup, for: camper, dates: dates))   // on the best free site
///     try service.lock("R-1")                                           // that is promised now
///
/// Until the guest is checked in, or the campsite is locked, such a stay may be moved within its
/// class to make room for others; `StayChange.moves` tells which were.
extension ReservationService {
  /// Promises a stay the campsite that it has: it is not moved any more. The price stays that of
  /// the class.
  ///
  /// - Throws: `CampgroundError.notByClass`, `.noSiteYet`, `.hasArrived`, `.isLocked`;
  ///   `.unknown`, `.stayIsOver`, `.holdExpired`.
  @discardableResult
  public func lock(_ code: String) throws -> StayChange { try change(code) { try $0.lock($1) } }

  /// Takes back that a stay was promised its campsite.
  ///
  /// - Throws: `CampgroundError.notLocked`, and as `lock(_:)`.
  @discardableResult
  public func unlock(_ code: String) throws -> StayChange { try change(code) { try $0.unlock($1) } }

  /// Puts a stay that may be moved on another campsite of its class, where need be with others
  /// moved to make room.
  ///
  /// - Parameter site: the campsite; by default the best one.
  /// - Throws: `CampgroundError.isLocked` and the like; `.sameSite`, `.unknown`, `.stayIsOver`,
  ///   `.holdExpired`, `.gone`.
  @discardableResult
  public func assign(_ code: String, to site: CampSite? = nil) throws -> StayChange {
    try change(code) { book, stay in
      try book.assign(stay, to: site.map { try book.context.current($0) })
    }
  }
}
