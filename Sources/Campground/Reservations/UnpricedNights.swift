/// The nights for which a stay, or a campsite, has no price, though others of them have one.
///
/// One night without a price leaves a stay without one, so that whoever booked it has to know which.
public struct UnpricedNights: Hashable, Sendable {
  /// The nights, in order.
  public let nights: [CalendarDate]

  /// How many nights they are among.
  public let count: Int

  /// Finds them; nil where each of the nights has a price.
  init?(among nights: [StayFacts.Night], by card: RateCard) {
    self.nights = card.nightsWithoutRate(among: nights)
    count = nights.count
    if self.nights.isEmpty { return nil }
  }

  /// Whether some of the nights have a price.
  public var isPartial: Bool { nights.count < count }
}

extension UnpricedNights: CustomStringConvertible {
  /// `2 of 5 nights (2026-11-27 and 2026-11-28)`; of many the first ones.
  public var description: String {
    let dates = nights.count > 4 ? nights.prefix(3) : nights[...]
    let names = dates.map { "\($0)" }
    let list =
      nights.count > names.count
      ? names.joined(separator: ", ") + ", …" : names.listedToTheLast()
    return "\(nights.count) of \(count) nights (\(list))"
  }
}
