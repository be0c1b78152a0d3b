import Foundation
import ObjectGraph

/// What becomes of the bill of a stay that ends or comes to nothing.
extension Ledger {
  /// Makes the bill of a stay what is kept of it.
  ///
  /// Posted lines that are not kept are taken back, kept ones that were not posted are posted, and
  /// what else was to come is dropped. What was charged beside the stay stays. What is kept of a tax
  /// that is taken back is written on the same day as that.
  ///
  /// - Parameter reason: why lines are taken back.
  /// - Throws: `CampgroundError.invalidAmount`.
  static func settle(
    _ reservation: Reservation, keeping lines: [QuoteLine], reason: String,
    in context: ManagedObjectContext, now: Date
  ) throws {
    guard let known = reservation.campground else { return }
    let charges = reservation.charges.filter { !$0.isDeleted && $0.isBinding }
      .sorted { ($0.day, $0.position) < ($1.day, $1.position) }
    guard !charges.isEmpty || !lines.isEmpty || reservation.totalMinor != nil else { return }
    let day = try current(known, in: context).businessDay(at: now)
    var wanted = lines
    var toPost: [StayCharge] = []
    var takenBack: Set<TaxOfDay> = []
    // Posted lines come first: they are kept rather than taken back and written again.
    for charge in charges.filter({ $0.entry != nil }) + charges.filter({ $0.entry == nil }) {
      if let index = wanted.firstIndex(of: QuoteLine(charge)) {
        wanted.remove(at: index)
        if charge.isWaived != true { toPost.append(charge) }
      } else if charge.isWaived == true {
        continue
      } else if let line = charge.entry {
        let page = LedgerPage(
          context: context, folio: try folio(of: reservation, in: context, now: now),
          reservation: charge.reservation, day: day, now: now)
        try page.reverse(line, reason: reason)
        if charge.kind == .tax { takenBack.insert(TaxOfDay(QuoteLine(charge))) }
      } else {
        context.delete(charge)
      }
    }
    for line in wanted {
      let charge = StayCharge(context: context)
      charge.reservation = reservation
      charge.take(line)
      charge.position = (charges.last?.position ?? 0) &+ 1
      toPost.append(charge)
      if line.kind == .tax, takenBack.contains(TaxOfDay(line)) {
        LedgerPage(
          context: context, folio: try folio(of: reservation, in: context, now: now),
          reservation: reservation, day: day, now: now
        ).post(charge)
      }
    }
    try post(toPost, on: day, in: context, now: now)
    try adjustAllowances(of: reservation, reason: reason, in: context, now: now)
    reservation.totalMinor = try Balance.sum(toPost.lazy.map(\.amountMinor), known.currency)
  }

  /// Settles the bill of a stay that is called off or not taken up, by the policy that was agreed.
  ///
  /// - Returns: what is kept.
  @discardableResult
  static func callOff(
    _ reservation: Reservation, isNoShow: Bool = false, in context: ManagedObjectContext, now: Date
  ) throws -> CancellationOutcome {
    let campground = reservation.campground
    let terms =
      reservation.cancellationPolicy.map { CancellationTerms($0) }
      ?? .withoutPolicy(campground?.currency ?? .usd)
    let outcome = try terms.outcome(
      canceledAt: now, bookedAt: reservation.bookedAt,
      noticeArrival: reservation.noticeDate.map { CalendarDate(midnightUTC: $0) }
        ?? reservation.arrival,
      in: campground?.timeZone ?? .gmt,
      lines: Agreement.lines(of: reservation), isNoShow: isNoShow)
    try settle(
      reservation, keeping: outcome.keptLines,
      reason: isNoShow ? "no-show" : "canceled", in: context, now: now)
    return outcome
  }
}

extension StayCharge {
  /// Whether it is part of what is agreed: what was posted and taken back is not any more.
  var isAgreed: Bool { entry?.reversedBy == nil }

  /// Whether changes of the stay go by it: it is agreed, or was waived.
  var isBinding: Bool { isAgreed || isWaived == true }

  /// Lets it cost nothing from now on, after its line was taken back at the desk.
  ///
  /// - Throws: `CampgroundError.invalidAmount` where the price of the stay gets too large by that.
  func waive() throws(CampgroundError) {
    isWaived = true
    guard let reservation, let total = reservation.totalMinor else { return }
    let currency = amount.currency
    reservation.totalMinor = try Balance.sum(
      [total, try Balance.negated(amountMinor, currency)], currency)
  }
}
