import ObjectGraph

extension ReservationService {
  /// The reservation of a code, `R-1`, `r-1` or `R-new1`, at whatever campground.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func find(_ code: String) throws -> Reservation {
    guard let stay: Reservation = try scope.object(coded: code, in: managedObjectContext) else {
      throw CampgroundError.unknown(.stay(code), "reservation \(code)", fix: .list(.stays))
    }
    return stay
  }

  /// The reservations of the campground in that state, on that site and of that camper, by date of
  /// arrival and then by number; nil asks for nothing.
  ///
  /// - Parameters:
  ///   - site: asks for stays on the campsite, and for those of guests who had nights there before
  ///     they were moved.
  ///   - from: asks for stays that have a night on that date or later.
  ///   - limit: the greatest number of reservations, or 0 for all.
  ///   - offset: how many are passed over.
  public func list(
    status: ReservationStatus? = nil, site: CampSite? = nil, camper: Camper? = nil,
    from: CalendarDate? = nil, limit: Int = 0, offset: Int = 0
  ) throws -> Page<Reservation> {
    guard let campground = try scope.campground(in: managedObjectContext) else {
      return Page(rows: [], offset: 0, total: 0)
    }
    // A site or a camper says more than the campground: what hangs on them is shown wherever it is.
    var conditions: [FetchPredicate] = []
    if let status {
      conditions.append(try FetchPredicate(format: "status == %@", status.rawValue))
    }
    if let site { conditions.append(try stays(withNightsOn: site)) }
    if let camper { conditions.append(try FetchPredicate(format: "camper == %@", camper)) }
    if let from {
      conditions.append(try FetchPredicate(format: "dateTo > %@", from.midnightUTC))
    }
    var counted = conditions
    if site == nil, camper == nil, try hasSeveralCampgrounds() {
      counted.append(try FetchPredicate(format: "campground == %@", campground))
      // In words that no index of campgrounds serves: it has half of all reservations in no order,
      // and the index by date leads to the first of them at once.
      conditions.append(try FetchPredicate(format: "NOT (campground != %@)", campground))
    }
    let request = Reservation.fetchRequest()
    request.predicate = CompoundPredicate(andPredicateWithSubpredicates: conditions)
    request.sortDescriptors = [
      FetchSortDescriptor(key: "dateFrom", ascending: true),
      FetchSortDescriptor(key: "number", ascending: true),
    ]
    request.relationshipKeyPathsForPrefetching = ["segments.campSite", "camper"]
    return try managedObjectContext.page(
      of: request, counting: CompoundPredicate(andPredicateWithSubpredicates: counted),
      limit: limit, offset: offset)
  }

  /// Stays with nights on a campsite, also past ones of a guest who was moved.
  private func stays(withNightsOn site: CampSite) throws -> FetchPredicate {
    try FetchPredicate(
      format:
        "SUBQUERY(segments, $segment, $segment.campSite == %@ AND $segment.isGivenUp == NO).@count > 0",
      site)
  }

  /// Whether the store has more campgrounds than one.
  ///
  /// Of a single one no query has to ask for it, and the index by date has
  /// its reservations in order.
  private func hasSeveralCampgrounds() throws -> Bool {
    try managedObjectContext.count(for: Campground.fetchRequest()) > 1
  }

  /// All of them that `list` would give.
  public func reservations(
    status: ReservationStatus? = nil, site: CampSite? = nil, camper: Camper? = nil,
    limit: Int = 0
  ) throws -> [Reservation] {
    try list(status: status, site: site, camper: camper, limit: limit).rows
  }
}
