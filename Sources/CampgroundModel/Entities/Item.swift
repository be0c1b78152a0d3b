import ObjectGraph

/// Something that a campground sells.
public final class Item: ManagedObject {
  /// The name, unique in the campground.
  @Managed("name") public var name: String

  /// The price of one piece before tax, in minor units.
  @Managed("priceMinor") public var priceMinor: Int64

  /// The group of charges that it is taxed with; nil for none.
  @Managed("taxGroup") public var taxGroup: String?

  /// The number of pieces left, which sales count down; nil where nobody counts.
  @Managed("stock") public var stock: Int32?

  /// Whether it is sold at present.
  @Managed("isActive") public var isActive: Bool

  /// The campground; never nil in a saved one.
  @Managed("campground") public var campground: Campground?

  /// The sales of it.
  @Managed("sales") public var sales: Set<Sale>

  /// The price of one piece before tax.
  public var price: Money { Money(minorUnits: priceMinor, campground?.currency ?? .usd) }
}

extension Item: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "item"
}
