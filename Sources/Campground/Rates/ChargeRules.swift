/// The rules by which nights are charged beside their prices, as they are at one time.
struct ChargeRules: Hashable, Sendable, Codable {
  /// The discounts that the stay gets, by name.
  var discounts: [DiscountRule]

  /// The fees for all types of sites, by name.
  var fees: [FeeRule]

  /// The taxes, by name.
  var taxes: [TaxRule]

  /// No rule at all.
  static let none = ChargeRules(discounts: [], fees: [], taxes: [])

  /// Whether there is no rule.
  var isEmpty: Bool { self == .none }

  /// Whether something of that name is charged by an amount for each night.
  func chargesEachNight(_ kind: ChargeKind, named text: String) -> Bool {
    let amounts = kind == .tax ? taxes.compactMap(FeeRule.init) : fees
    return amounts.contains { $0.basis.isEachNight && $0.isNamed(by: text) }
  }

  /// Whether there is a tax by percentage of that name on a group.
  func hasPercentage(named name: String, of group: String?) -> Bool {
    taxes.contains { $0.name == name && $0.group == group && $0.percentage != nil }
  }

  /// Whether something of that name is charged by an amount once a stay.
  func chargesOnce(_ kind: ChargeKind, named text: String) -> Bool {
    kind == .fee && fees.contains { !$0.basis.isEachNight && $0.isNamed(by: text) }
  }
}
