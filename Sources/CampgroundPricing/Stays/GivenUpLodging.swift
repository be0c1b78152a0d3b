import Foundation

/// Lodging that a change of the stay gave up, and the share of it that is kept.
///
/// Lodging that is added later restores what was given up last, so that only the rest counts.
public struct GivenUpLodging: Hashable, Sendable, Codable {
  /// The reason why lodging was given up.
  public enum Occasion: String, Hashable, Sendable, CaseIterable, Codable {
    case canceled
    /// Canceled, with an agreement on what is kept. It stands for all that the terms would keep and
    /// for the nonrefundable fees.
    case canceledAsAgreed = "canceled-as-agreed"
    case noShow = "no-show"
    case leftEarly = "left-early"
    /// Fewer nights, other dates or another place.
    case changed

    /// Whether no further nights of the stay remain.
    var callsOff: Bool { self == .canceled || self == .canceledAsAgreed || self == .noShow }
  }

  /// The share of the lodging that is kept.
  public enum Kept: Hashable, Sendable, Codable {
    /// A percentage; the refund is rounded half-up.
    case percent(Decimal)
    /// At most an amount in minor units: the price of the first nights.
    case upTo(Int64)
  }

  /// The business day on which it was given up.
  public var day: CalendarDate
  public var occasion: Occasion
  /// The lodging given up, as priced after discounts, in minor units; where prices include tax, the
  /// bill takes the tax out.
  public var amountMinor: Int64
  /// Whether the lodging was priced with its taxes although prices do not include tax otherwise.
  public var includesTax: Bool
  public var kept: Kept
  /// The fee for giving it up, in minor units.
  public var feeMinor: Int64
  /// Whether the share that is kept is waived.
  public var isWaived = false
  /// Whether the fee is waived.
  public var isFeeWaived = false

  public init(
    on day: CalendarDate, _ occasion: Occasion, _ amountMinor: Int64, keeping kept: Kept,
    feeMinor: Int64 = 0, includesTax: Bool = false
  ) {
    self.day = day
    self.occasion = occasion
    self.amountMinor = amountMinor
    self.kept = kept
    self.feeMinor = feeMinor
    self.includesTax = includesTax
  }

  /// The amount kept, in minor units, without the fee. A percentage is rounded once for all lodging
  /// of which the same share is kept.
  ///
  /// - Parameter beside: the lodging given up before of which the same percentage is kept.
  func keptMinor(beside before: Int64 = 0) throws(MinorUnits.Overflow) -> Int64 {
    switch kept {
    case .percent(let percent):
      let all = try MinorUnits.adding(before, amountMinor)
      return try MinorUnits.subtracting(
        Self.kept(percent, of: before), from: Self.kept(percent, of: all))
    case .upTo(let most): return min(amountMinor, max(0, most))
    }
  }

  private static func kept(
    _ percent: Decimal, of amount: Int64
  ) throws(MinorUnits.Overflow) -> Int64 {
    try MinorUnits.subtracting(Percentage(percent).remainder(of: amount), from: amount)
  }
}
