/// Nights that a guest stayed beyond the departure and that nobody billed.
public struct Overstay: Hashable, Sendable {
  /// From the departure to the day of leaving.
  public let dates: StayDates

  /// What they would cost at the prices of now, with their taxes; nil where they have no price.
  public let price: Money?

  /// Whether the stay could be extended by them: nobody else has the site for one of them.
  public let isFree: Bool
}
