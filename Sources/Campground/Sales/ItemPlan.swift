import Foundation
import ObjectGraph

/// The properties of an item other than the name.
public struct ItemPlan {
  /// The price of one piece, zero or more; before tax unless it includes its taxes.
  public var price: Decimal
  /// Whether the price includes its percentage taxes.
  public var includesTax: Bool
  /// The tax group, one of `RateService.taxGroups()`; nil for none.
  public var taxGroup: String?
  /// The number of pieces left, zero or more; nil where stock is not counted.
  public var stock: Int?
  /// Whether the item is currently on sale.
  public var isActive: Bool

  /// Makes a plan.
  public init(
    price: Decimal, includesTax: Bool = false, taxGroup: String? = nil, stock: Int? = nil,
    isActive: Bool = true
  ) {
    self.price = price
    self.includesTax = includesTax
    self.taxGroup = taxGroup
    self.stock = stock
    self.isActive = isActive
  }
}

extension Item: PlannedRule {
  /// The present properties.
  public var plan: ItemPlan {
    ItemPlan(
      price: price.amount, includesTax: includesTax, taxGroup: taxGroup,
      stock: stock.map { Int($0) },
      isActive: isActive)
  }

  /// The allowed numbers of pieces.
  static let possibleStock = 0...1_000_000

  /// Applies a plan.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a price that is negative, too precise or too
  ///   large; `.outOfRange`, and `.unknown` for a group without a tax.
  public func take(_ plan: ItemPlan, in context: ManagedObjectContext) throws {
    priceMinor = try RuleCheck.minorUnits(
      of: plan.price, Self.noun, in: campground?.currency ?? .usd)
    includesTax = plan.includesTax
    taxGroup = try TaxGroup.checked(plan.taxGroup, at: campground, in: context)
    try RuleCheck.range(plan.stock, "stock", Self.possibleStock)
    stock = plan.stock.map { Int32(clamping: $0) }
    isActive = plan.isActive
  }
}
