/// The discounts that may apply to nights, before the length of the stay is known.
struct NightDiscounts {
  /// The discounts of each night by name; of one name, the one that applies first.
  private let ofNights: [[RateCard.Discount]]

  /// The lengths at which the discounts of a stay change, in ascending order.
  let lengths: [Int]

  init(_ nights: [StayFacts.Night], by card: RateCard) {
    let ranked = Self.ranked(card.discounts)
    var inForce: [Int64: [RateCard.Discount]] = [:]
    var ofNights: [[RateCard.Discount]] = []
    for night in nights {
      let discounts =
        inForce[night.agreedUnder]
        ?? ranked.lazy.filter { $0.isInForce(at: night.agreedUnder) }.map(\.rule)
      inForce[night.agreedUnder] = discounts
      let isForAll = night.agreedPriceMinor == nil && night.priceCovers == .lodging
      let given = discounts.filter { discount in
        isForAll && discount.isAutomatic && discount.name != night.agreedDiscount?.name
      }
      let asked = night.agreedDiscount.map { agreed in
        ranked.lazy.filter { $0.isInForce(at: agreed.agreedUnder) && $0.rule.name == agreed.name }
          .map(\.rule)
      }
      ofNights.append(
        ((asked.map(Array.init) ?? []) + given).filter {
          $0.scope.covers(night.date, at: night.place)
        })
    }
    self.ofNights = ofNights
    lengths = Set(ofNights.joined().map { max(1, $0.minimumNights) }).union([1]).sorted()
  }

  /// The discounts of the nights in stays of one length.
  func inStays(of length: Int) throws(MinorUnits.Overflow) -> LengthDiscounts {
    try LengthDiscounts(
      ofNights.map { discounts in
        var last: String?
        return discounts.filter { discount in
          guard discount.minimumNights <= length, discount.name != last else { return false }
          last = discount.name
          return true
        }
      })
  }

  /// The discounts by name; of one name, the most specific first, then the one for the longest
  /// stays.
  private static func ranked(
    _ discounts: [Versioned<RateCard.Discount>]
  ) -> [Versioned<RateCard.Discount>] {
    discounts.map { ($0, $0.rule.scope.specificity) }.sorted { left, right in
      let (one, other) = (left.0.rule, right.0.rule)
      if one.name != other.name { return one.name < other.name }
      return left.1 != right.1 ? left.1 < right.1 : one.minimumNights > other.minimumNights
    }.map(\.0)
  }
}
