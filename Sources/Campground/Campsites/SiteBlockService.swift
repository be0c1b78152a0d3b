import ObjectGraph

/// Takes campsites out of service, for maintenance or for the office, and reopens them.
///
///     let blocks = SiteBlockService(managedObjectContext: context, storeStack: stack)
///     try blocks.block(site, dates, reason: "new hookup")
///
/// A block occupies its nights like a reservation, but is not one.
public final class SiteBlockService: Service {
  /// Closes a campsite from the first night until the day on which it reopens.
  ///
  /// An expired hold on one of the nights is ended; its other nights are offered to the waitlist.
  ///
  /// - Returns: The block, and the offers made to the waitlist for those nights.
  /// - Throws: `CampgroundError.invalidValue` without a reason, for a text that is too long or not
  ///   one line, and for a block that is too long; `.siteTaken`, which names the reservations and
  ///   blocks in the way; `.unfit` for a retired campsite; `.gone`.
  @discardableResult
  public func block(
    _ site: CampSite, _ dates: StayDates, kind: SiteBlockKind = .maintenance, reason: String
  ) throws -> (block: SiteBlock, offers: [WaitlistOffer]) {
    let reason = try Self.checked(reason: reason)
    try Self.check(dates)
    var offers: [WaitlistOffer] = []
    let made: SiteBlock = try scope.write { scratch in
      let site = try scratch.current(site)
      let block = SiteBlock(context: scratch)
      block.campSite = site
      block.firstDay = dates.arrival
      block.reopening = dates.departure
      block.kind = kind
      block.reason = reason
      let book = StayBook(scope, in: scratch)
      try NightLedger.occupy(
        dates, by: block, on: site, now: book.now, in: scratch, ending: { book.end($0) })
      offers = try book.offerLapsedNights()
      return block
    }
    return (made, offers)
  }

  /// Changes the dates, kind or reason of a block; nil leaves a value unchanged.
  ///
  /// - Returns: The block, and the offers made to the waitlist for nights that it frees.
  /// - Throws: as `block(_:_:kind:reason:)`.
  @discardableResult
  public func edit(
    _ block: SiteBlock, dates: StayDates? = nil, kind: SiteBlockKind? = nil, reason: String? = nil
  ) throws -> (block: SiteBlock, offers: [WaitlistOffer]) {
    let reason = try reason.map(Self.checked)
    try dates.map(Self.check)
    var offers: [WaitlistOffer] = []
    let edited: SiteBlock = try scope.write { scratch in
      let block = try scratch.current(block)
      if let kind { block.kind = kind }
      if let reason { block.reason = reason }
      if let dates, let site = block.campSite {
        let freed = block.nights.filter { !dates.contains(night: $0.date) }
        let freedNights = freed.map { SiteNight(site: site.name, date: $0.date) }
        for night in freed { scratch.delete(night) }
        block.firstDay = dates.arrival
        block.reopening = dates.departure
        let book = StayBook(scope, in: scratch)
        try NightLedger.occupy(
          dates, by: block, on: site, now: book.now, in: scratch, ending: { book.end($0) })
        offers = try site.campground.map { try book.offer(freedNights, at: $0) } ?? []
        offers += try book.offerLapsedNights()
      }
      return block
    }
    return (edited, offers)
  }

  private static func checked(reason: String) throws(CampgroundError) -> String {
    guard let reason = try NameRule.line(reason, of: "reason") else {
      throw .emptyName(of: "reason")
    }
    return reason
  }

  static func check(_ dates: StayDates) throws(CampgroundError) {
    guard dates.nightCount <= ReservationService.mostNights else {
      throw .stayTooLong(nights: dates.nightCount, most: ReservationService.mostNights)
    }
  }

  /// The block that closes a campsite on the night of a day.
  ///
  /// - Throws: `CampgroundError.refused` if the campsite is not out of service.
  public func find(_ site: CampSite, on day: CalendarDate) throws -> SiteBlock {
    let blocks = try managedObjectContext.fetch(
      SiteBlock.self, where: "campSite == %@ AND dateFrom <= %@ AND dateTo > %@", site,
      day.midnightUTC, day.midnightUTC)
    guard let block = blocks.first else {
      throw CampgroundError(
        about: [.date(day), .site(site.name)], "site \(site.name) is not out of service on \(day)",
        fix: .list(.closings))
    }
    return block
  }

  /// The blocks of the campground, or of one campsite, that end after a day, by first night and
  /// then by campsite.
  ///
  /// - Parameter day: nil for all blocks.
  public func blocks(
    endingAfter day: CalendarDate? = nil, site: CampSite? = nil
  ) throws -> [SiteBlock] {
    try managedObjectContext.fetch(
      FetchRequest<SiteBlock>(
        .all([
          "campSite.campground == %@": scope.campground(in: managedObjectContext),
          "dateTo > %@": day?.midnightUTC, "campSite == %@": site,
        ]), prefetching: ["campSite"])
    ).byFirstNight
  }

  /// Reopens a campsite: deletes the block and frees its nights.
  ///
  /// - Returns: The offers made to the waitlist for the nights.
  /// - Throws: `CampgroundError.gone`.
  @discardableResult
  public func delete(_ block: SiteBlock) throws -> [WaitlistOffer] {
    try scope.change { scratch in
      let block = try scratch.current(block)
      let campground = block.campSite?.campground
      let nights = block.nights.map {
        SiteNight(site: $0.campSite?.name ?? "", date: $0.date)
      }
      for night in block.nights { scratch.delete(night) }
      scratch.delete(block)
      guard let campground else { return [] }
      return try StayBook(scope, in: scratch).offer(nights, at: campground)
    }
  }
}

extension [SiteBlock] {
  /// The blocks by first night and then by campsite.
  var byFirstNight: Self {
    map { (day: $0.firstDay, site: NaturalName($0.campSite?.name), block: $0) }
      .sorted { ($0.day, $0.site) < ($1.day, $1.site) }
      .map(\.block)
  }
}

extension SiteBlock {
  /// The closed nights; nil where the stored dates are invalid.
  public var dates: StayDates? { try? StayDates(arrival: firstDay, departure: reopening) }

  /// Ends the block on a day; deletes it if no nights remain.
  func end(on day: CalendarDate, in context: ManagedObjectContext) {
    guard firstDay < day else {
      context.delete(self)
      return
    }
    for night in nights where night.date >= day { context.delete(night) }
    reopening = day
  }
}
