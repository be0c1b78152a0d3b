/// The discounts that nights have in stays of some length.
///
/// Percentages are of the undiminished price; those of one night add up to all of it at most, and
/// what they take off a stay is rounded once. An amount is taken off once a stay, that of the first
/// night it is for. Each takes at most what is left of the nights it is for, and all together what
/// is left of the nights that one of them is for.
struct LengthDiscounts {
  /// What the discount takes off one night.
  struct Reduction: Hashable, Sendable {
    let name: String
    /// The place of the night.
    let place: Int
    let amountMinor: Int64
  }

  /// A discount by a percentage.
  private struct Share {
    let name: String
    /// How much of 1 it takes off each night, in parts; with those before it 1 at most.
    var parts: [Int128]
  }

  /// A discount by an amount.
  private struct Amount {
    let name: String
    /// In minor units, for each night; nil where it is not for the night.
    var ofNights: [Int64?]
    /// For each night the first one from there on that it is for.
    var next: [Int?] = []
  }

  private var shares: [Share] = []
  private var amounts: [Amount] = []
  /// How much of 1 the percentages take off each night, in parts.
  private var parts: [Int128]
  /// Whether an amount is for the night.
  private var hasAmount: [Bool]

  /// - Parameter ofNights: each by its name, once.
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

  // MARK: What stays cost

  /// What nights with these prices add to a stay.
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

  /// What a stay costs whose nights come to these sums.
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

  /// What amounts may take off together.
  ///
  /// - Parameter left: what percentages leave of all nights, which is rounded the other way.
  private func most(of sums: LodgingSums, left: Int128) throws(MinorUnits.Overflow) -> Int128 {
    max(0, min(Int128(try MinorUnits.rounded(sums.left, by: Percentage.parts)), left))
  }

  /// What one of the amounts may take off by itself.
  private func amountMinor(
    _ index: Int, in nights: Range<Int>, with sums: LodgingSums
  ) throws(MinorUnits.Overflow) -> Int64 {
    guard let first = amounts[index].next[nights.lowerBound], first < nights.upperBound,
      let wanted = amounts[index].ofNights[first]
    else { return 0 }
    guard let left = sums.leftOfEach else { return wanted }
    return min(wanted, try MinorUnits.rounded(left[index], by: Percentage.parts))
  }

  // MARK: Line by line

  /// What is taken off the nights of a stay by their prices, each of which keeps at least nothing.
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

  /// Takes amounts off nights until nothing remains of them.
  private struct Taking {
    var remaining: [Int64]
    /// The place of the first night.
    let first: Int
    var reductions: [Reduction] = []

    /// Takes an amount off the nights by their weights, and what these do not have off the others.
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
      // Rounding may leave a minor unit that its own nights do not have any more.
      try share(by: left { weights[$0] > 0 })
      try share(by: left { _ in true })
      for (index, amount) in taken.enumerated() where amount != 0 {
        reductions.append(Reduction(name: name, place: first + index, amountMinor: amount))
      }
    }
  }
}
