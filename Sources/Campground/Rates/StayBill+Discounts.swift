/// What is taken off the nights of a stay.
extension StayBill {
  mutating func addDiscounts() throws(MinorUnits.Overflow) {
    var prices = Array(repeating: Int64(0), count: nights.count)
    for item in items { prices[item.place] = item.line.amountMinor }
    var remaining = prices
    let keptPlaces = Set(nights.indices.filter(isPriceKept))
    addAgreed(.discount, where: keptPlaces.contains)
    for item in items where item.line.kind == .discount {
      remaining[item.place] = try MinorUnits.adding(remaining[item.place], item.line.amountMinor)
    }
    let isCutAnew = parts.contains { $0.kept?.isCutAnew == true }
    for (index, rules) in ruleSets.enumerated() where !rules.discounts.isEmpty {
      let places = nights.indices.filter { rulePlaces[$0] == index && isPriced($0) }
      for discount in rules.discounts {
        let anew = places.filter { !keptPlaces.contains($0) || isGivenNow(discount, at: $0) }
        guard !anew.isEmpty else { continue }
        var others = keptPlaces.subtracting(anew).filter { hasKept(discount, at: $0) }
        if !isCutAnew, try !isRounding(leftover(of: discount, on: others, prices), on: others) {
          others = []
        }
        try give(discount, on: anew, roundedWith: others, prices: prices, &remaining)
      }
    }
    if !keptPlaces.isEmpty { try settleShares(prices: prices, &remaining) }
  }

  // MARK: Rounding

  /// What nights that have a discount by percentage do not have of it: what rounding left where
  /// nights came or went, or more where a limit or a correction was in the way.
  private func leftover(
    of discount: DiscountRule, on places: Set<Int>, _ prices: [Int64]
  ) throws(MinorUnits.Overflow) -> Int64 {
    guard let percentage = discount.percentage, !places.isEmpty else { return 0 }
    return try amountLeft(of: percentage, discount, 0, places, prices)
  }

  /// Whether an amount is no more than the rounding of the shares of nights, each of which is less
  /// than a minor unit beside the exact one.
  private func isRounding(_ amount: Int64, on places: Set<Int>) -> Bool {
    amount.magnitude <= UInt64(places.count)
  }

  /// Spreads discounts by percentage anew over nights that are to come and not charged yet, where
  /// the shares that nights kept do not add up to the rounded whole.
  private mutating func settleShares(
    prices: [Int64], _ remaining: inout [Int64]
  ) throws(MinorUnits.Overflow) {
    var settled: [DiscountRule] = []
    for discount in ruleSets.flatMap(\.discounts) where !settled.contains(discount) {
      settled.append(discount)
      guard discount.percentage != nil else { continue }
      let places = Set(nights.indices.filter { hasKept(discount, at: $0) })
      let rest = try leftover(of: discount, on: places, prices)
      guard rest != 0, isRounding(rest, on: places) else { continue }
      let open = items.indices.filter { index in
        let item = items[index]
        return item.line.kind == .discount && item.line.text == discount.name
          && places.contains(item.place) && isOpen(item.place)
      }.sorted { items[$0].place < items[$1].place }
      guard Set(open.map { items[$0].place }).count == open.count else { continue }
      let had = try MinorUnits.sum(of: open.map { -items[$0].line.amountMinor })
      let room = open.map { remaining[items[$0].place] - items[$0].line.amountMinor }
      let wanted = try MinorUnits.adding(had, rest)
      let most = try MinorUnits.sum(of: room)
      guard wanted >= 0, wanted <= most, room.allSatisfy({ $0 >= 0 }),
        let shares = LargestRemainder.shares(of: wanted, by: room)
      else { continue }
      for (index, share) in zip(open, shares) {
        remaining[items[index].place] -= items[index].line.amountMinor + share
        items[index].line.amountMinor = -share
      }
    }
    items.removeAll { $0.line.kind == .discount && $0.line.amountMinor == 0 }
  }

  /// Whether the night at a place is to come and was not charged.
  private func isOpen(_ place: Int) -> Bool {
    guard place >= pastCount else { return false }
    return parts[partPlaces[place]].kept?.chargedDays.contains(nights[place]) != true
  }

  // MARK: Giving

  /// Whether a night gets a discount now beside what was agreed for it.
  private func isGivenNow(_ discount: DiscountRule, at place: Int) -> Bool {
    guard let given = parts[partPlaces[place]].kept?.given else { return false }
    return given.name == discount.name && given.nights.contains(nights[place])
  }

  /// Whether a night that keeps its price has a discount of the same terms.
  private func hasKept(_ discount: DiscountRule, at place: Int) -> Bool {
    ruleSets[rulePlaces[place]].discounts.contains(discount)
      && items.contains {
        $0.place == place && $0.line.kind == .discount && $0.line.text == discount.name
      }
  }

  /// Takes a discount off nights, each of which keeps at least nothing.
  ///
  /// - Parameter others: nights that have it, with which a percentage is rounded.
  private mutating func give(
    _ discount: DiscountRule, on places: [Int], roundedWith others: Set<Int>, prices: [Int64],
    _ remaining: inout [Int64]
  ) throws(MinorUnits.Overflow) {
    let covered = places.filter { place in
      discount.fits(parts[partPlaces[place]], ofNights: nights.count)
        && discount.fits(nights[place])
    }
    guard !covered.isEmpty else { return }
    let price = try MinorUnits.sum(of: covered.lazy.map { prices[$0] })
    let rest = covered.map { max(0, remaining[$0]) }
    let wanted =
      if let percentage = discount.percentage {
        try others.isEmpty
          ? percentage.of(price) : amountLeft(of: percentage, discount, price, others, prices)
      } else {
        try amountLeft(of: discount)
      }
    let total = max(0, min(wanted, try MinorUnits.sum(of: rest)))
    // No share is above what is left of its night, since the total is not above all that is left.
    let shares = LargestRemainder.shares(of: total, by: rest) ?? []
    for (place, share) in zip(covered, shares) where share != 0 {
      remaining[place] -= share
      add(-share, at: place, .discount, discount.name, taxGroup: QuoteLine.lodgingGroup)
    }
  }

  /// What the stay does not have yet of a percentage, rounded on all nights that have it.
  private func amountLeft(
    of percentage: Percentage, _ discount: DiscountRule, _ price: Int64, _ others: Set<Int>,
    _ prices: [Int64]
  ) throws(MinorUnits.Overflow) -> Int64 {
    let all = try MinorUnits.adding(price, MinorUnits.sum(of: others.lazy.map { prices[$0] }))
    let given = try MinorUnits.sum(
      of: items.lazy.filter {
        others.contains($0.place) && $0.line.kind == .discount && $0.line.text == discount.name
      }.map(\.line.amountMinor))
    return try MinorUnits.adding(percentage.of(all), given)
  }

  /// What the stay does not have yet of a discount by an amount.
  private func amountLeft(of discount: DiscountRule) throws(MinorUnits.Overflow) -> Int64 {
    let given = try MinorUnits.sum(
      of: items.lazy.filter { $0.line.kind == .discount && $0.line.text == discount.name }
        .map(\.line.amountMinor))
    return try MinorUnits.adding(discount.amountMinor, given)
  }
}
