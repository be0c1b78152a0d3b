/// What a reservation or a whole folio has been charged, will be charged and has paid.
///
///     let balance = try folios.balance(of: reservation)
///     print(balance)      // balance due $35.00
public struct Balance: Hashable, Sendable {
  /// What was posted, less what was taken back.
  public let charged: Money

  /// What was agreed and is not posted yet.
  public let toCome: Money

  /// What was paid, less what was given back.
  public let paid: Money

  /// What is still to be paid; below zero where the guest has a credit.
  public let due: Money

  /// The guest's credit: zero, or what was paid beyond the bill.
  public var credit: Money { due.amount < 0 ? -due : Money(0, due.currency) }

  /// Makes a balance of amounts in minor units.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when what is due does not fit the store.
  init(
    charged: Int64, toCome: Int64, paid: Int64, _ currency: Currency
  ) throws(CampgroundError) {
    self.charged = Money(minorUnits: charged, currency)
    self.toCome = Money(minorUnits: toCome, currency)
    self.paid = Money(minorUnits: paid, currency)
    let whole = try Self.sum([charged, toCome, try Self.negated(paid, currency)], currency)
    due = Money(minorUnits: whole, currency)
  }

  /// How the bill stands, in the words of every answer and paper.
  public var standing: String {
    if due.amount > 0 { return "balance due" }
    if due.amount < 0 { return "credit" }
    return paid.amount == 0 ? "nothing due" : "paid in full"
  }

  /// The sum of amounts in minor units.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when it does not fit 64 bits.
  static func sum(
    _ amounts: some Sequence<Int64>, _ currency: Currency
  ) throws(CampgroundError) -> Int64 {
    do {
      return try MinorUnits.sum(of: amounts)
    } catch {
      throw error.reported(in: currency)
    }
  }

  /// An amount in minor units with the other sign.
  static func negated(_ amount: Int64, _ currency: Currency) throws(CampgroundError) -> Int64 {
    guard amount > Int64.min else { throw .invalidAmount(.overflow(currency)) }
    return -amount
  }
}

extension Balance: CustomStringConvertible {
  /// How the bill stands: `balance due $35.00`, `credit $12.50`, `paid in full`, `nothing due`.
  public var description: String {
    switch due.amount {
    case 0: standing
    case ..<0: "\(standing) \(credit)"
    default: "\(standing) \(due)"
    }
  }
}
