/// A campsite that is free, with the dates and the price of the stay there.
public struct SiteOffer {
  /// The campsite.
  public let site: CampSite

  /// The dates.
  public let dates: StayDates

  /// The price of the whole stay; nil where the campsite has none, or none that can be worked out.
  public let price: Money?

  /// Why the price cannot be worked out: an amount that is too large, for instance.
  public var priceFault: CampgroundError?
}

/// A campsite that is not offered, and why.
public struct SiteRefusal {
  /// One reason.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// It lacks something that is needed.
    case unfit(UnmetNeed)
    /// It is not let any more from that date.
    case retired(CalendarDate)
    /// Someone else has nights of the stay, or it is closed then.
    case taken(TakenStay)
    /// A rule about stays is against it.
    case rule(StayRuleViolation)

    /// The reason as a phrase that the name of the campsite can stand before.
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

  /// The reasons, none of them twice.
  public let reasons: [Reason]
}
