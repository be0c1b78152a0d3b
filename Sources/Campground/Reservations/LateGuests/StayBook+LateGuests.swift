import Foundation
import ObjectGraph

/// Guests who are late.
extension StayBook {
  /// Whether a stay is guaranteed: the desk marked it, or its first night is paid.
  func isGuaranteed(_ reservation: Reservation) throws -> Bool {
    if reservation.isGuaranteed { return true }
    guard reservation.folio != nil else { return false }
    let currency = reservation.campground?.currency ?? .usd
    let moved = try Ledger.lines(about: reservation, in: context).lazy.filter(\.isPayment)
      .map(\.amountMinor)
    let paid = try Balance.negated(Balance.sum(moved, currency), currency)
    return try paid > 0 && paid >= priceOfFirstNight(reservation)
  }

  /// What the first night of a stay costs, with its fees and taxes, in minor units.
  private func priceOfFirstNight(_ reservation: Reservation) throws -> Int64 {
    let lines = try bill(of: reservation)?.lines ?? []
    return try Balance.sum(
      lines.lazy.filter { $0.day == reservation.arrival && $0.kind.isOfNight }
        .map(\.amountMinor), reservation.campground?.currency ?? .usd)
  }

  /// The night after which the night audit makes a no-show of a reserved stay.
  func noShowNight(of reservation: Reservation) throws -> NoShowNight {
    let word =
      try isGuaranteed(reservation)
      ? reservation.campground?.guaranteedNoShowAfter : reservation.campground?.noShowAfter
    return word.flatMap(NoShowNight.init) ?? .first
  }

  /// Whether the guest of a reserved stay is late, and each night that passes is held and owed.
  func isHeldForLateGuest(_ reservation: Reservation) throws -> Bool {
    try reservation.state == .reserved && reservation.arrival < today(reservation)
      && noShowNight(of: reservation) == .last
  }

  /// Whether the night audit makes a no-show of a reserved stay after a night.
  func isNoShow(_ reservation: Reservation, after night: CalendarDate) throws -> Bool {
    guard reservation.arrival <= night else { return false }
    return try reservation.departure <= night.advanced(by: 1)
      || noShowNight(of: reservation) == .first
  }
}

extension Bill.Line.Kind {
  /// Whether it is part of what a night costs.
  fileprivate var isOfNight: Bool {
    switch self {
    case .lodging, .longerStay, .discount, .fee, .tax: true
    case .kept, .changeFee, .allowance: false
    }
  }
}
