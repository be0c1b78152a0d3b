import CampgroundPricing

extension StayRuleBook {
  /// The rules that a stay breaks, each with the nights at fault: `Peak: 2026-06-14 2026-06-15`.
  func broken(by stay: ProposedStay) -> [String] {
    violations(of: stay).map { violation in
      "\(violation.name): " + violation.nights.map { "\($0)" }.joined(separator: " ")
    }
  }
}

extension BookedPlace {
  static let site15 = BookedPlace(site: SiteID(rawValue: 15))
  static let site16 = BookedPlace(site: SiteID(rawValue: 16))
}

/// A date of a test.
func day(_ text: String) throws -> CalendarDate { try CalendarDate(parsing: text) }

/// The dates of a stay of a test.
func stay(_ arrival: String, _ departure: String) throws -> StayDates {
  try StayDates(arrival: day(arrival), departure: day(departure))
}
