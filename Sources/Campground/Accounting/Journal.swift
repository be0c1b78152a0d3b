import ObjectGraph

/// The double-entry bookkeeping of the ledger lines of a period, for the accountant.
///
///     let journal = try reports.journal(july)
///     for row in journal.rows { print(row.date, row.account, row.debit, row.credit) }
///
/// Every charge is debited to the guest ledger and credited to the account of what was charged;
/// every payment is credited to the guest ledger and debited to the account of its method. A sale
/// paid on the spot does not touch the guest ledger. So the debits of each day equal its credits.
public struct Journal: Hashable, Sendable {
  /// An amount on an account.
  public struct Row: Hashable, Sendable {
    /// The business day.
    public let date: CalendarDate
    /// The name of the account.
    public let account: String
    /// The amount debited; nil for a credit.
    public let debit: Money?
    /// The amount credited; nil for a debit.
    public let credit: Money?
    /// What it is for.
    public let text: String
    /// The folio of a single line; nil for a sum.
    public let folio: String?
  }

  /// The rows by day, and in the order of `AccountUse` within a day.
  public let rows: [Row]

  /// The sum of the debits, which is that of the credits.
  public let total: Money
}

extension ReportService {
  /// The journal of the business days of a period.
  ///
  /// The lines of a closed day never change, nor does its journal, unless the accounts do.
  ///
  /// - Parameter isDetailed: whether each ledger line has rows of its own, rather than the sums of a
  ///   day by account and text.
  /// - Throws: `CampgroundError.invalidValue` for sums beyond 64 bits, and store errors.
  public func journal(_ period: ReportPeriod, isDetailed: Bool = false) throws -> Journal {
    guard let campground = try campground() else {
      return Journal(rows: [], total: Money(0, .usd))
    }
    let lines = try rows(
      of: "FolioEntry", reading: JournalLine.read,
      where: "day BETWEEN {%@, %@} AND folio.campground == %@ AND amountMinor != 0",
      [period.first.midnightUTC, period.last.midnightUTC, campground]
    ).compactMap(JournalLine.init)
    var draft = JournalDraft(
      chart: ChartOfAccounts(of: campground), currency: campground.currency, isDetailed: isDetailed)
    for line in lines.sorted(by: { $0.number < $1.number }) { try draft.add(line) }
    return try draft.journal()
  }
}

/// A ledger line as a journal books it.
private struct JournalLine {
  static let read = [
    "number", "day", "kind", "reverses", "reverses.kind", "name", "reverses.name", "text", "method",
    "amountMinor", "folio.number", "reservation.number", "sale", "sale.text", "sale.reservation",
  ]

  let number: Int64
  let day: CalendarDate
  let use: AccountUse
  let subject: String?
  let text: String
  /// The name of the amounts of its kind.
  let label: String
  let units: Int64
  let isReversal: Bool
  let isMoney: Bool
  /// Whether it is on a bill, rather than paid for on the spot.
  let isOnBill: Bool
  let folio: String

  init?(_ row: StoredRow) {
    guard let day = row.date("day"), let units = row.integer("amountMinor") else { return nil }
    (self.day, self.units) = (day, units)
    number = row.integer("number") ?? 0
    isReversal = row.object("reverses") != nil
    let prefix = row.text("kind") == ChargeKind.reversal.rawValue ? "reverses." : ""
    let kind = row.text(prefix + "kind").flatMap(ChargeKind.init(rawValue:))
    let method = row.text("method").flatMap(PaymentMethod.init(rawValue:))
    let hasSale = row.object("sale") != nil
    isMoney = method != nil
    use = method.map(AccountUse.init) ?? AccountUse(kind ?? .sale, isSold: hasSale)
    label = (method == nil ? nil : kind?.nameOfMoney) ?? use.label
    let name = row.text(prefix + "name")
    subject = use == .sales ? row.text("sale.text") : use.subjectNoun == nil ? nil : name
    text = row.text("text") ?? ""
    isOnBill = !hasSale || row.object("sale.reservation") != nil
    let stay = row.integer("reservation.number").map { "R-\($0)" }
    folio = [row.integer("folio.number").map { "F-\($0)" }, stay].compactMap { $0 }
      .joined(separator: " ")
  }
}

