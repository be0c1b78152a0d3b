import ObjectGraph

/// Something that a campground has by a name of its own: a rate, a tax, a policy.
public protocol CampgroundRule: ManagedObject {
  /// What it is called in messages.
  static var noun: String { get }

  /// The name, which no other of its kind has at the campground.
  var name: String { get set }

  /// The campground; never nil in a saved one.
  var campground: Campground? { get set }
}

extension Season: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "season"
}

extension Rate: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "rate"
}

extension Discount: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "discount"
}

extension Tax: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "tax"
}

extension Fee: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "fee"
}

extension DepositRule: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "deposit rule"
}

extension StayRule: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "rule"
}

extension CancellationPolicy: CampgroundRule {
  /// What it is called in messages.
  public static let noun = "cancellation policy"
}
