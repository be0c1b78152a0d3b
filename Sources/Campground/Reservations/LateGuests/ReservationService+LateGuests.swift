import Foundation

extension ReservationService {
  /// Guarantees a stay for a late arrival: the night audit does not make it a no-show on its first
  /// night, and the site is held according to `CampgroundSettings.guaranteedNoShowAfter`.
  ///
  /// A stay whose first night is paid is guaranteed anyway.
  ///
  /// - Parameter expected: when the guest is expected, if known; nil leaves an earlier value
  ///   unchanged.
  /// - Throws: `CampgroundError.unknown`; `.refused` for a stay that is not Reserved, and for a day
  ///   outside its nights.
  @discardableResult
  public func guarantee(_ code: String, expected: WallTime? = nil) throws -> StayChange {
    try change(code, for: "late") { book, reservation in
      try Self.requireReserved(reservation)
      if let expected {
        let dates = try reservation.checkedDates()
        try refuse(
          unless: dates.contains(night: expected.date),
          about: [.property("on"), .stay(reservation.code)],
          "\(reservation.code) is from \(dates.arrival) to \(dates.departure), without the night "
            + "of \(expected.date)", fix: .changeDatesFirst(reservation.code))
        reservation.expectedAt = expected.instant(
          in: reservation.campground?.timeZone ?? .current)
      }
      reservation.isGuaranteed = true
    }
  }

  /// Withdraws the desk's guarantee of a stay, along with the expected time of arrival.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for a stay that is not Reserved.
  @discardableResult
  public func withdrawGuarantee(_ code: String) throws -> StayChange {
    try change(code, for: "late") { book, reservation in
      try Self.requireReserved(reservation)
      reservation.isGuaranteed = false
      reservation.expectedAt = nil
    }
  }

  /// Whether a stay is guaranteed: the desk marked it, or its first night is paid.
  public func isGuaranteed(_ reservation: Reservation) throws -> Bool {
    try StayBook(scope, in: managedObjectContext).isGuaranteed(reservation)
  }

  /// Only a reserved guest who has not arrived can be late.
  private static func requireReserved(_ reservation: Reservation) throws(CampgroundError) {
    guard reservation.state != .reserved else { return }
    throw CampgroundError(
      about: [.stay(reservation.code)],
      "\(reservation.code) is \(reservation.standing); only a guest with a reservation who has not "
        + "arrived can be late",
      fix: reservation.state?.isToBeBooked == true
        ? .bring(reservation.code, from: reservation.status, to: [.reserved]) : nil)
  }
}
