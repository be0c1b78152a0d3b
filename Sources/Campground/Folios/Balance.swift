/// What a reservation or a whole folio has been charged, will be charged and has paid.
///
///     let balance = try folios.balance(of: reservation)
///     print(balance)      // balance due $35.00
public struct Balance: Hashable, Sendable {
  /// What was posted, less what was reversed.
  public let charged: Money

  /// What was agreed and is not posted yet.
  public let toCome: Money

  /// What was paid, less what was refunded.
  public let paid: Money

  /// What is still due; negative where the guest has a credit.
  public let due: Money

  /// What drafts, holds and requests come to: nobody agreed to it, and it is not due.
  public let notBooked: Money

  /// What would be due if they were booked: the same as `due` where there are none.
  public let dueIfBooked: Money

  /// The guest's credit: zero, or what was paid beyond the bill.
  public var credit: Money { due.amount < 0 ? -due : Money(0, due.currency) }

  /// Makes a balance of amounts in minor units.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when what is due does not fit the store.
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

  /// What is to be charged, whether it was agreed or is not booked yet; one of a stay is zero.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when it does not fit the store.
  var unposted: Money {
    get throws(CampgroundError) { try Self.sum(toCome, notBooked) }
  }

  /// What the whole bill comes to, whatever was paid, with what is not booked yet.
  ///
  /// - Throws: `CampgroundError.invalidAmount` when it does not fit the store.
  var bill: Money {
    get throws(CampgroundError) { try Self.sum(charged, try unposted) }
  }

  private static func sum(_ one: Money, _ other: Money) throws(CampgroundError) -> Money {
    do {
      return try one + other
    } catch {
      throw .invalidAmount(error)
    }
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
  /// How the bill stands: `balance due $35.00`, `credit $12.50`, `paid in full`, `nothing due`; and
  /// where something of it is not booked, what comes of that: `nothing due, $80.00 if booked`.
  public var description: String {
    let now =
      switch due.amount {
      case 0: standing
      case ..<0: "\(standing) \(credit)"
      default: "\(standing) \(due)"
      }
    return wordsIfBooked.map { "\(now), \($0) if booked" } ?? now
  }

  /// How the bill would stand; nil where nothing is left to book.
  private var wordsIfBooked: String? {
    guard notBooked.amount != 0 else { return nil }
    return switch dueIfBooked.amount {
    case 0: "paid in full"
    case ..<0: "credit \(-dueIfBooked)"
    default: "\(dueIfBooked) due"
    }
  }
}
