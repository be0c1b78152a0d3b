import ObjectGraph

/// What was collected of a tax.
public struct TaxTotal: Hashable, Sendable {
  /// The tax's name.
  public let name: String
  /// The number of lines.
  public internal(set) var lineCount = 0
  /// What was posted, less what was reversed.
  public internal(set) var amount: Money
}

/// What a department's employee sold.
public struct EmployeeSales: Hashable, Sendable {
  /// The department that the employee was in at the time; nil for none.
  public let department: String?
  /// The employee; nil where nobody is named.
  public let employee: String?
  /// What they sold.
  public let total: SaleTotal
}

extension ReportService {
  /// The taxes posted on the business days of a period, by name: those of stays, of charges and of
  /// sales.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums beyond 64 bits.
  public func taxes(_ period: ReportPeriod) throws -> [TaxTotal] {
    guard let campground = try campground() else { return [] }
    var totals: [String: TaxTotal] = [:]
    for row in try groups(
      of: "FolioEntry", by: ["name"], adding: ["amountMinor"],
      where: "(kind == 'tax' OR (kind == 'reversal' AND reverses.kind == 'tax')) "
        + "AND day BETWEEN {%@, %@} AND folio.campground == %@",
      [period.first.midnightUTC, period.last.midnightUTC, campground])
    {
      let name = row.text("name") ?? ""
      totals[name] = TaxTotal(
        name: name, lineCount: row.count,
        amount: Money(minorUnits: row.sum("amountMinor"), campground.currency))
    }
    return totals.values.sorted { $0.name < $1.name }
  }

  /// The bills on which something is due or to the credit of the guest, of stays with a night in
  /// the period: what is due most first, credits last.
  public func balances(_ period: ReportPeriod) throws -> [OpenBill] {
    try FolioService(beside: self).openBills().filter { bill in
      bill.stays.contains { period.nightCount(from: $0.arrival, to: $0.departure) > 0 }
    }
  }

  /// What each employee sold, by department and name; sales without one come first.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums beyond 64 bits.
  public func sales(_ period: ReportPeriod) throws -> [EmployeeSales] {
    let filter = SaleFilter(from: period.first, through: period.last)
    return try SaleService(beside: self).totals(filter, by: [.department, .employee]).map {
      EmployeeSales(department: $0.labels[0], employee: $0.labels[1], total: $0.total)
    }
  }

  /// What was sold, by something; sales without it come first.
  ///
  /// - Throws: `CampgroundError.invalidAmount` for sums beyond 64 bits.
  public func sales(_ period: ReportPeriod, by grouping: SaleGrouping) throws -> [SaleTotal] {
    try SaleService(beside: self).totals(
      SaleFilter(from: period.first, through: period.last), by: grouping)
  }
}
