import ObjectGraph

/// Undoing what a command did to the ledger and to objects other than stays.
extension Undoing {
  // MARK: Other objects

  /// What an event changed about an object other than a stay; nil where that is not known.
  func edit(of event: Event) -> EditedObject? {
    guard event.kind == .changed, event.reservation == nil, !isOfSale(event) else { return nil }
    return edits.first { edit in
      edit.noun == event.noun && edit.name == event.name && !event.changes.isEmpty
        && event.changes.allSatisfy { edit.covers($0.property) }
    }
  }

  /// Whether an event only takes what was sold out of stock, where reversing the sale returns it.
  func isOfSale(_ event: Event) -> Bool {
    event.noun == Item.noun && event.changes.allSatisfy { $0.property == "stock" }
      && lines.contains { $0.sale?.item?.name == event.name }
  }

  // MARK: Money

  /// Whether a line follows from another one that is reversed, as the tax of an allowance does.
  ///
  /// - Throws: `UndoRefusal` for posted nights, because the bill leaves a reversed night out for good.
  func follows(_ line: FolioEntry) throws -> Bool {
    guard !line.isByHand else { return false }
    guard lines.contains(where: { $0.isByHand && $0.reservation === line.reservation }) else {
      let code = line.reservation?.code ?? ""
      throw refused(
        "it posted nights, and a night that is reversed is never charged again",
        "\"folio \(code)\" shows the lines of \(code), and \"reverse\" waives single nights")
    }
    return true
  }

  func undo(_ line: FolioEntry) throws -> String {
    let start = "line \(line.lineNumber ?? 0), \(line.text)"
    if let sale = line.sale {
      _ = try services.sales.reverse(sale, reason: Self.reason)
      return "sale \(sale.code) is reversed"
    }
    if let former = lines.first(where: { $0.kind == .reversal && $0.posting === line.posting }),
      line.kind == .payment, let stay = former.reservation
    {
      _ = try services.folios.movePayment(line, to: stay, reason: Self.reason)
      return "the payment is on \(stay.code) again"
    }
    _ = try services.folios.reverse(line, reason: Self.reason)
    let amount = Money(line.amount.amount.magnitude, line.amount.currency)
    return "\(start), \(amount)\(line.reservation.map { " of \($0.code)" } ?? ""), is reversed"
  }

  // MARK: Added objects

  func delete(_ object: ManagedObject) throws -> String {
    let phrase = ObjectLabel.phrase(for: object)
    switch object {
    case let camper as Camper: try services.campers.delete(camper)
    case let site as CampSite: try services.campSites.delete(site)
    case let siteClass as SiteClass: try services.siteClasses.delete(siteClass)
    case let block as SiteBlock: try services.siteBlocks.delete(block)
    case let group as ReservationGroup: try services.reservations.dissolve(group)
    case let rule as CampgroundRule: try services.rates.delete(rule)
    case let voucher as Voucher: try services.folios.withdraw(voucher)
    case let reading as MeterReading:
      let words = "reading \(reading.value) of \(phrase)"
      try services.folios.withdraw(reading)
      return "\(words) is deleted"
    case let entry as WaitlistEntry:
      try services.waitlist.withdraw(entry.code)
      return "\(entry.code) is off the waitlist"
    default: throw refused("undo does not delete \(phrase)", "it can stay, and be edited")
    }
    return "\(phrase) is deleted"
  }
}
