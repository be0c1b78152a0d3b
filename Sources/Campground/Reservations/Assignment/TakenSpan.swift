/// Nights of a site that no floating stay can have.
struct TakenSpan: Sendable, Hashable {
  /// What takes the nights.
  enum Kind: Sendable, Hashable {
    /// A stay that was promised this site: it was chosen, locked or checked in.
    case fixed
    /// A closure of the site.
    case closed
  }

  /// The nights, from the first to the day after the last.
  let dates: StayDates

  /// What takes them.
  let kind: Kind
}
