import ObjectGraph

/// Something that a campground sells.
public final class Item: CampgroundRule {
  public override class var noun: String { "item" }
  public override class var remedy: String { "mark it inactive instead" }

  /// The codes of the item's sales.
  public override var users: [String] { sales.codes }

  /// The price of one piece in minor units, before tax unless it includes its taxes.
  @Managed("priceMinor") public var priceMinor: Int64

  /// The tax group that it belongs to; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// Whether the price includes its percentage taxes.
  @Managed("includesTax") public var includesTax: Bool

  /// The number of pieces left, which sales reduce; nil where stock is not counted.
  @Managed("stock") public var stock: Int32?

  /// Whether the item is currently on sale.
  @Managed("isActive") public var isActive: Bool

  /// The sales of the item.
  @Managed("sales") public var sales: Set<Sale>

  /// The price of one piece, before tax unless it includes its taxes.
  public var price: Money { Money(minorUnits: priceMinor, campground?.currency ?? .usd) }
}
