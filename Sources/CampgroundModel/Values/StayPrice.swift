import CampgroundPricing
import CampgroundValues

/// The price of a stay, some of whose nights may still have to be priced.
public struct StayPrice: Hashable, Sendable {
  /// The price without those nights.
  public let priced: Money
  /// How many nights have no price.
  public let unpricedNights: Int
  private let isWithoutAny: Bool
  private let isByDay: Bool

  /// Makes a price.
  ///
  /// - Parameters:
  ///   - count: the number of all nights.
  ///   - isByDay: whether the campsite is booked by the day.
  public init(_ priced: Money, unpricedNights: Int, of count: Int, byDay isByDay: Bool = false) {
    self.priced = priced
    self.unpricedNights = unpricedNights
    self.isByDay = isByDay
    isWithoutAny = unpricedNights > 0 && unpricedNights >= count && priced.amount == 0
  }

  /// Makes the price that a bill gives a stay.
  ///
  /// - Parameters:
  ///   - count: the number of all nights.
  ///   - isByDay: whether the campsite is booked by the day.
  public init(of bill: Bill, nights count: Int, byDay isByDay: Bool = false) {
    self.init(
      bill.total, unpricedNights: bill.unpricedNights.count, of: count, byDay: isByDay)
  }

  /// The price; nil where nothing is priced yet.
  public var total: Money? { isWithoutAny ? nil : priced }

  /// Whether some nights have a price and others have not.
  public var isPartial: Bool { unpricedNights > 0 && !isWithoutAny }

  /// `1 night to be priced`; nil where every night has a price.
  public var unpricedWords: String? {
    guard unpricedNights > 0 else { return nil }
    let noun = (isByDay ? "day" : "night") + (unpricedNights == 1 ? "" : "s")
    return "\(unpricedNights) \(noun) to be priced"
  }
}

extension StayPrice {
  /// The price for a column of a list: `$400.00 + 1 to price`.
  public var shortWords: String {
    guard let total, unpricedNights > 0 else { return "\(self)" }
    return "\(total) + \(unpricedNights) to price"
  }
}

extension StayPrice: CustomStringConvertible {
  /// `$400.00`, `$400.00 + 1 night to be priced`, or `no price` where nothing is priced yet.
  public var description: String {
    guard let total else { return "no price" }
    return "\(total)" + (unpricedWords.map { " + \($0)" } ?? "")
  }
}
