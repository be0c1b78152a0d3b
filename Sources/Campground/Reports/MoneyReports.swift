import ObjectGraph

/// The total of one tax.
public struct TaxTotal: Hashable, Sendable {
  /// The tax's name.
  public let name: String
  /// The number of lines.
  public internal(set) var lineCount = 0
  /// The amount posted, less reversals.
  public internal(set) var amount: Money
  /// The amount that it was charged on; nil for a tax that is an amount itself, and for one that was
  /// deleted.
  public internal(set) var taxable: Money?
  /// The amounts in its group that it was not charged on, with the reasons, the largest first.
  public internal(set) var exempt: [TaxExemption] = []
}

/// An amount that a tax was not charged on.
public struct TaxExemption: Hashable, Sendable {
  /// Why: the length of the stay, money kept for unused nights, or the reason of a waiver.
  public let reason: String
  /// The amount.
  public let amount: Money
}

/// The sales of an employee of a department.
public struct EmployeeSales: Hashable, Sendable {
  /// The employee's department at the time; nil for none.
  public let department: String?
  /// The employee; nil where nobody was named.
  public let employee: String?
  /// The total of the sales.
  public let total: SaleTotal
}

extension ReportService {
  /// The taxes posted on the business days of a period, by name: on stays, charges and sales, with
  /// the amounts that they were charged on and those that they were not.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  public func taxes(_ period: ReportPeriod) throws -> [TaxTotal] {
    try taxes(period, [("", period)]).first?.taxes ?? []
  }

  /// The taxes of each month of a period; see `taxes(_:)`.
  public func taxesByMonth(
    _ period: ReportPeriod
  ) throws -> [(name: String, taxes: [TaxTotal])] {
    try taxes(period, period.months)
  }

  /// The taxes of consecutive parts of a period.
  private func taxes(
    _ period: ReportPeriod, _ parts: [(name: String, period: ReportPeriod)]
  ) throws -> [(name: String, taxes: [TaxTotal])] {
    guard let campground = try campground() else { return parts.map { ($0.name, []) } }
    let currency = campground.currency
    var totals = parts.map { _ in [String: TaxTotal]() }
    for row in try taxDays(period, at: campground) {
      guard let day = row.date("day"),
        let part = parts.firstIndex(where: { $0.period.days.contains(day) })
      else { continue }
      let name = row.text("name") ?? ""
      var total = totals[part][name] ?? TaxTotal(name: name, amount: Money(0, currency))
      total.lineCount += row.count
      total.amount = Money(
        minorUnits: try Balance.sum(
          [total.amount.minorUnits(), row.sum("amountMinor")], currency), currency)
      totals[part][name] = total
    }
    let bases = try taxBases(period, parts.map(\.period), at: campground)
    for (part, bases) in bases.enumerated() {
      for (name, base) in bases {
        let exempt = base.exempt.filter { $0.value != 0 }
        guard totals[part][name] != nil || base.taxable != 0 || !exempt.isEmpty else { continue }
        var total = totals[part][name] ?? TaxTotal(name: name, amount: Money(0, currency))
        total.taxable = Money(minorUnits: base.taxable, currency)
        total.exempt = exempt.map {
          TaxExemption(reason: $0.key, amount: Money(minorUnits: $0.value, currency))
        }.sorted { ($1.amount.amount, $0.reason) < ($0.amount.amount, $1.reason) }
        totals[part][name] = total
      }
    }
    return zip(parts, totals).map { part, totals in
      (part.name, totals.values.sorted { $0.name < $1.name })
    }
  }

  /// The sums of each tax by business day, and those of its reversals. Each is asked for by its kind,
  /// so that the index of kinds leads to the days.
  private func taxDays(_ period: ReportPeriod, at campground: Campground) throws -> [StoredRow] {
    try ["kind == 'tax'", "kind == 'reversal' AND reverses.kind == 'tax'"].flatMap { kind in
      try groups(
        of: "FolioEntry", by: ["day", "name"], adding: ["amountMinor"],
        where: here(
          kind + " AND day BETWEEN {%@, %@}",
          [period.first.midnightUTC, period.last.midnightUTC], at: campground))
    }
  }

  /// The bills with a balance due or a credit, of stays with a night in the period: the highest
  /// balance first, credits last.
  public func balances(_ period: ReportPeriod) throws -> [OpenBill] {
    try FolioService(beside: self).openBills().filter { bill in
      bill.stays.contains { period.nightCount(from: $0.arrival, to: $0.departure) > 0 }
    }
  }

  /// The sales of each employee, by department and name; sales without an employee come first.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  public func sales(_ period: ReportPeriod) throws -> [EmployeeSales] {
    let filter = SaleFilter(from: period.first, through: period.last)
    return try SaleService(beside: self).totals(filter, by: [.department, .employee]).map {
      EmployeeSales(department: $0.labels[0], employee: $0.labels[1], total: $0.total)
    }
  }

  /// The sales by a grouping; sales without a value for it come first.
  ///
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits.
  public func sales(_ period: ReportPeriod, by grouping: SaleGrouping) throws -> [SaleTotal] {
    try SaleService(beside: self).totals(
      SaleFilter(from: period.first, through: period.last), by: grouping)
  }
}
