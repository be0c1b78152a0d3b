/// Why a stay has no price.
public enum PricingError: Error, Hashable, Sendable {
  /// No rate covers the night at this place.
  case noRate(CalendarDate, BookedPlace)
  /// The amounts are too large to store.
  case tooLarge(Currency)
}

extension PricingError: CustomStringConvertible {
  /// The error as one sentence without a period.
  public var description: String {
    switch self {
    case .noRate(let night, _): "there is no rate for the night of \(night)"
    case .tooLarge(let currency): "the bill is too large in \(currency)"
    }
  }
}
