import Foundation

/// The rates of the card that price one night.
struct NightRates {
  /// The most special rates of a night that have one by the night or by the week: where there is none
  /// by the week, the week is not for the night.
  private(set) var weekly: RateCard.Rate?
  private(set) var nightly: RateCard.Rate?
  /// For a month that the night is part of, special dates apart.
  private(set) var monthly: RateCard.Rate?
  /// Whether the night has a price of its own that no part of a month takes the place of.
  private(set) var isSpecial = false
  /// For a night without any other price.
  private(set) var prorated: RateCard.Rate?
  /// What was agreed at the desk.
  let agreedPriceMinor: Int64?

  init(of night: StayFacts.Night, in rates: [RateCard.Rate]) {
    agreedPriceMinor = night.agreedPriceMinor
    guard agreedPriceMinor == nil else { return }
    let groups = Self.groups(
      rates.filter { $0.scope.covers(night.date, at: night.place) })
    func first(_ kind: RateKind, in groups: some Sequence<[RateCard.Rate]>) -> RateCard.Rate? {
      groups.lazy.compactMap { $0.first { $0.kind == kind } }.first
    }
    isSpecial = groups.first?.first?.scope.isOfSpecialDates == true
    monthly = groups.first { $0.first?.scope.isOfSpecialDates == false }
      .flatMap { group in group.first { $0.kind == .monthly } }
    weekly = groups.first { group in group.contains { $0.kind != .monthly } }
      .flatMap { group in group.first { $0.kind == .weekly } }
    nightly = first(.nightly, in: groups)
    if nightly == nil { prorated = first(.weekly, in: groups) ?? first(.monthly, in: groups) }
  }

  /// Rates that are as special as each other, the most special ones first, each group in the order of
  /// the list.
  private static func groups(_ rates: [RateCard.Rate]) -> [[RateCard.Rate]] {
    let sorted = rates.map { ($0.scope.specificity, $0) }.sorted { left, right in
      left.0 != right.0
        ? left.0 < right.0 : (left.1.rank, left.1.name) < (right.1.rank, right.1.name)
    }
    var groups: [[RateCard.Rate]] = []
    for (index, (specificity, rate)) in sorted.enumerated() {
      if index > 0, sorted[index - 1].0 == specificity {
        groups[groups.count - 1].append(rate)
      } else {
        groups.append([rate])
      }
    }
    return groups
  }
}