extension AccountUse {
  /// The use of what was charged by a line.
  fileprivate init(_ kind: ChargeKind, isSold: Bool) {
    self =
      switch kind {
      case .lodging, .longerStay: .lodging
      case .fee, .changeFee: .fees
      case .discount: .discounts
      case .allowance: .allowances
      case .tax: .taxes
      case .meter: .meters
      // A charge by hand is a line like that of a sale.
      case .sale, .reversal: isSold ? .sales : .fees
      case .kept: .kept
      // These have a method, whose account they take.
      case .payment, .refund, .credit: .cash
      }
  }

  /// The name of what was charged.
  fileprivate var label: String {
    switch self {
    case .cash, .card, .check, .transfer, .vouchers, .broughtOver, .guests: "Payments"
    case .lodging: "Nights"
    case .discounts: "Discounts"
    case .allowances: "Allowances"
    case .fees: "Charges"
    case .kept: "Unused nights"
    case .meters: "Meters"
    case .sales: "Sales"
    case .taxes: "Taxes"
    }
  }
}

extension ChargeKind {
  /// The name of money that moved; nil for a charge.
  fileprivate var nameOfMoney: String? {
    switch self {
    case .payment: "Payments"
    case .refund: "Refunds"
    case .credit: "Vouchers issued"
    case .lodging, .fee, .longerStay, .discount, .allowance, .tax, .meter, .sale, .kept,
      .changeFee, .reversal:
      nil
    }
  }
}

/// Adds up the rows of a journal.
private struct JournalDraft {
  private struct Key: Hashable {
    let day: CalendarDate
    let place: Int
    let account: String
    let text: String
    /// The number of the ledger line; 0 for sums.
    let line: Int64
    let folio: String?
  }

  let chart: ChartOfAccounts
  let currency: Currency
  let isDetailed: Bool
  private var sums: [Key: Int64] = [:]

  init(chart: ChartOfAccounts, currency: Currency, isDetailed: Bool) {
    (self.chart, self.currency, self.isDetailed) = (chart, currency, isDetailed)
  }

  /// Books a line: on the account of its use, and on that of the guests if it is on a bill.
  mutating func add(_ line: JournalLine) throws {
    let text =
      isDetailed
      ? line.text : (line.subject ?? line.label) + (line.isReversal ? ", reversed" : "")
    try book(-line.units, of: line, on: line.use, for: line.subject, text)
    guard line.isOnBill else { return }
    let onGuests = line.isMoney ? "Paid by guests" : "Charged to guests"
    try book(line.units, of: line, on: .guests, for: nil, isDetailed ? line.text : onGuests)
  }

  /// Books an amount, which is debited if positive.
  private mutating func book(
    _ units: Int64, of line: JournalLine, on use: AccountUse, for subject: String?, _ text: String
  ) throws {
    let key = Key(
      day: line.day, place: AccountUse.allCases.firstIndex(of: use) ?? 0,
      account: chart.account(of: use, for: subject), text: text,
      line: isDetailed ? line.number : 0, folio: isDetailed ? line.folio : nil)
    sums[key] = try Balance.sum([sums[key] ?? 0, units], currency)
  }

  func journal() throws -> Journal {
    let keys = sums.keys.filter { sums[$0] != 0 }.sorted { one, other in
      (one.day, one.line, one.place) != (other.day, other.line, other.place)
        ? (one.day, one.line, one.place) < (other.day, other.line, other.place)
        : (one.account, one.text) < (other.account, other.text)
    }
    let rows = keys.map { key in
      let units = sums[key] ?? 0
      let amount = Money(minorUnits: abs(units), currency)
      return Journal.Row(
        date: key.day, account: key.account, debit: units > 0 ? amount : nil,
        credit: units < 0 ? amount : nil, text: key.text, folio: key.folio)
    }
    let debits = sums.values.filter { $0 > 0 }
    return Journal(
      rows: rows, total: Money(minorUnits: try Balance.sum(debits, currency), currency))
  }
}
