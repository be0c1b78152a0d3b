import ObjectGraph

/// Stays on several campsites, one after the other.
///
///     try service.split("R-1", on: july3, to: other)      // R-1 ends on July 3, R-2 goes on
///     try service.join("R-2")                             // all that is to come on R-2's campsite
extension ReservationService {
  /// Lets a stay go on upon another campsite from a date on, as a
  /// reservation with a code of its own.
  ///
  /// Of a guest who is here only nights from today on change. Nights keep their agreed price where
  /// the other campsite has the same one.
  ///
  /// - Throws: `SplitRule.outside`, `.changesAlready`, `.sameSite`, `.besideItself`, `.elsewhere`,
  ///   `.notBooked`;
  ///   `CampgroundError.unknownReservation`, `.stayIsOver`, `.nightsStayed`, `.siteTaken`,
  ///   `.stayRuleBroken`, `.partyTooLarge`, `.siteUnfit`.
  @discardableResult
  public func split(
    _ code: String, on date: CalendarDate, to site: CampSite, overridingRules: Bool = false
  ) throws -> StayChange {
    try change(code) { book, reservation in
      try book.split(
        reservation, on: date, to: book.context.current(site), overridingRules: overridingRules)
    }
  }

  /// Puts all that is to come of a stay onto the campsite of the part that the code names.
  ///
  /// - Throws: `SplitRule.onOneSite`, `.nothingToJoin`;
  ///   `CampgroundError.unknownReservation`, `.stayIsOver`, `.siteTaken`, `.stillOnSite`,
  ///   `.stayRuleBroken`, `.partyTooLarge`, `.siteUnfit`.
  @discardableResult
  public func join(_ code: String, overridingRules: Bool = false) throws -> StayChange {
    try change(code) { try $0.join($1, overridingRules: overridingRules) }
  }

  /// The parts of stays whose guests change the campsite on a day, by campsite and code: the parts
  /// that begin. For today also those of guests who should have changed before and did not.
  public func siteChanges(on day: CalendarDate) throws -> [Reservation] {
    guard let campground = try scope.campground(in: managedObjectContext) else { return [] }
    let beginning = try coming(on: day, at: campground)
    let isToday = day == scope.today(at: campground)
    let overdue = isToday ? try leftOver(on: day, at: campground) : []
    return Self.sorted(
      beginning.filter { StayChain.part(before: $0) != nil }
        + overdue.compactMap { StayChain.part(after: $0) })
  }
}
