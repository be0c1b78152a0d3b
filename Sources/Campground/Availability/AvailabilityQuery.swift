import ObjectGraph

/// What is asked of the campsites: when, for how long, and what is needed.
///
///     AvailabilityQuery(dates, needs: SiteNeeds(electricity: .amperes(30), people: 4))
///     AvailabilityQuery(nights: 3, within: july, best: true)
public struct AvailabilityQuery: Sendable, Hashable {
  /// The most nights of a window of flexible dates.
  public static let longestWindow = 366

  /// The nights within which the stay is to lie; for a stay of fixed dates its own.
  public let window: StayDates

  /// The number of nights, at most those of the window.
  public let nights: Int

  /// What is needed of the campsite.
  public var needs: SiteNeeds

  /// How many of the people who are to fit are children, for the prices.
  public var children = 0

  /// Whether only the best dates of each campsite are wanted, the cheapest and of these the
  /// earliest, where several would do.
  public var wantsBest: Bool

  /// The discount that is asked for by name, for the prices; automatic ones are given besides.
  public var discount: ManagedObjectID?

  /// Whether campsites are offered although a rule about stays is against it, as to the office.
  public var overridesRules: Bool

  /// Makes a question about fixed dates.
  public init(
    _ dates: StayDates, needs: SiteNeeds = SiteNeeds(), overridingRules: Bool = false
  ) {
    window = dates
    nights = dates.nightCount
    self.needs = needs
    wantsBest = false
    overridesRules = overridingRules
  }

  /// Makes a question about any dates within a window: every arrival that leaves by its end.
  ///
  /// - Throws: `CampgroundError.outOfRange` for a window of more than `longestWindow` nights, and
  ///   for a number of nights that the window does not have.
  public init(
    nights: Int, within window: StayDates, needs: SiteNeeds = SiteNeeds(), best: Bool = false,
    overridingRules: Bool = false
  ) throws(CampgroundError) {
    guard window.nightCount <= Self.longestWindow else {
      throw .outOfRange(
        "the date range, in nights,", value: window.nightCount, allowed: 1...Self.longestWindow)
    }
    guard (1...window.nightCount).contains(nights) else {
      throw .outOfRange("nights", value: nights, allowed: 1...window.nightCount)
    }
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
