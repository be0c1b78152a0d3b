import Foundation

/// Lodging that a change of a stay gave up, and what of it is kept.
///
/// Lodging that is added later takes back what was given up last, so that only the rest counts.
public struct GivenUpLodging: Hashable, Sendable {
  /// Why it was given up.
  public enum Occasion: String, Hashable, Sendable, CaseIterable {
    case canceled
    case noShow = "no-show"
    case leftEarly = "left-early"
    /// Fewer nights, other dates or another place.
    case changed

    /// Whether no night of the stay is to come after it.
    var callsOff: Bool { self == .canceled || self == .noShow }
  }

  /// What of it is kept.
  public enum Kept: Hashable, Sendable {
    /// A percentage; what is refunded is rounded half-up.
    case percent(Decimal)
    /// At most an amount, in minor units: that of the first nights.
    case upTo(Int64)
  }

  /// The business day on which it was given up.
  public var day: CalendarDate
  public var occasion: Occasion
  /// After discounts, as it was priced, in minor units; where prices include tax, the bill takes
  /// the tax out of it.
  public var amountMinor: Int64
  public var kept: Kept
  /// What giving it up costs, in minor units.
  public var feeMinor: Int64

  public init(
    on day: CalendarDate, _ occasion: Occasion, _ amountMinor: Int64, keeping kept: Kept,
    feeMinor: Int64 = 0
  ) {
    self.day = day
    self.occasion = occasion
    self.amountMinor = amountMinor
    self.kept = kept
    self.feeMinor = feeMinor
  }

  /// What is kept of it, in minor units, without the fee.
  public func keptMinor() throws(MinorUnits.Overflow) -> Int64 {
    switch kept {
    case .percent(let percent):
      try MinorUnits.subtracting(Percentage(percent).remainder(of: amountMinor), from: amountMinor)
    case .upTo(let most): min(amountMinor, max(0, most))
    }
  }
}
