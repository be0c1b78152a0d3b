import Foundation

extension CancellationTerms {
  /// What becomes of the bill when a stay is called off.
  ///
  /// Kept nights stay on the bill with their discounts and their taxes. A percentage of the nights
  /// becomes a line of its own, without tax; what is given back of them is rounded half-up. What is
  /// not refundable is kept with its taxes. A tax of a day stays in the proportion in which what it
  /// is for on that day stays, in as few other lines as can be. Within the minutes of grace after booking nothing is kept at all; an instant
  /// before the booking, as a clock that was set back tells, is not within them.
  ///
  /// - Parameters:
  ///   - bookedAt: nil where it is not known; there is no grace then.
  ///   - noticeArrival: the arrival from which notice counts, which moving
  ///     the stay does not put off.
  ///   - lines: what was agreed.
  ///   - isNoShow: whether the guest did not come, which counts as 0 days of notice.
  /// - Throws: `CampgroundError.invalidAmount` when amounts are too large.
  public func outcome(
    canceledAt: Date, bookedAt: Date?, noticeArrival: CalendarDate, in zone: TimeZone,
    lines: [QuoteLine], isNoShow: Bool = false
  ) throws(CampgroundError) -> CancellationOutcome {
    let today = CalendarDate(canceledAt, in: zone)
    let notice = isNoShow ? 0 : noticeDays(at: canceledAt, before: noticeArrival, in: zone)
    do {
      if !isNoShow, isWithinGrace(canceledAt, bookedAt: bookedAt) {
        return try CancellationOutcome(
          keptLines: [], currency: currency, noticeDays: notice, isWithinGrace: true)
      }
      return try outcome(
        of: lines, notice: notice, on: today, staysBefore: nil,
        feeText: isNoShow ? "No-show fee" : "Cancellation fee")
    } catch {
      throw error.reported(in: currency)
    }
  }

  /// What becomes of the bill when guests leave before the departure date.
  ///
  /// What belongs to days before that day stays as it is; the nights from that day on are called
  /// off with 0 days of notice.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when amounts are too large.
  public func outcome(
    leavingOn day: CalendarDate, lines: [QuoteLine]
  ) throws(CampgroundError) -> CancellationOutcome {
    do {
      return try outcome(
        of: lines, notice: 0, on: day, staysBefore: day, feeText: "Early departure fee")
    } catch {
      throw error.reported(in: currency)
    }
  }

  private func isWithinGrace(_ instant: Date, bookedAt: Date?) -> Bool {
    guard let bookedAt, graceMinutes > 0 else { return false }
    let elapsed = instant.timeIntervalSince(bookedAt)
    return elapsed >= 0 && elapsed <= Double(graceMinutes) * 60
  }

  private func outcome(
    of lines: [QuoteLine], notice: Int, on today: CalendarDate, staysBefore end: CalendarDate?,
    feeText: String
  ) throws(MinorUnits.Overflow) -> CancellationOutcome {
    let step = step(for: notice)
    let open = lines.filter { line in line.isPriceOfNight && end.map { line.day >= $0 } ?? true }
    let nights = Set(open.lazy.filter { $0.kind == .lodging }.map(\.day)).sorted()
    let keptNights = Set(nights.prefix(Self.count(of: step?.keeps, among: nights.count)))
    func isKept(_ line: QuoteLine) -> Bool {
      if let end, line.day < end { return true }
      return !line.isRefundable || (line.isPriceOfNight && keptNights.contains(line.day))
    }
    var kept: [QuoteLine] = []
    var taxes: Set<TaxOfDay> = []
    for line in lines {
      guard line.kind == .tax, end.map({ line.day >= $0 }) ?? true else {
        if isKept(line) { kept.append(line) }
        continue
      }
      let tax = TaxOfDay(line)
      guard taxes.insert(tax).inserted else { continue }
      kept += try Self.kept(lines.filter(tax.has), of: lines, where: isKept)
    }
    let released = open.filter { !isKept($0) }
    if case .percent(let percent) = step?.keeps, let part = try part(percent, of: released) {
      let count = Set(released.lazy.filter { $0.kind == .lodging }.map(\.day)).count
      kept.append(
        penalty(part, on: today, "\(percent)% of \(count) \(count == 1 ? "night" : "nights")"))
    }
    if let fee = step?.feeMinor, fee != 0 { kept.append(penalty(fee, on: today, feeText)) }
    return try CancellationOutcome(
      keptLines: kept, currency: currency, noticeDays: notice, step: step)
  }

  /// How many of the first nights stay on the bill as they are.
  private static func count(of keeps: Kept?, among nights: Int) -> Int {
    switch keeps {
    case .nights(let count): max(0, count)
    case .percent(100): nights
    case .percent, .nothing, nil: 0
    }
  }

  /// A percentage of what is called off; nil when that is nothing.
  private func part(
    _ percent: Decimal, of released: [QuoteLine]
  ) throws(MinorUnits.Overflow) -> Int64? {
    let price = try MinorUnits.sum(of: released.lazy.map(\.amountMinor))
    let refund = try Percentage(percent).remainder(of: price)
    return price == refund ? nil : price - refund
  }

  private func penalty(
    _ amountMinor: Int64, on day: CalendarDate, _ text: String
  ) -> QuoteLine {
    QuoteLine(
      day: day, kind: .penalty, text: text, amountMinor: amountMinor, currency: currency,
      isRefundable: false)
  }

  /// What stays of a day's lines of a tax, as what they are for stays.
  private static func kept(
    _ taxes: [QuoteLine], of lines: [QuoteLine], where isKept: (QuoteLine) -> Bool
  ) throws(MinorUnits.Overflow) -> [QuoteLine] {
    let taxed = lines.filter { line in
      line.kind != .tax && line.day == taxes.first?.day && line.taxGroup == taxes.first?.taxGroup
    }
    let keptLines = taxed.filter(isKept)
    guard keptLines.count < taxed.count else { return taxed.isEmpty ? [] : taxes }
    let whole = try MinorUnits.sum(of: taxed.lazy.map(\.amountMinor))
    let part = try MinorUnits.sum(of: keptLines.lazy.map(\.amountMinor))
    return try TaxOfDay.shares(of: taxes, for: part, of: whole)
  }
}
