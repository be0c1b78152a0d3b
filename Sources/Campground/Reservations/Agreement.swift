import Foundation
import ObjectGraph

/// Keeps the rows that say what was agreed for a stay.
enum Agreement {
  /// What was agreed, in order; of an imported stay its total in equal shares by night.
  static func lines(of reservation: Reservation) -> [QuoteLine] {
    reservation.importedTotal.map { nights(of: reservation, costing: $0) }
      ?? rows(of: reservation).map { QuoteLine($0) }
  }

  /// Makes rows of the total that an imported stay came with, so that its nights are posted as any.
  static func itemizeImported(_ reservation: Reservation, in context: ManagedObjectContext) {
    guard let total = reservation.importedTotal else { return }
    for (index, line) in nights(of: reservation, costing: total).enumerated() {
      let row = StayCharge(context: context)
      row.reservation = reservation
      row.take(line)
      row.position = Int32(clamping: index)
    }
  }

  private static func nights(
    of reservation: Reservation, costing total: Money
  ) -> [QuoteLine] {
    guard let dates = reservation.dates, let shares = try? total.split(into: dates.nightCount)
    else { return [] }
    return zip(dates.nights, shares).map { night, share in
      QuoteLine(
        day: night, kind: .lodging, text: "Night of the imported total",
        amountMinor: (try? share.minorUnits()) ?? 0, currency: total.currency,
        taxGroup: QuoteLine.lodgingGroup)
    }
  }

  /// Agrees what a stay costs from now on; nil for a stay without a price.
  ///
  /// What was posted to the folio stays as it is. Where the quote has another amount for a day than
  /// was posted, another line for that day makes up for it; what rounding alone makes of a tax is
  /// made up for by its last line to come. So the sum of the lines is the quote's.
  ///
  /// What is charged once and was posted is not charged on another day again. What was waived is
  /// not charged again for its day.
  ///
  /// - Throws: `CampgroundError.invalidAmount` where the sum is too large.
  static func write(
    _ quote: Quote?, to reservation: Reservation, in context: ManagedObjectContext
  ) throws {
    var rows = rows(of: reservation)
    let posted = rows.filter { $0.entry != nil }
    let waived = posted.filter { $0.isWaived == true }.map { QuoteLine($0) }
    var wanted = try toCome(
      quote?.lines ?? [], posted: posted.map { QuoteLine($0) },
      waived: Set(waived.map { SortOfDay(sort: Sort($0), day: $0.day) }))
    for row in rows where row.entry == nil {
      let line = QuoteLine(row)
      if let index = wanted.firstIndex(of: line) {
        wanted.remove(at: index)
      } else {
        context.delete(row)
        rows.removeAll { $0 === row }
      }
    }
    for line in wanted {
      let row = StayCharge(context: context)
      row.reservation = reservation
      row.take(line)
      rows.append(row)
    }
    try put(rows, inOrderFor: reservation)
  }

  /// Agrees on lines again beside those that stand, as they were before.
  ///
  /// - Returns: their rows, in the order of the lines.
  /// - Throws: `CampgroundError.invalidAmount` where the sum is too large.
  static func restore(
    _ lines: [QuoteLine], of reservation: Reservation, in context: ManagedObjectContext
  ) throws(CampgroundError) -> [StayCharge] {
    let standing = rows(of: reservation)
    let restored = lines.map { line in
      let row = StayCharge(context: context)
      row.reservation = reservation
      row.take(line)
      return row
    }
    try put(standing + restored, inOrderFor: reservation)
    return restored
  }

  /// Numbers the lines of a stay, and notes what they come to.
  private static func put(
    _ rows: [StayCharge], inOrderFor reservation: Reservation
  ) throws(CampgroundError) {
    let own = rows.sorted { order($0) < order($1) }
    for (index, row) in own.enumerated() where row.position != Int32(clamping: index) {
      row.position = Int32(clamping: index)
    }
    reservation.totalMinor = own.isEmpty ? nil : try sum(own, in: reservation.campground)
  }

  private static func rows(of reservation: Reservation) -> [StayCharge] {
    reservation.charges.filter { !$0.isDeleted && $0.isBinding }
      .sorted { $0.position < $1.position }
  }

  /// By day; within a day nights, discounts, fees, what else there is, taxes; what is posted first.
  private static func order(_ row: StayCharge) -> (Date, Int, String, Int) {
    let kinds: [ChargeKind] = [.lodging, .discount, .fee, .meter, .sale, .penalty]
    return (
      row.day, kinds.firstIndex(of: row.kind) ?? kinds.count, row.ruleName ?? row.text,
      row.entry == nil ? 1 : 0
    )
  }

  private static func sum(
    _ rows: [StayCharge], in campground: Campground?
  ) throws(CampgroundError) -> Int64 {
    let currency = campground?.currency ?? .usd
    let lines = rows.map { QuoteLine($0) }
    return try Quote(lines: lines, currency: currency).totalMinor
  }

  // MARK: Beside what was posted

