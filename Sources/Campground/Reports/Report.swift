/// The available reports, with the definitions of their figures.
public enum Report: String, Sendable, Hashable, CaseIterable {
  /// The occupancy of the campground.
  case occupancy
  /// The lodging revenue.
  case revenue
  /// Arrivals.
  case arrivals
  /// Departures.
  case departures
  /// Guests in house.
  case inHouse = "inhouse"
  /// No-shows.
  case noShows = "noshows"
  /// Sales.
  case sales
  /// The tax collected.
  case tax
  /// Balances due and credits.
  case balances
  /// What is on the books beside what was on them a year ago.
  case pace
  /// What is on the books by month.
  case forecast
  /// Payments by method.
  case payments
  /// Deposits held for stays to come.
  case deposits
  /// Balances due by age.
  case receivables

  /// The definition of the report's figures, in one line.
  public var definition: String {
    switch self {
    case .occupancy:
      "Sold: nights of reserved, checked-in and checked-out stays, and nights held for late guests. "
        + "All: nights of every site until it is retired. Available: all less those out of service."
    case .revenue:
      "Nights and posted: nights posted on these business days and their lodging less discounts. "
        + "Corrected: allowances, reversals and later differences posted on these days. ADR: "
        + "posted per night posted. RevPAS: posted and corrected per site-night available on the "
        + "days posted so far. Sold and booked: the nights on the books, and what their bills have "
        + "for them. All before tax and fees, without money kept for unused nights."
    case .arrivals:
      "Stays that begin on the day, arrived or expected; canceled stays and no-shows do not "
        + "count."
    case .departures:
      "Stays that end on the day, departed or departing; canceled stays and no-shows do not "
        + "count."
    case .inHouse:
      "Stays that include the night; canceled stays and no-shows do not count. Today: "
        + "guests who are checked in."
    case .noShows:
      "No-shows by arrival date. Kept: the amount left on the bill, including tax."
    case .sales:
      "Amounts before tax. A reversed sale counts on the day of the reversal."
    case .tax:
      "Posted on these business days, less reversals. Taxable: what the tax was charged on. Exempt: "
        + "what it was not charged on, with the reason; a stay that becomes exempt later moves from "
        + "taxable to exempt on that day. A tax by amount has no base."
    case .balances: "Bills of stays with a night in this period, as they stand now."
    case .pace:
      "On the books: nights of reserved, checked-in and checked-out stays, and their lodging less "
        + "discounts and allowances. Then: those of the same dates last year that were booked and "
        + "not canceled by the same day of that year. Final: as last year turned out."
    case .forecast:
      "Nights of reserved, checked-in and checked-out stays, and their lodging less discounts and "
        + "allowances, before tax. ADR: per night with a price. RevPAS: per site-night available."
    case .payments:
      "Payments and refunds of these business days, less reversed ones. Brought over: paid to the "
        + "program that stays were imported from, and in no drawer."
    case .deposits:
      "Payments less refunds and charges through that day, for stays that were neither checked in "
        + "nor canceled by then."
    case .receivables:
      "Balances due as they stand now, by the days since the last guest of the bill left or "
        + "canceled. Current: the guest has not left yet."
    }
  }
}
