/// A reservation that is in the way of another: its dates and its code.
public struct TakenStay: Sendable, Hashable {
  /// The dates of the stay.
  public let dates: StayDates

  /// The reservation's code, `R-1`.
  public let code: String

  /// Makes one.
  public init(dates: StayDates, code: String) {
    self.dates = dates
    self.code = code
  }
}

extension TakenStay: CustomStringConvertible {
  /// The stay as `2026-07-01 to 2026-07-04 (R-1)`.
  public var description: String { "\(dates) (\(code))" }
}
