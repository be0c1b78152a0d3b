import Foundation
import ObjectGraph

/// Late arrivals.
extension StayBook {
  /// Whether a stay is guaranteed: the desk marked it, or its first night is paid.
  func isGuaranteed(_ reservation: Reservation) throws -> Bool {
    if reservation.isGuaranteed { return true }
    guard reservation.folio != nil else { return false }
    let currency = reservation.campground?.currency ?? .usd
    let lines = try Ledger.lines(about: reservation, in: context)
    let moved = lines.lazy.filter(\.isPayment).map(\.amountMinor)
    let paid = try Balance.negated(Balance.sum(moved, currency), currency)
    // Charges posted by hand are due before lodging.
    let (bill, charges) = try billOfNights(of: reservation)
    let others = lines.lazy.filter { !$0.isPayment && $0.night == nil }.map(\.amountMinor)
    let charged = try Balance.sum(others + [charges], currency)
    // The price of the first night, with its fees and taxes.
    let first = try Balance.sum(
      bill.lines.lazy.filter { $0.day == reservation.arrival && $0.kind.isOfNight }
        .map(\.amountMinor), currency)
    return try paid > 0 && paid >= Balance.sum([max(0, charged), first], currency)
  }

  /// The night after which the night audit makes a reserved stay a no-show.
  func noShowNight(of reservation: Reservation) throws -> NoShowNight {
    let word =
      try isGuaranteed(reservation)
      ? reservation.campground?.guaranteedNoShowAfter : reservation.campground?.noShowAfter
    return word.flatMap(NoShowNight.init) ?? .first
  }

  /// Whether the guest of a reserved stay is late, so that each passing night is held and owed.
  func isHeldForLateGuest(_ reservation: Reservation) throws -> Bool {
    try reservation.state == .reserved && reservation.arrival < today(reservation)
      && noShowNight(of: reservation) == .last
  }

  /// Records that the nights of a late guest were held through a day, as far as they have passed.
  func noteHeldNights(of reservation: Reservation, through day: CalendarDate) {
    let end = min(day.advanced(by: 1), today(reservation), reservation.departure)
    let count = Int16(clamping: reservation.arrival.distance(to: end))
    if count > reservation.heldNights { reservation.heldNights = count }
  }

  /// Whether the night audit makes a reserved stay a no-show after a night.
  func isNoShow(_ reservation: Reservation, after night: CalendarDate) throws -> Bool {
    guard reservation.arrival <= night else { return false }
    return try reservation.departure <= night.advanced(by: 1)
      || noShowNight(of: reservation) == .first
  }
}

extension Bill.Line.Kind {
  /// Whether it is part of the price of a night.
  fileprivate var isOfNight: Bool {
    switch self {
    case .lodging, .longerStay, .discount, .fee, .tax: true
    case .sale, .meter, .kept, .changeFee, .allowance: false
    }
  }
}
