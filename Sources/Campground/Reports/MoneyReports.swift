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
    guard let campground = try campground() else { return [] }
    var totals: [String: TaxTotal] = [:]
    for row in try groups(
      of: "FolioEntry", by: ["name"], adding: ["amountMinor"],
      where: here(
        "(kind == 'tax' OR (kind == 'reversal' AND reverses.kind == 'tax')) "
          + "AND day BETWEEN {%@, %@}",
        [period.first.midnightUTC, period.last.midnightUTC], at: campground))
    {
      let name = row.text("name") ?? ""
      totals[name] = TaxTotal(
        name: name, lineCount: row.count,
        amount: Money(minorUnits: row.sum("amountMinor"), campground.currency))
    }
    for (name, base) in try taxBases(period, at: campground) {
      let exempt = base.exempt.filter { $0.value != 0 }
      guard totals[name] != nil || base.taxable != 0 || !exempt.isEmpty else { continue }
      var total = totals[name] ?? TaxTotal(name: name, amount: Money(0, campground.currency))
      total.taxable = Money(minorUnits: base.taxable, campground.currency)
      total.exempt = exempt.map {
        TaxExemption(reason: $0.key, amount: Money(minorUnits: $0.value, campground.currency))
      }.sorted { ($1.amount.amount, $0.reason) < ($0.amount.amount, $1.reason) }
      totals[name] = total
    }
    return totals.values.sorted { $0.name < $1.name }
  }

  /// The taxes of each month of a period; see `taxes(_:)`.
  public func taxesByMonth(
    _ period: ReportPeriod
  ) throws -> [(name: String, taxes: [TaxTotal])] {
    try period.months.map { ($0.name, try taxes($0.period)) }
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
