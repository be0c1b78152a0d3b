import Foundation
import ObjectGraph

/// Imports the calendar of another program for a campsite: each of its events is a closure.
///
///     let summary = try importer.importCalendar(from: data, of: "Airbnb", for: site)
///     print(summary.made, summary.moved, summary.lifted, summary.conflicts)
///
/// A calendar is a whole picture of what is taken there. An event that has a closure moves it, one
/// that has none makes one, and a closure to come whose event is gone is lifted. Past nights stay as
/// they are. Our own events are passed over, because they tell of stays that the campground has.
public final class CalendarImporter: Service {
  /// An event for which the campsite could not be closed.
  public struct Conflict: Hashable, Sendable {
    /// The summary of the event.
    public let summary: String
    /// The first night.
    public let start: CalendarDate
    /// The day on which the campsite would be open again.
    public let end: CalendarDate
    /// Why it could not be closed.
    public let reason: String
    /// The line of the event in the file.
    public let line: Int
  }

  /// What an import did.
  public struct Summary: Hashable, Sendable {
    /// The numbers of closures made, moved, lifted, and left as they were.
    public internal(set) var (made, moved, lifted, unchanged) = (0, 0, 0, 0)
    /// The number of our own events, which were passed over.
    public internal(set) var own = 0
    /// The number of events that are over.
    public internal(set) var past = 0
    /// The events for which the campsite could not be closed.
    public internal(set) var conflicts: [Conflict] = []
    /// What was offered to the waitlist for nights that are free again.
    public internal(set) var offers: [WaitlistOffer] = []
  }

  /// Imports a calendar.
  ///
  /// An event that meets a stay or another closure is not made, but listed; the others are.
  ///
  /// - Parameters:
  ///   - feed: the name that says which closures are of this calendar.
  ///   - isDryRun: whether to say what would be done, and do nothing.
  /// - Throws: `ICalendarProblem` for a file that cannot be read, `CampgroundError.invalidValue` for
  ///   a name that is empty, too long or not one line, and `.gone`.
  public func importCalendar(
    from data: Data, of feed: String, for site: CampSite, isDryRun: Bool = false
  ) throws -> Summary {
    let feed = try NameRule.checked(feed, of: "feed")
    let zone = site.campground?.timeZone ?? .gmt
    let events = try ICalendarReader(timeZone: zone).events(in: data)
    let own = FeedWriter.host(ofStore: FeedService(scope).storeIdentifier)
    return try scope.change(
      { scratch in
        let site = try scratch.current(site)
        var run = CalendarImport(
          feed: feed, site: site, book: StayBook(scope, in: scratch),
          today: scope.today(at: site.campground))
        try run.take(events.filter { !$0.identifier.lowercased().hasSuffix(own) })
        run.summary.own = events.count { $0.identifier.lowercased().hasSuffix(own) }
        return run.summary
      }, if: { !isDryRun && $0.made + $0.moved + $0.lifted > 0 })
  }
}

/// The import of one calendar, within its transaction.
private struct CalendarImport {
  let feed: String
  let site: CampSite
  let book: StayBook
  let today: CalendarDate
  var summary = CalendarImporter.Summary()

  mutating func take(_ events: [ICalendarEvent]) throws {
    var known = Dictionary(
      site.blocks.filter { $0.feed == feed && !$0.isDeleted }.map { ($0.feedIdentifier ?? "", $0) },
      uniquingKeysWith: { first, _ in first })
    var wanted: [(event: ICalendarEvent, block: SiteBlock?)] = []
    var seen: Set<String> = []
    for event in events where seen.insert(event.identifier).inserted {
      let block = known.removeValue(forKey: event.identifier)
      guard event.end > today else {
        summary.past += 1
        continue
      }
      wanted.append((event, block))
    }
    // First the nights that are free again, on which others may be closed.
    var freed: [SiteNight] = []
    for block in known.values where block.reopening > today { freed += lift(block) }
    for (event, block) in wanted {
      if let block { freed += shrink(block, to: dates(of: event, block)) }
    }
    for (event, block) in wanted { try close(event, block) }
    let taken = Set(site.blocks.filter { !$0.isDeleted }.flatMap(\.nights).map(\.date))
    if let campground = site.campground {
      summary.offers = try book.offer(freed.filter { !taken.contains($0.date) }, at: campground)
      summary.offers += try book.offerLapsedNights()
    }
  }

  /// The dates of a closure: nights that are past stay as they are.
  private func dates(of event: ICalendarEvent, _ block: SiteBlock?) -> (CalendarDate, CalendarDate)
  {
    let first = block.map { $0.firstDay < today ? $0.firstDay : max(event.start, today) }
    return (first ?? max(event.start, today), event.end)
  }
}

extension CalendarImport {
  /// Lifts a closure whose event is gone, from today on.
  ///
  /// - Returns: the nights that are free again.
  private mutating func lift(_ block: SiteBlock) -> [SiteNight] {
    summary.lifted += 1
    let freed = block.nights.filter { $0.date >= today }
    let nights = freed.map { SiteNight(site: site.name, date: $0.date) }
    for night in freed { book.context.delete(night) }
    block.end(on: today, in: book.context)
    return nights
  }

  /// Frees the nights of a closure that its event no longer has.
  private func shrink(
    _ block: SiteBlock, to dates: (start: CalendarDate, end: CalendarDate)
  ) -> [SiteNight] {
    let freed = block.nights.filter { !(dates.start..<dates.end).contains($0.date) }
    let nights = freed.map { SiteNight(site: site.name, date: $0.date) }
    for night in freed { book.context.delete(night) }
    return nights
  }

  /// Closes the campsite for an event, or lists why it cannot be closed.
  private mutating func close(_ event: ICalendarEvent, _ known: SiteBlock?) throws {
    let (start, end) = dates(of: event, known)
    let isSame = known.map { $0.firstDay == start && $0.reopening == end } ?? false
    let reason = NameRule.mended(event.summary) ?? feed
    if isSame, let known {
      if known.reason != reason { known.reason = reason }
      summary.unchanged += 1
      return
    }
    let block = known ?? make(event.identifier)
    do {
      let dates = try StayDates(arrival: start, departure: end)
      try SiteBlockService.check(dates)
      let book = book
      try NightLedger.occupy(
        dates, by: block, on: site, now: book.now, in: book.context, ending: { book.end($0) })
      (block.firstDay, block.reopening, block.reason) = (start, end, reason)
      if known == nil { summary.made += 1 } else { summary.moved += 1 }
    } catch let error as CampgroundError
      where [.siteTaken, .unfit, .invalidValue, .outOfRange].contains(error.code)
    {
      summary.conflicts.append(
        CalendarImporter.Conflict(
          summary: reason, start: start, end: end, reason: error.text, line: event.line))
      if known == nil { book.context.delete(block) } else { keepRest(of: block) }
    }
  }

  private func make(_ identifier: String) -> SiteBlock {
    let block = SiteBlock(context: book.context)
    block.campSite = site
    block.kind = .office
    (block.feed, block.feedIdentifier) = (feed, identifier)
    return block
  }

  /// Leaves a closure with the nights of its former dates that its event still has.
  private mutating func keepRest(of block: SiteBlock) {
    let nights = block.nights.filter { !$0.isDeleted }.map(\.date)
    guard let first = nights.min(), let last = nights.max() else {
      book.context.delete(block)
      summary.lifted += 1
      return
    }
    if block.firstDay != first || block.reopening != last.advanced(by: 1) {
      (block.firstDay, block.reopening) = (first, last.advanced(by: 1))
      summary.moved += 1
    }
  }
}
