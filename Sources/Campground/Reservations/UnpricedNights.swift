/// The nights without a price in a stay or on a campsite where other nights have one.
///
/// One night without a price leaves the whole stay without one, so the clerk needs to know which.
public struct UnpricedNights: Hashable, Sendable {
  /// The nights, in order.
  public let nights: [CalendarDate]

  /// The number of all nights.
  public let count: Int

  /// Finds the nights; nil where every night has a price.
  init?(among nights: [StayFacts.Night], by card: RateCard) {
    self.nights = card.nightsWithoutRate(among: nights)
    count = nights.count
    if self.nights.isEmpty { return nil }
  }

  /// Whether other nights have a price.
  public var isPartial: Bool { nights.count < count }
}

extension UnpricedNights: CustomStringConvertible {
  /// `2 of 5 nights (2026-11-27 and 2026-11-28)`; with many nights, only the first ones.
  public var description: String {
    let dates = nights.count > 4 ? nights.prefix(3) : nights[...]
    let names = dates.map { "\($0)" }
    let list =
      nights.count > names.count
      ? names.joined(separator: ", ") + ", …" : names.listedToTheLast()
    return "\(nights.count) of \(count) nights (\(list))"
  }
}
