import ObjectGraph

/// Check-in and check-out of a whole group.
extension ReservationService {
  /// Checks in all reserved stays of a group, all of them or none. Guests already in house are left
  /// unchanged.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` where there is nobody to check in, and as
  ///   `checkIn(_:early:overridingRules:)`.
  @discardableResult
  public func checkInGroup(
    _ name: String, early isEarly: Bool = false, overridingRules: Bool = false
  ) throws -> [StayChange] {
    try changeStays(
      ofGroup: name, { $0.filter { $0.state == .reserved } },
      orElse: "has nobody to check in", overridingRules: overridingRules,
      { try $0.checkIn($1, early: isEarly) })
  }

  /// Checks out all guests of a group who are in house, all of them or none.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` where there is nobody to check out, and as
  ///   `checkOut(_:leavingUnpriced:)`.
  @discardableResult
  public func checkOutGroup(
    _ name: String, leavingUnpriced: Bool = false
  ) throws -> [StayChange] {
    try changeStays(
      ofGroup: name, { $0.filter { $0.state == .checkedIn } },
      orElse: "has nobody to check out",
      { try $0.checkOut($1, leavingUnpriced: leavingUnpriced) })
  }

  /// Changes some of the stays of a group, all of them or none.
  ///
  /// - Parameters:
  ///   - chosen: chooses among the stays of the group.
  ///   - words: what is wrong with the group where it chooses none.
  func changeStays(
    ofGroup name: String, _ chosen: ([Reservation]) -> [Reservation],
    orElse words: String, overridingRules: Bool = false,
    _ body: (StayBook, Reservation) throws -> Void
  ) throws -> [StayChange] {
    let known = try group(name)
    return try changeAll(overridingRules: overridingRules) { book in
      let stays = chosen(try book.context.current(known).stays)
      try refuse(
        unless: !stays.isEmpty, about: [.named("group", known.name)],
        "group \"\(known.name)\" \(words)", fix: .showGroup)
      return try stays.map { stay in try book.changing(stay) { try body(book, $0) } }
    }
  }
}
