/// Unbilled nights that a guest stayed beyond the departure date.
public struct Overstay: Hashable, Sendable {
  /// From the departure date to the day on which the guest leaves.
  public let dates: StayDates

  /// The price of the nights at current rates, with taxes.
  public let price: StayPrice

  /// Whether the stay could be extended by these nights because the site is free.
  public let isFree: Bool
}
