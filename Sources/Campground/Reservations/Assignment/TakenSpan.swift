/// Nights of a site that no floating stay can have.
public struct TakenSpan: Sendable, Hashable {
  /// What takes the nights.
  public enum Kind: Sendable, Hashable {
    /// A stay that was promised this site: it was chosen, locked or checked in.
    case fixed
    /// A closure of the site.
    case closed
  }

  /// The nights, from the first to the day after the last.
  public let dates: StayDates

  /// What takes them.
  public let kind: Kind

  /// Describes taken nights.
  public init(_ dates: StayDates, by kind: Kind) {
    self.dates = dates
    self.kind = kind
  }
}
