/// Why a stay has no price.
public enum PricingError: Error, Hashable, Sendable {
  /// No rate is for a night on that place.
  case noRate(CalendarDate, BookedPlace)
  /// The amounts are larger than can be kept.
  case tooLarge(Currency)
}

extension PricingError: CustomStringConvertible {
  /// What is wrong as one sentence without a final stop.
  public var description: String {
    switch self {
    case .noRate(let night, _): "there is no rate for the night of \(night)"
    case .tooLarge(let currency): "the bill is too large in \(currency)"
    }
  }
}
