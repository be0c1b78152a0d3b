import Foundation

/// The discounts that nights have, before it is known how long the stay is.
struct NightDiscounts {
  /// What the discount takes off one night.
  struct Reduction: Hashable, Sendable {
    let name: String
    /// The place of the night.
    let place: Int
    let amountMinor: Int64
  }

  private let ofNights: [[RateCard.Discount]]

  init(_ nights: [StayFacts.Night], by card: RateCard) {
    ofNights = nights.map { night in
      card.discounts.lazy.filter { $0.isInForce(at: night.agreedAt) }.map(\.rule)
        .filter { discount in
          let isAsked = discount.name == night.agreedDiscount
          let isGiven = discount.isAutomatic && night.agreedPriceMinor == nil
          return (isAsked || isGiven) && discount.scope.covers(night.date, at: night.place)
        }
    }
  }

  /// The ends of stays from a place on that a discount begins or ends to be for.
  func ends(from start: Int) -> Set<Int> {
    var ends: Set<Int> = []
    for place in start..<ofNights.count {
      for discount in ofNights[place] {
        if case .amount = discount.reduction { ends.insert(place + 1) }
        let end = start + discount.minimumNights
        if end <= ofNights.count { ends.insert(end) }
      }
    }
    return ends
  }

  /// What is taken off the prices of the nights of a stay, each of which keeps at least nothing.
  ///
  /// Every percentage is of the undiminished price, and is rounded once over all nights; an amount is
  /// taken off once.
  func reductions(of prices: [Int64], on range: Range<Int>) throws -> [Reduction] {
    var remaining = prices
    var reductions: [Reduction] = []
    let found = range.map { place in
      ofNights[place].filter { $0.minimumNights <= range.count }
    }
    for name in Set(found.joined().map(\.name)).sorted() {
      var (parts, amount) = (Int128(0), Int64(0))
      var places: [Int] = []
      for (index, discounts) in found.enumerated() {
        guard let discount = discounts.first(where: { $0.name == name }) else { continue }
        places.append(index)
        switch discount.reduction {
        case .percent(let percentage): parts += try percentage.parts(of: prices[index])
        case .amount(let once): amount = max(amount, once)
        }
      }
      let rest = places.map { remaining[$0] }
      let wanted = try MinorUnits.adding(
        MinorUnits.rounded(parts, by: Percentage.parts), amount)
      let total = min(max(0, wanted), try MinorUnits.sum(of: rest))
      for (index, share) in zip(places, LargestRemainder.shares(of: total, by: rest) ?? [])
      where share != 0 {
        remaining[index] -= share
        reductions.append(
          Reduction(name: name, place: range.lowerBound + index, amountMinor: share))
      }
    }
    return reductions
  }
}
