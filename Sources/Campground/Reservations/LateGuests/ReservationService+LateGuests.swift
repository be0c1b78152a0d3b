import Foundation

extension ReservationService {
  /// Guarantees a stay whose guest comes late: the night audit does not make a no-show of it on its
  /// first night, and holds the site as `CampgroundSettings.guaranteedNoShowAfter` says.
  ///
  /// A stay whose first night is paid is guaranteed without it.
  ///
  /// - Parameter expected: when the guest comes, where it is known; nil leaves what was noted
  ///   before.
  /// - Throws: `CampgroundError.unknown`, `.illegalTransition` for a stay that is not
  ///   Reserved, `.expectedOutside` for a day of which the stay has no night.
  @discardableResult
  public func guarantee(_ code: String, expected: WallTime? = nil) throws -> StayChange {
    try change(code, for: "late") { book, reservation in
      try Self.requireReserved(reservation)
      if let expected {
        let dates = try reservation.checkedDates()
        guard dates.contains(night: expected.date) else {
          throw CampgroundError(
            .expectedOutside, about: [.property("on"), .stay(reservation.code)],
            "\(reservation.code) is from \(dates.arrival) to \(dates.departure), without the night "
              + "of \(expected.date)", fix: .changeDatesFirst(reservation.code))
        }
        reservation.expectedAt = expected.instant(
          in: reservation.campground?.timeZone ?? .current)
      }
      reservation.isGuaranteed = true
    }
  }

  /// Takes back that a stay is guaranteed by the desk, and when its guest is expected.
  ///
  /// - Throws: `CampgroundError.unknown`, `.illegalTransition` for a stay that is not
  ///   Reserved.
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

  /// Only who has a reservation and is not here yet can be late.
  private static func requireReserved(_ reservation: Reservation) throws(CampgroundError) {
    guard reservation.state != .reserved else { return }
    throw CampgroundError(
      .illegalTransition, about: [.stay(reservation.code)],
      "\(reservation.code) is \(reservation.standing); only a guest with a reservation who has not "
        + "arrived can be late",
      fix: [.hold, .requested, .draft].contains(reservation.state)
        ? .bring(reservation.code, from: reservation.status, to: [.reserved]) : nil)
  }
}
