/// The reports there are, each with what its figures mean.
public enum Report: String, Sendable, Hashable, CaseIterable {
  /// How full the campground is.
  case occupancy
  /// What the nights bring in.
  case revenue
  /// Who comes.
  case arrivals
  /// Who leaves.
  case departures
  /// Who is here.
  case inHouse = "inhouse"
  /// Who did not come.
  case noShows = "noshows"
  /// What was sold.
  case sales
  /// What was collected of each tax.
  case tax
  /// Who owes, and who has a credit.
  case balances

  /// What the figures of the report mean, in one line.
  public var definition: String {
    switch self {
    case .occupancy:
      "Sold: nights of reserved, checked-in and checked-out stays, and those held for late guests. "
        + "All: nights of all sites until they are retired. Available: all less closed."
    case .revenue:
      "Revenue: lodging posted for these nights, less discounts and allowances, without tax, fees and "
        + "what is kept of nights given up; the total of an imported stay that came is shared over "
        + "its nights. ADR: revenue per night sold. RevPAS: revenue per available site-night."
    case .arrivals:
      "Stays that begin on the day, the guest having come or not; canceled stays and no-shows do not "
        + "count."
    case .departures:
      "Stays that end on the day, the guest having left or not; canceled stays and no-shows do not "
        + "count."
    case .inHouse:
      "Stays that have the night of the day; canceled stays and no-shows do not count. Today: the "
        + "guests who are checked in."
    case .noShows:
      "No-shows by the day on which they were to arrive. Kept: what stays on the bill, with tax."
    case .sales:
      "Amounts before tax. What is taken back counts against the day on which that is done."
    case .tax: "Tax posted on these business days, less what was taken back on them."
    case .balances: "Bills of stays with a night on these days, as they stand now."
    }
  }
}
