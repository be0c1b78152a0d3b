import Foundation
import ObjectGraph

/// Charges and balances of whole groups.
extension FolioService {
  /// The balance of a group's bill, for all its stays together.
  public func balance(of group: ReservationGroup) throws -> Balance {
    try balance(of: group.bill)
  }

  /// The share of an amount for each booked stay of a group: equal shares, of which the first ones
  /// get any minor units left over.
  ///
  /// - Throws: `CampgroundError.refused` for a group without a booked stay; `.invalidValue` for an
  ///   amount that is zero or less, too precise or too large.
  public func shares(of amount: Decimal, in group: ReservationGroup) throws -> [GroupShare] {
    let stays = group.bookedSharers
    let first = try stays.first ?? refused(with: .nobodyToShare(group.name))
    let currency = first.campground?.currency ?? .usd
    let units = try Ledger.minorUnits(try Ledger.money(amount, currency))
    return try Self.shares(of: units, among: stays, currency)
  }

  /// Charges an amount to a group, split into equal shares for its booked stays that add up
  /// exactly. Stays that are not booked, `ReservationGroup.sharersNotBooked`, are left out. Each
  /// share has its own taxes.
  ///
  /// - Parameter taxGroup: the tax group; nil for none.
  /// - Returns: The lines, in the order of `ReservationGroup.stays`.
  /// - Throws: as `shares(of:in:)`, and as `charge(_:for:to:taxGroup:on:)`.
  @discardableResult
  public func charge(
    _ amount: Decimal, for item: String, toGroup known: ReservationGroup,
    taxGroup: String? = nil, on day: CalendarDate? = nil
  ) throws -> [GroupShare] {
    let item = try NameRule.checked(item, of: "charge")
    return try scope.change { scratch in
      let pen = scope.pen("charge", in: scratch)
      let group = try scratch.current(known)
      let stays = group.bookedSharers
      let first = try stays.first ?? refused(with: .nobodyToShare(group.name))
      let units = try LedgerPage(for: first, on: day, by: pen).minorUnits(amount)
      let taxGroup = try TaxGroup.checked(taxGroup, at: group.campground, in: scratch)
      let currency = group.campground?.currency ?? .usd
      let shares = try Self.shares(of: units, among: stays, currency)
      for (stay, share) in zip(stays, shares) where share.amount.amount != 0 {
        let page = try LedgerPage(for: stay, on: day, by: pen)
        _ = try page.charge(
          .init(on: page.day, share.amount.minorUnits(), item, taxGroup: taxGroup), in: scope)
      }
      return shares
    }
  }

  /// Takes a payment for a group. It covers what the stays owe, canceled ones included, by due
  /// date, and on the same date in the order of `ReservationGroup.stays`: all deposits before any
  /// balance. Anything beyond the total due becomes a credit of the first booked stay, or of the
  /// first stay if none is booked.
  ///
  /// - Returns: The lines of the stays that received a part.
  /// - Throws: `CampgroundError.refused` for a group without a booked stay, and as
  ///   `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func pay(
    _ amount: Decimal, by method: PaymentMethod, forGroup known: ReservationGroup,
    reference: String? = nil, on day: CalendarDate? = nil
  ) throws -> [GroupShare] {
    try refuse(unless: method != .voucher, with: .voucherNeedsCode)
    let reference = try NameRule.line(reference, of: "reference")
    return try scope.change { scratch in
      let pen = scope.pen("pay", in: scratch)
      let group = try scratch.current(known)
      let stays = group.stays
      let pages = try stays.map {
        try LedgerPage(for: $0, on: day, by: pen)
      }
      let first = try pages.first ?? refused(with: .nobodyToShare(group.name))
      let parts = try FolioService(scope.working(in: scratch)).parts(
        of: try first.minorUnits(amount), among: stays)
      return zip(zip(stays, pages), parts).compactMap { place, part in
        guard part != 0 else { return nil }
        place.1.write(
          .payment, "Payment by \(method.rawValue)", -part, method: method, reference: reference)
        return GroupShare(
          code: place.0.code, site: place.0.siteWords,
          amount: Money(minorUnits: part, first.currency))
      }
    }
  }

  /// The parts of a payment for each of some stays, in minor units.
  private func parts(of amount: Int64, among stays: [Reservation]) throws -> [Int64] {
    var left = amount
    var parts = stays.map { _ in Int64(0) }
    var owed = try stays.map { max(0, try balance(of: $0).due.minorUnits()) }
    func take(_ most: Int64, for place: Int) {
      let part = min(most, owed[place], left)
      parts[place] += part
      owed[place] -= part
      left -= part
    }
    let payments = try stays.enumerated().flatMap { place, stay in
      try duePayments(for: stay).map { (place: place, day: $0.day, open: $0.open) }
    }
    for payment in payments.sorted(by: { ($0.day, $0.place) < ($1.day, $1.place) }) {
      take(try payment.open.minorUnits(), for: payment.place)
    }
    for place in stays.indices { take(.max, for: place) }
    parts[stays.firstIndex(where: \.isBooked) ?? 0] += left
    return parts
  }

  private static func shares(
    of units: Int64, among stays: [Reservation], _ currency: Currency
  ) throws(CampgroundError) -> [GroupShare] {
    let amounts = try rethrowing(
      Money(minorUnits: units, currency).split(into: stays.count),
      as: CampgroundError.invalidAmount)
    return zip(stays, amounts).map { GroupShare(code: $0.code, site: $0.siteWords, amount: $1) }
  }
}
