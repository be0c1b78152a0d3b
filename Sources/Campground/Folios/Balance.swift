/// What a reservation or a whole folio has been charged, will be charged and has paid.
///
///     let balance = try folios.balance(of: reservation)
///     print(balance)      // balance due $35.00
public struct Balance: Hashable, Sendable {
  /// The posted charges, less reversals.
  public let charged: Money

  /// The charges agreed but not yet posted.
  public let toCome: Money

  /// The payments, less refunds.
  public let paid: Money

  /// The balance due; negative where the guest has a credit.
  public let due: Money

  /// The price of drafts, holds and requests, which is not due because they are not booked.
  public let notBooked: Money

  /// The balance due if they were booked; equal to `due` where there are none.
  public let dueIfBooked: Money

  /// The guest's credit: the amount paid beyond the bill, or zero.
  public var credit: Money { due.amount < 0 ? -due : Money(0, due.currency) }

  /// Makes a balance from amounts in minor units.
  ///
  /// - Throws: `CampgroundError.invalidValue` when the balance due does not fit the store.
  init(
    charged: Int64, toCome: Int64, paid: Int64, notBooked: Int64 = 0, _ currency: Currency
  ) throws(CampgroundError) {
    self.charged = Money(minorUnits: charged, currency)
    self.toCome = Money(minorUnits: toCome, currency)
    self.paid = Money(minorUnits: paid, currency)
    self.notBooked = Money(minorUnits: notBooked, currency)
    let whole = try Self.sum([charged, toCome, try Self.negated(paid, currency)], currency)
    due = Money(minorUnits: whole, currency)
    dueIfBooked = Money(minorUnits: try Self.sum([whole, notBooked], currency), currency)
  }

  /// All charges still to be posted, whether agreed or not yet booked. For a single stay, one of
  /// the two is zero.
  ///
  /// - Throws: `CampgroundError.invalidValue` when it does not fit the store.
  var unposted: Money {
    get throws(CampgroundError) { try Self.sum(toCome, notBooked) }
  }

  /// The whole bill, including what is not yet booked and regardless of payments.
  ///
  /// - Throws: `CampgroundError.invalidValue` when it does not fit the store.
  var bill: Money {
    get throws(CampgroundError) { try Self.sum(charged, try unposted) }
  }

  private static func sum(_ one: Money, _ other: Money) throws(CampgroundError) -> Money {
    try rethrowing(one + other, as: CampgroundError.invalidAmount)
  }

  /// The state of the bill, in the words that every answer and paper uses.
  public var standing: String {
    if due.amount > 0 { return "balance due" }
    if due.amount < 0 { return "credit" }
    return paid.amount == 0 ? "nothing due" : "paid in full"
  }

  /// The sum of amounts in minor units.
  ///
  /// - Throws: `CampgroundError.invalidValue` when it does not fit 64 bits.
  static func sum(
    _ amounts: some Sequence<Int64>, _ currency: Currency
  ) throws(CampgroundError) -> Int64 {
    try rethrowing(MinorUnits.sum(of: amounts)) { (error: MinorUnits.Overflow) in
      error.reported(in: currency)
    }
  }

  /// An amount in minor units with the opposite sign.
  static func negated(_ amount: Int64, _ currency: Currency) throws(CampgroundError) -> Int64 {
    try refuse(unless: amount > Int64.min, with: .invalidAmount(.overflow(currency)))
    return -amount
  }
}

extension Balance: CustomStringConvertible {
  /// The state of the bill: `balance due $35.00`, `credit $12.50`, `paid in full`, `nothing due`;
  /// where part of it is not booked, also the state after booking: `nothing due, $80.00 if booked`.
  public var description: String {
    let now =
      switch due.amount {
      case 0: standing
      case ..<0: "\(standing) \(credit)"
      default: "\(standing) \(due)"
      }
    return wordsIfBooked.map { "\(now), \($0) if booked" } ?? now
  }

  /// The state of the bill after booking; nil where nothing is left to book.
  private var wordsIfBooked: String? {
    guard notBooked.amount != 0 else { return nil }
    return switch dueIfBooked.amount {
    case 0: "paid in full"
    case ..<0: "credit \(-dueIfBooked)"
    default: "\(dueIfBooked) due"
    }
  }
}
