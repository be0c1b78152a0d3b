/// A free campsite, with the dates and price of the stay.
public struct SiteOffer {
  /// The campsite.
  public let site: CampSite

  /// The dates.
  public let dates: StayDates

  /// The price of the whole stay; nil where it cannot be calculated.
  public let price: StayPrice?

  /// Why the price cannot be calculated, for instance because an amount is too large.
  public var priceFault: CampgroundError?
}

/// A campsite that is not offered, and why.
public struct SiteRefusal {
  /// One reason.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// A need is not met.
    case unfit(UnmetNeed)
    /// Retired from that date on.
    case retired(CalendarDate)
    /// Some of the nights are taken or closed.
    case taken(TakenStay)
    /// A stay rule refuses it.
    case rule(StayRuleViolation)

    /// The reason as a phrase that follows the name of the campsite.
    public var description: String {
      switch self {
      case .unfit(let need): need.description
      case .retired(let date): "is retired from \(date)"
      case .taken(let stay): "is taken \(stay)"
      case .rule(let violation): "\(violation)"
      }
    }
  }

  /// The campsite.
  public let site: CampSite

  /// The reasons, without duplicates.
  public let reasons: [Reason]
}
