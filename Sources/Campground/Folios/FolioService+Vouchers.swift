import Foundation
import ObjectGraph

extension FolioService {
  // MARK: Issuing

  /// Issues a voucher by hand, sold or given away.
  ///
  /// - Parameters:
  ///   - camper: the owner; nil for anyone who has the code.
  ///   - lastDay: the last day on which it is accepted; nil for no expiry.
  /// - Throws: `CampgroundError.invalidValue` for an amount that is zero or less, too precise or
  ///   too large; `.refused` for a last day before today.
  public func issueVoucher(
    _ amount: Decimal, for camper: Camper? = nil, lastDay: CalendarDate? = nil,
    note: String? = nil
  ) throws -> Voucher {
    let note = try NameRule.line(note, of: "note")
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      let money = try Ledger.money(amount, campground.currency)
      return try issue(
        try Ledger.minorUnits(money), at: campground,
        for: try camper.map { try scratch.current($0) },
        lastDay: lastDay, note: note, in: scratch)
    }
  }

  /// Turns a guest's credit into a voucher in the guest's name.
  ///
  /// - Parameter amount: by default the whole credit.
  /// - Returns: The line, whose `voucher` is the new voucher.
  /// - Throws: `CampgroundError.refused` for more than the credit, for what a voucher paid, and for
  ///   a last day before today; and as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func credit(
    _ amount: Decimal? = nil, to reservation: Reservation, lastDay: CalendarDate? = nil,
    reason: String? = nil, on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    let reason = try NameRule.line(reason, of: "reason")
    return try write(about: reservation, on: day, for: "credit") { page in
      let units = try page.creditUnits(amount)
      try page.require(
        units, from: PaidMoney(of: page.folio, for: page.reservation, in: page.context),
        by: .voucher)
      return try keep(units, page, lastDay: lastDay, reason: reason)
    }
  }

  /// Writes a line that pays money out as a new voucher.
  func keep(
    _ units: Int64, _ page: LedgerPage, lastDay: CalendarDate? = nil, reason: String?
  ) throws -> FolioEntry {
    let campground =
      try page.folio.campground ?? refused(with: .gone("the campground of \(page.code)"))
    let voucher = try issue(
      units, at: campground, for: page.reservation?.camper, lastDay: lastDay,
      note: reason ?? "from \(page.code)", in: page.context)
    try page.countReturned(units)
    let line = page.write(
      .credit, "Kept as a voucher", units, method: .voucher, reference: voucher.code,
      reason: reason)
    line.voucher = voucher
    return line
  }

  // MARK: Redeeming

  /// Pays with a voucher.
  ///
  /// - Parameter amount: by default the balance due, up to the value left on the voucher.
  /// - Throws: `CampgroundError.unknown`; `.refused` for a voucher that has expired, belongs to
  ///   another guest, is used up or has too little left, and without an amount where nothing is
  ///   due; and as `pay(_:by:for:reference:on:)`.
  @discardableResult
  public func redeem(
    _ code: String, amount: Decimal? = nil, for reservation: Reservation,
    on day: CalendarDate? = nil
  ) throws -> FolioEntry {
    try write(about: reservation, on: day, for: "pay") { page in
      let campground =
        try page.folio.campground ?? refused(with: .gone("the campground of \(page.code)"))
      let voucher = try Self.voucher(code, at: campground, in: page.context)
      let units = try page.units(of: amount, paidWith: voucher)
      voucher.redeemedMinor = try Balance.sum([voucher.redeemedMinor, units], page.currency)
      let line = page.write(
        .payment, "Payment by voucher", -units, method: .voucher, reference: voucher.code)
      line.voucher = voucher
      return line
    }
  }

  // MARK: Finding

  /// The voucher with a code at the campground, regardless of case.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func voucher(_ code: String) throws -> Voucher {
    try Self.voucher(
      code, at: scope.campground(in: managedObjectContext), in: managedObjectContext)
  }

  /// The vouchers of the campground, by code.
  ///
  /// - Parameter isOpen: whether to list only vouchers with value left.
  public func vouchers(isOpen: Bool = false) throws -> [Voucher] {
    try managedObjectContext.fetch(
      Voucher.self,
      where: isOpen ? "campground == %@ AND redeemedMinor < amountMinor" : "campground == %@",
      scope.campground(in: managedObjectContext), by: ["code"])
  }

  private static func voucher(
    _ code: String, at campground: Campground?, in context: ManagedObjectContext
  ) throws -> Voucher {
    let found = try campground.flatMap { campground in
      try context.fetch(
        Voucher.self, where: "campground == %@ AND code ==[c] %@", campground,
        NameRule.optional(code) ?? ""
      ).first
    }
    guard let voucher = found else {
      throw CampgroundError.unknown(
        .named("voucher", code), "voucher \(code)", fix: .list(.vouchers))
    }
    return voucher
  }

  // MARK: Helpers

  private func issue(
    _ units: Int64, at campground: Campground, for camper: Camper?, lastDay: CalendarDate?,
    note: String?, in scratch: ManagedObjectContext
  ) throws -> Voucher {
    let today = scope.today(at: campground)
    if let lastDay, lastDay < today {
      throw CampgroundError(
        about: [.date(lastDay)], "the expiry date \(lastDay) is in the past; today is \(today)",
        fix: .advice("enter \(today) or a later date"))
    }
    let code = try scope.voucherCodes.code { code in
      try scratch.count(
        Voucher.self, where: "campground == %@ AND code == %@", campground, code) > 0
    }
    let voucher = Voucher(context: scratch)
    voucher.code = code
    voucher.amountMinor = units
    voucher.lastDay = lastDay
    voucher.note = note
    voucher.campground = campground
    voucher.camper = camper
    return voucher
  }
}

