import ObjectGraph

/// A search for campsites: dates, length of stay, and needs.
///
///     let needs = SiteNeeds(CampSiteFeatures(electricity: .amperes(30), people: 4))
///     AvailabilityQuery(dates, needs: needs)
///     AvailabilityQuery(nights: 3, within: july, best: true)
public struct AvailabilityQuery: Sendable, Hashable {
  /// The longest window for flexible dates, in nights.
  public static let longestWindow = 366

  /// The nights within which the stay must lie; for fixed dates, the stay itself.
  public let window: StayDates

  /// The length of the stay in nights, at most that of the window.
  public let nights: Int

  /// The requirements for the campsite.
  public var needs: SiteNeeds

  /// How many of the people are children, for the price.
  public var children = 0

  /// Whether to return only the best dates of each campsite: the cheapest, and of these the
  /// earliest.
  public var wantsBest: Bool

  /// A discount to apply to the prices, on top of automatic ones.
  public var discount: ManagedObjectID?

  /// Whether to include campsites that a stay rule refuses, for staff who may override it.
  public var overridesRules: Bool

  /// Makes a query for fixed dates.
  public init(
    _ dates: StayDates, needs: SiteNeeds = SiteNeeds(), overridingRules: Bool = false
  ) {
    window = dates
    nights = dates.nightCount
    self.needs = needs
    wantsBest = false
    overridesRules = overridingRules
  }

  /// Makes a query for any dates within a window: every arrival whose departure falls within it.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a window of more than `longestWindow` nights, and
  ///   for a stay longer than the window.
  public init(
    nights: Int, within window: StayDates, needs: SiteNeeds = SiteNeeds(), best: Bool = false,
    overridingRules: Bool = false
  ) throws(CampgroundError) {
    try RuleCheck.range(
      window.nightCount, "the date range, in nights,", 1...Self.longestWindow)
    try RuleCheck.range(nights, "nights", 1...window.nightCount)
    self.window = window
    self.nights = nights
    self.needs = needs
    wantsBest = best
    overridesRules = overridingRules
  }

  /// Whether there is more than one possible arrival.
  public var isFlexible: Bool { nights < window.nightCount }

  /// The possible dates, by arrival.
  var choices: [StayDates] {
    (0...(window.nightCount - nights)).compactMap { offset in
      try? StayDates(arrival: window.arrival.advanced(by: offset), nights: nights)
    }
  }
}
