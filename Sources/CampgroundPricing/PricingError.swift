/// Why a bill cannot be made.
public enum PricingError: Error, Hashable, Sendable {
  /// The amounts are too large to store.
  case tooLarge(Currency)
}

extension PricingError: CustomStringConvertible {
  /// The error as one sentence without a period.
  public var description: String {
    switch self {
    case .tooLarge(let currency): "the bill is too large in \(currency)"
    }
  }
}
