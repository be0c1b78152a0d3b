import ObjectGraph

/// Stays booked by class, and the campsites that they get.
///
///     try service.book(Booking(fullHookup, for: camper, dates: dates))   // on the best free site
///     try service.lock("R-1")                                           // now promised that site
///
/// Until the guest is checked in or the campsite is locked, such a stay may be moved within its
/// class to make room for others; `StayChange.moves` lists the moves.
extension ReservationService {
  /// Promises a stay its present campsite, so that it is no longer moved. The price stays that of
  /// the class.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for a stay that was not booked by class, has
  ///   no campsite yet, has arrived, has ended or is locked or held already, and for an expired
  ///   hold.
  @discardableResult
  public func lock(_ code: String) throws -> StayChange { try change(code) { try $0.lock($1) } }

  /// Withdraws the promise of a campsite, so that the stay floats again.
  ///
  /// - Throws: `CampgroundError.refused` for a stay that is not locked; otherwise as `lock(_:)`.
  @discardableResult
  public func unlock(_ code: String) throws -> StayChange { try change(code) { try $0.unlock($1) } }

  /// Moves a floating stay to another campsite of its class, if necessary with others moved to make
  /// room.
  ///
  /// - Parameter site: the campsite; by default the best one.
  /// - Throws: `CampgroundError.refused` for a stay that cannot be locked either, and for its
  ///   present campsite or one outside its class; `.noRoom`, `.unfit`; `.unknown`, `.gone`.
  @discardableResult
  public func assign(_ code: String, to site: CampSite? = nil) throws -> StayChange {
    try change(code) { book, stay in
      try book.assign(stay, to: site.map { try book.context.current($0) })
    }
  }
}
