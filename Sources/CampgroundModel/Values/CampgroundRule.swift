import ObjectGraph

/// A named rule or season of a campground: a rate, a tax, a policy.
public protocol CampgroundRule: ManagedObject {
  /// The noun that messages use.
  static var noun: String { get }

  /// The name, unique among the rules of its kind at the campground.
  var name: String { get set }

  /// The campground; never nil once saved.
  var campground: Campground? { get set }
}

extension Season: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "season"
}

extension Rate: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "rate"
}

extension Discount: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "discount"
}

extension Tax: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "tax"
}

extension Fee: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "fee"
}

extension DepositRule: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "deposit rule"
}

extension StayRule: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "rule"
}

extension CancellationPolicy: CampgroundRule {
  /// The noun that messages use.
  public static let noun = "cancellation policy"
}
