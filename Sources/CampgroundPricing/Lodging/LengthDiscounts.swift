/// The discounts of nights in stays of a given length.
///
/// Percentages are of the full price; those of one night add up to at most 100%, and what each
/// takes off a stay is rounded once. An amount is taken off once a stay: the amount for the first
/// night that the discount covers. Each discount takes off at most what is left of the nights it
/// covers, and all amounts together at most what is left of the nights that any of them covers.
struct LengthDiscounts {
  /// The amount that a discount takes off one night.
  struct Reduction: Hashable, Sendable {
    let name: String
    /// The index of the night.
    let place: Int
    let amountMinor: Int64
  }

  /// A percentage discount.
  private struct Share {
    let name: String
    /// The fraction that it takes off each night, in parts; together with the discounts before it,
    /// at most 1.
    var parts: [Int128]
  }

  /// A discount by amount.
  private struct Amount {
    let name: String
    /// The amount for each night, in minor units; nil where the discount does not cover the night.
    var ofNights: [Int64?]
    /// For each night, the first night from there on that the discount covers.
    var next: [Int?] = []
  }

  private var shares: [Share] = []
  private var amounts: [Amount] = []
  /// The fraction that all percentages take off each night, in parts.
  private var parts: [Int128]
  /// Whether an amount covers the night.
  private var hasAmount: [Bool]

  /// - Parameter ofNights: the discounts of each night; each name appears once a night.
  init(_ ofNights: [[RateCard.Discount]]) throws(MinorUnits.Overflow) {
    parts = Array(repeating: 0, count: ofNights.count)
    hasAmount = Array(repeating: false, count: ofNights.count)
    for name in Set(ofNights.joined().map(\.name)).sorted() {
      var share = Share(name: name, parts: Array(repeating: 0, count: ofNights.count))
      var amount = Amount(name: name, ofNights: Array(repeating: nil, count: ofNights.count))
      for (place, discounts) in ofNights.enumerated() {
        switch discounts.first(where: { $0.name == name })?.reduction {
        case .percent(let percentage):
          let wanted = max(0, try percentage.parts(of: 1))
          share.parts[place] = min(wanted, Percentage.parts - parts[place])
          parts[place] += share.parts[place]
        case .amount(let once):
          amount.ofNights[place] = max(0, once)
          hasAmount[place] = true
        case nil: break
        }
      }
      if share.parts.contains(where: { $0 > 0 }) { shares.append(share) }
      var next: Int?
      for place in ofNights.indices.reversed() {
        if amount.ofNights[place] != nil { next = place }
        amount.next.append(next)
      }
      amount.next.reverse()
      if next != nil { amounts.append(amount) }
    }
  }

  // MARK: Sums

  /// What nights with these prices add to the sums of a stay.
  func sums(of prices: [Int64], at nights: Range<Int>) -> LodgingSums {
    var sums = LodgingSums()
    var leftOfEach = Array(repeating: Int128(0), count: amounts.count > 1 ? amounts.count : 0)
    for (place, price) in zip(nights, prices) {
      let price = Int128(price)
      let off = max(0, price) * parts[place]
      sums.price += price
      sums.percentages += off
      guard hasAmount[place] else { continue }
      let left = max(0, price) * Percentage.parts - off
      sums.left += left
      for index in leftOfEach.indices where amounts[index].ofNights[place] != nil {
        leftOfEach[index] += left
      }
    }
    if !leftOfEach.isEmpty { sums.leftOfEach = leftOfEach }
    return sums
  }

  /// The cost of a stay whose nights have these sums.
  func costMinor(of nights: Range<Int>, _ sums: LodgingSums) throws(MinorUnits.Overflow) -> Int64 {
    let left =
      sums.price - Int128(try MinorUnits.rounded(sums.percentages, by: Percentage.parts))
    var wanted = Int128(0)
    for index in amounts.indices {
      wanted += Int128(try amountMinor(index, in: nights, with: sums))
    }
    guard let costMinor = Int64(exactly: left - min(wanted, try most(of: sums, left: left))) else {
      throw MinorUnits.Overflow()
    }
    return costMinor
  }

  /// The most that all amounts together may take off.
  ///
  /// - Parameter left: what the percentages leave of all nights, rounded the other way.
  private func most(of sums: LodgingSums, left: Int128) throws(MinorUnits.Overflow) -> Int128 {
    max(0, min(Int128(try MinorUnits.rounded(sums.left, by: Percentage.parts)), left))
  }

  /// The most that one of the amounts may take off.
  private func amountMinor(
    _ index: Int, in nights: Range<Int>, with sums: LodgingSums
  ) throws(MinorUnits.Overflow) -> Int64 {
    guard let first = amounts[index].next[nights.lowerBound], first < nights.upperBound,
      let wanted = amounts[index].ofNights[first]
    else { return 0 }
    guard let left = sums.leftOfEach else { return wanted }
    return min(wanted, try MinorUnits.rounded(left[index], by: Percentage.parts))
  }

  // MARK: Lines

  /// The reductions of the nights of a stay; no night's price falls below zero.
  func reductions(
    of prices: [Int64], at nights: Range<Int>
  ) throws(MinorUnits.Overflow) -> [Reduction] {
    var taking = Taking(remaining: prices.map { max(0, $0) }, first: nights.lowerBound)
    var (sum, before) = (Int128(0), Int64(0))
    for share in shares {
      let own = zip(nights, prices).map { max(0, Int128($1)) * share.parts[$0] }
      sum += own.reduce(0, +)
      let now = try MinorUnits.rounded(sum, by: Percentage.parts)
      try taking.take(now - before, for: share.name, by: own)
      before = now
    }
    let left = taking.remaining.reduce(Int128(0)) { $0 + Int128($1) }
    let sums = sums(of: prices, at: nights)
    var rest = Int64(clamping: try most(of: sums, left: left))
    for (index, amount) in amounts.enumerated() {
      let taken = min(try amountMinor(index, in: nights, with: sums), rest)
      let own = zip(nights, taking.remaining).map { amount.ofNights[$0] == nil ? 0 : Int128($1) }
      try taking.take(taken, for: amount.name, by: own)
      rest -= taken
    }
    return taking.reductions
  }

  /// Takes amounts off nights until their prices reach zero.
  private struct Taking {
    var remaining: [Int64]
    /// The index of the first night.
    let first: Int
    var reductions: [Reduction] = []

    /// Takes an amount off the nights in proportion to their weights, and the remainder off the
    /// others.
    mutating func take(
      _ amountMinor: Int64, for name: String, by weights: [Int128]
    ) throws(MinorUnits.Overflow) {
      var wanted = amountMinor
      var taken = Array(repeating: Int64(0), count: remaining.count)
      func left(where isMeant: (Int) -> Bool) -> [Int128] {
        remaining.indices.map { isMeant($0) ? Int128(remaining[$0]) : 0 }
      }
      func share(by weights: [Int128]) throws(MinorUnits.Overflow) {
        guard wanted > 0, let shares = try LargestRemainder.shares(of: wanted, byParts: weights)
        else { return }
        for (index, share) in shares.enumerated() {
          let fitting = min(share, remaining[index])
          taken[index] += fitting
          remaining[index] -= fitting
          wanted -= fitting
        }
      }
      try share(by: weights)
      // Rounding may leave a minor unit that the weighted nights can no longer cover.
      try share(by: left { weights[$0] > 0 })
      try share(by: left { _ in true })
      for (index, amount) in taken.enumerated() where amount != 0 {
        reductions.append(Reduction(name: name, place: first + index, amountMinor: amount))
      }
    }
  }
}
