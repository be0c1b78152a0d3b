import ObjectGraph

/// The account of a guest over a period.
extension FolioService {
  /// The statement of the bills that a guest pays: the balance brought forward, what was charged and
  /// paid in a period, by business day, and the balance at its end.
  ///
  /// It has what is in the ledger. What is agreed and not yet charged is on the invoice of each stay.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums that cannot be shown.
  public func statement(of guest: Camper, over period: ClosedRange<CalendarDate>) throws -> Paper {
    let campground = try scope.campground(in: managedObjectContext)
    let currency = campground?.currency ?? .usd
    let all = try managedObjectContext.fetch(
      FolioEntry.self,
      where: "folio.payer == %@ AND folio.campground == %@ AND day <= %@", guest, campground,
      period.upperBound.midnightUTC, prefetching: ["reservation", "posting"]
    ).sorted { $0.comesBefore($1) }
    let before = all.filter { $0.date < period.lowerBound }
    let within = all.filter { $0.date >= period.lowerBound }
    let charges = within.filter { !$0.isPayment }.withoutCorrections
    let sections = try Dictionary(grouping: charges) { $0.reservation?.objectID }.values
      .sorted { ($0[0].reservation?.number ?? 0) < ($1[0].reservation?.number ?? 0) }
      .map { lines in
        let stay = lines[0].reservation
        return try Self.section(
          "Charged", of: lines, about: stay.map { about($0) } ?? ["Other charges"],
          total: stay.map { "Total for \($0.code)" } ?? "Total", currency)
      }
    let paid = try Self.paid(within, ofGroup: true, currency)
    func sum(_ lines: [FolioEntry]) throws -> Money {
      Money(minorUnits: try Balance.sum(lines.lazy.map(\.amountMinor), currency), currency)
    }
    let (opening, closing) = (try sum(before), try sum(all))
    let charged = try sum(within.filter { !$0.isPayment })
    return Paper(
      at: campground, title: "Statement \(guest.fullName)",
      facts: [
        .init("Guest", values: guest.addressLines),
        .init("Period", "\(period.lowerBound) to \(period.upperBound)"),
      ],
      sections: sections + (paid.lines.isEmpty ? [] : [paid]),
      closing: [
        .init(nil, "Balance brought forward", opening), .init(nil, "Charged", charged),
        .init(nil, "Paid", paid.sums[0].amount),
        closing.amount < 0
          ? .init(nil, "Credit on \(period.upperBound)", -closing)
          : .init(nil, "Balance on \(period.upperBound)", closing),
      ])
  }
}
