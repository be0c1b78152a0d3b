/// Nights of a site that are taken for good: no floating stay can have them.
public struct TakenSpan: Sendable, Hashable {
  /// What takes the nights.
  public enum Kind: Sendable, Hashable {
    /// A stay that was promised this site: chosen by name, locked, or checked in.
    case fixed
    /// A closure of the site.
    case closed
  }

  /// The nights, from the first to the day after the last.
  public let dates: StayDates

  /// What takes them.
  public let kind: Kind

  /// Says that nights are taken, and by what.
  public init(_ dates: StayDates, by kind: Kind) {
    self.dates = dates
    self.kind = kind
  }
}