  /// What sort of charge a line is; lines of one sort make up for each other.
  private struct Sort: Hashable {
    let kind: ChargeKind
    let taxGroup: String?
    let manner: ChargeSource.Manner?
    /// The words without a count; nights have different words by their rates, and
    /// are one sort all the same.
    let text: String?

    init(_ line: QuoteLine) {
      kind = line.kind
      taxGroup = line.taxGroup
      manner = line.source?.manner
      text = line.kind == .lodging ? nil : line.source?.name ?? line.text
    }
  }

  private struct SortOfDay: Hashable {
    let sort: Sort
    let day: CalendarDate
  }

  /// The lines of a quote that are still to come after what was posted.
  private static func toCome(
    _ quoted: [QuoteLine], posted: [QuoteLine], waived: Set<SortOfDay>
  ) throws -> [QuoteLine] {
    guard !posted.isEmpty else { return quoted }
    var lines = quoted
    for (sort, posted) in Dictionary(grouping: posted, by: Sort.init) {
      let waived = Set(waived.lazy.filter { $0.sort == sort }.map(\.day))
      if sort.kind == .tax {
        try makeUp(for: posted, of: sort, waived: waived, in: &lines)
      } else {
        try correctDays(of: sort, posted: posted, waived: waived, in: &lines)
      }
    }
    return lines
  }

  /// Puts what a posted day costs more or less than it did into a line of the same day: the price
  /// of each night is kept by later changes, so that it must not be mixed with that of another.
  private static func correctDays(
    of sort: Sort, posted: [QuoteLine], waived: Set<CalendarDate>, in lines: inout [QuoteLine]
  ) throws {
    let days = Dictionary(grouping: posted, by: \.day).sorted { $0.key < $1.key }
    var open = lines.filter { Sort($0) == sort }
    lines.removeAll { Sort($0) == sort }
    for (day, posted) in days {
      let wanted = open.filter { $0.day == day }
      open.removeAll { $0.day == day }
      let missing = try total(wanted) - total(posted)
      guard missing != 0, !waived.contains(day), var line = wanted.last ?? posted.last else {
        continue
      }
      if sort.manner == .once, let again = open.firstIndex(where: { $0.amountMinor == -missing }) {
        open.remove(at: again)
        continue
      }
      line.amountMinor = missing
      line.text = sort.text ?? line.text
      lines.append(line)
    }
    lines += open
  }

  /// Puts what a posted day has more or less of a tax than was posted into a line of the same day,
  /// so that its share stays with what it is for. What rounding alone makes, a minor unit, what is
  /// missing of a day of which it was waived, and what belongs to no day's charges is made up for by
  /// the last line to come.
  private static func makeUp(
    for posted: [QuoteLine], of sort: Sort, waived: Set<CalendarDate>, in lines: inout [QuoteLine]
  ) throws {
    let days = Dictionary(grouping: posted, by: \.day).sorted { $0.key < $1.key }
    let ofDays = Set(days.map(\.key))
    let quoted = lines.filter { Sort($0) == sort && ofDays.contains($0.day) }
    lines.removeAll { Sort($0) == sort && ofDays.contains($0.day) }
    let last = lines.lastIndex { Sort($0) == sort }
    var rest = Int64(0)
    for (day, posted) in days {
      let wanted = waived.contains(day) ? [] : quoted.filter { $0.day == day }
      let missing = try total(wanted) - total(posted)
      let isShare =
        sort.manner == .nightly || (sort.manner == .percentage && missing.magnitude > 1)
      if isShare, missing != 0, !waived.contains(day), var line = wanted.last ?? posted.last {
        line.amountMinor = missing
        line.text = sort.text ?? line.text
        lines.append(line)
      } else {
        rest += missing
      }
    }
    guard rest != 0 else { return }
    if let last {
      lines[last].amountMinor += rest
      if lines[last].amountMinor == 0 { lines.remove(at: last) }
    } else if var line = (quoted + posted).max(by: { $0.day < $1.day }) {
      line.amountMinor = rest
      line.text = sort.text ?? line.text
      lines.append(line)
    }
  }

  private static func total(_ lines: [QuoteLine]) throws(CampgroundError) -> Int64 {
    guard let currency = lines.first?.currency else { return 0 }
    return try Quote(lines: lines, currency: currency).totalMinor
  }
}

extension StayCharge {
  /// Takes the values of a line.
  func take(_ line: QuoteLine) {
    day = line.day.midnightUTC
    kind = line.kind
    text = line.text
    amountMinor = line.amountMinor
    taxGroup = line.taxGroup
    isRefundable = line.isRefundable
    periodKind = line.period?.kind.rawValue
    periodStart = line.period?.start.midnightUTC
    ruleName = line.source?.name
    ruleManner = line.source?.manner.rawValue
  }
}

extension Reservation {
  /// The total that the stay was imported with; nil where its price was agreed here, line by line.
  public var importedTotal: Money? {
    guard let totalMinor, totalMinor != 0, charges.isEmpty else { return nil }
    return Money(minorUnits: totalMinor, campground?.currency ?? .usd)
  }
}
