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
}