extension LedgerPage {
  /// The part of the bill's credit to settle, in minor units; by default all of it.
  ///
  /// - Throws: `CampgroundError.refused` for more than that, and as `minorUnits(_:)`.
  func creditUnits(_ amount: Decimal?) throws -> Int64 {
    let credit = try Ledger.balance(of: folio, in: context, at: now).credit
    let units = try amount.map { try minorUnits($0) } ?? credit.minorUnits()
    guard units > 0, try units <= credit.minorUnits() else {
      let name = folio.group?.name ?? code
      let asked = Money(minorUnits: units, currency)
      throw CampgroundError(
        about: [.amount(asked.amount), .stay(code)],
        credit.amount > 0
          ? "\(name) has a credit of \(credit), not \(asked)" : "\(name) has no credit",
        fix: .takeOffFirst)
    }
    return units
  }

  /// The amount that a voucher pays, in minor units.
  fileprivate func units(of amount: Decimal?, paidWith voucher: Voucher) throws -> Int64 {
    let about = [CampgroundError.Subject.named("voucher", voucher.code)]
    // Read from the store, because someone else may have used it.
    let voucher = try context.current(voucher)
    if let owner = voucher.camper, owner != reservation?.camper {
      throw CampgroundError(
        about: about + [.camper(owner.fullName)],
        "voucher \(voucher.code) belongs to \(owner.fullName)",
        fix: .advice("use it for a stay of \(owner.fullName)"))
    }
    // The business day may already be tomorrow's date; a voucher expires by the calendar.
    let today = CalendarDate(now, in: folio.campground?.timeZone ?? .gmt)
    if let last = voucher.lastDay, last < min(day, today) {
      throw CampgroundError(
        about: about, "voucher \(voucher.code) was valid through \(last)",
        fix: .advice("use another payment method"))
    }
    let left = try voucher.remaining.minorUnits()
    try refuse(
      unless: left > 0, about: about, "voucher \(voucher.code) is used up",
      fix: .advice("use another payment method"))
    guard let amount else {
      let due = try reservation.map {
        try Ledger.balance(of: $0, in: context, at: now).dueIfBooked.minorUnits()
      }
      guard let due, due > 0 else {
        throw CampgroundError(
          about: [.stay(code)], "\(code) has no balance due",
          fix: .advice("enter an amount to prepay"))
      }
      return min(due, left)
    }
    let units = try minorUnits(amount)
    guard units <= left else {
      let asked = Money(minorUnits: units, currency)
      throw CampgroundError(
        about: [.amount(asked.amount)] + about,
        "voucher \(voucher.code) has \(voucher.remaining) left, not \(asked)",
        fix: .advice("use another payment method for the rest"))
    }
    return units
  }

  /// Updates a voucher when one of its lines is reversed.
  ///
  /// - Parameter amount: the amount of the line with the opposite sign.
  func giveBack(_ amount: Int64, to voucher: Voucher, from line: FolioEntry) throws {
    let voucher = try context.current(voucher)
    guard line.kind == .credit else {
      // What a refund put back on the voucher may have been spent since.
      try refuse(
        unless: amount >= -voucher.remaining.minorUnits(),
        about: [.line(line), .named("voucher", voucher.code)],
        "\(line.lineWords) refunded voucher \(voucher.code), which has been spent since",
        fix: .advice("reverse the payments by the voucher first"))
      voucher.redeemedMinor = try Balance.sum(
        [voucher.redeemedMinor, try Balance.negated(amount, currency)], currency)
      return
    }
    try refuse(
      unless: voucher.redeemedMinor == 0, about: [.line(line), .named("voucher", voucher.code)],
      "\(line.lineWords) issued voucher \(voucher.code), which is partly redeemed",
      fix: .advice("reverse the payments by the voucher first"))
    // A voucher whose issue was reversed has no value left.
    voucher.redeemedMinor = voucher.amountMinor
  }
}
