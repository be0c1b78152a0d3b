/// What a reservation or a whole folio has been charged, will be charged and has paid.
///
///     let balance = try folios.balance(of: reservation)
///     if balance.credit.amount > 0 { print("\(balance.credit) to the good of the guest") }
public struct Balance: Hashable, Sendable {
  /// What was posted, less what was taken back.
  public let charged: Money

  /// What was agreed and is not posted yet.
  public let toCome: Money

  /// What was paid, less what was given back.
  public let paid: Money

  /// What is still to be paid; below zero where the guest has money to the good.
  public let due: Money

  /// What the guest has to the good: zero, or what was paid beyond the bill.
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
