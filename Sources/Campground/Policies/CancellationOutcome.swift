/// What becomes of the bill of a stay that is called off, not taken up, or left early.
public struct CancellationOutcome: Hashable, Sendable {
  /// What the bill has afterwards: the lines that are kept as they were, then what is charged anew,
  /// of kind `penalty`.
  public let keptLines: [QuoteLine]

  /// The currency.
  public let currency: Currency

  /// The sum of the lines in minor units.
  public let keptMinor: Int64

  /// The days of notice that counted.
  public let noticeDays: Int

  /// The step that counted; nil within the minutes of grace.
  public let step: CancellationTerms.Step?

  /// Whether it happened so soon after booking that everything is given back.
  public let isWithinGrace: Bool

  init(
    keptLines: [QuoteLine], currency: Currency, noticeDays: Int,
    step: CancellationTerms.Step? = nil, isWithinGrace: Bool = false
  ) throws(MinorUnits.Overflow) {
    self.step = step
    self.keptLines = keptLines
    self.currency = currency
    self.noticeDays = noticeDays
    self.isWithinGrace = isWithinGrace
    keptMinor = try MinorUnits.sum(of: keptLines.lazy.map(\.amountMinor))
  }

  /// What the guest owes in all.
  public var kept: Money { Money(minorUnits: keptMinor, currency) }

  /// What is charged for calling off: the part of the sum that is not for nights and fees.
  public var penalty: Money {
    let lines = keptLines.lazy.filter { $0.kind == .penalty }
    // The sum of all lines fits, and these are not below zero.
    return Money(minorUnits: lines.reduce(0) { $0 &+ $1.amountMinor }, currency)
  }

  /// What is given back of what was paid, never below zero.
  ///
  /// - Throws: `MoneyError.differentCurrencies`.
  public func refund(ofPaid paid: Money) throws(MoneyError) -> Money {
    let rest = try paid - kept
    return rest.amount < 0 ? Money(0, currency) : rest
  }
}
