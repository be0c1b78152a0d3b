import Foundation
import ObjectGraph

/// The iCalendar files of stays and closures, for booking sites and phones.
///
///     let feed = try feeds.add("Airbnb", at: url, of: .site(site))
///     try feeds.text(of: feed).write(to: url, atomically: true, encoding: .utf8)
///
/// A file has an event for each stay and each closure on its campsites, with dates rather than
/// times. An event has the same UID for as long as its stay lasts: a hold is tentative, a reservation
/// confirmed; a canceled stay remains as a canceled event, so that readers remove it.
public final class FeedService: Service {
  /// What a feed is about.
  public enum Scope {
    /// All campsites, and stays that have none yet.
    case all
    /// One campsite.
    case site(CampSite)
    /// The campsites of a class, and its stays that have none yet.
    case siteClass(SiteClass)
  }

  /// How many days a stay remains in a feed after it has ended.
  public static let daysAfter = 31

  /// Adds a feed.
  ///
  /// - Parameters:
  ///   - path: the absolute path of its file, which is not written.
  ///   - showsNames: whether it names the guests.
  /// - Throws: `CampgroundError.invalidValue` for a name that is empty, too long or not one line;
  ///   `.nameTaken` for a name or a file that another feed has; `.gone`.
  @discardableResult
  public func add(
    _ name: String, at path: String, of target: Scope = .all, showsNames: Bool = false
  ) throws -> CalendarFeed {
    let name = try NameRule.checked(name, of: "feed")
    return try scope.write { scratch in
      let campground = try scope.campgroundOrNew(in: scratch)
      for other in campground.feeds {
        try refuse(
          unless: other.name.lowercased() != name.lowercased(), .nameTaken,
          about: [.property("name"), .named("feed", name)], "there is already a feed \(other.name)",
          fix: .advice("choose another name"))
        try refuse(
          unless: other.path != path, .nameTaken, about: [.property("to")],
          "\(path) is the file of feed \(other.name)", fix: .advice("choose another file"))
      }
      let feed = CalendarFeed(context: scratch)
      (feed.name, feed.path, feed.showsNames) = (name, path, showsNames)
      switch target {
      case .all: break
      case .site(let site): feed.campSite = try scratch.current(site)
      case .siteClass(let siteClass): feed.siteClass = try scratch.current(siteClass)
      }
      feed.campground = campground
      return feed
    }
  }

  /// The feeds of the campground, by name.
  public func feeds() throws -> [CalendarFeed] {
    try scope.campground(in: managedObjectContext)?.feeds.naturallySorted(by: \.name) ?? []
  }

  /// The feed of a name, regardless of case.
  ///
  /// - Throws: `CampgroundError.unknown`.
  public func find(_ name: String) throws -> CalendarFeed {
    let feeds = try feeds()
    if let feed = feeds.first(where: { $0.name.lowercased() == name.lowercased() }) { return feed }
    let names = feeds.map(\.name)
    throw CampgroundError.unknown(
      .named("feed", name), "feed \(name)",
      fix: .advice(names.isEmpty ? "\"feed add\" adds one" : "there is \(names.listed())"))
  }

  /// Deletes a feed; its file stays.
  ///
  /// - Throws: `CampgroundError.gone`.
  public func delete(_ feed: CalendarFeed) throws {
    try scope.change { scratch in scratch.delete(try scratch.current(feed)) }
  }

  // MARK: Writing

  /// The text of a feed's file.
  ///
  /// Costs a read of the stays and closures that end after the last 31 days.
  public func text(of feed: CalendarFeed) throws -> String {
    guard let campground = feed.campground else { return "" }
    let writer = FeedWriter(
      feed: feed, store: storeIdentifier, now: scope.clock.now,
      first: scope.today(at: campground).advanced(by: -Self.daysAfter))
    return writer.text(
      stays: try stays(of: feed, writer.first), closures: try closures(of: feed, writer.first))
  }

  private func stays(of feed: CalendarFeed, _ first: CalendarDate) throws -> [Reservation] {
    try managedObjectContext.fetch(
      FetchRequest<Reservation>(
        where:
          "campground == %@ AND dateTo >= %@ AND NOT status IN {'Draft', 'Requested', 'Declined'}",
        feed.campground, first.midnightUTC, by: ["number"])
    ).filter { stay in
      guard let siteClass = feed.siteClass else { return true }
      return stay.siteClass === siteClass
        || stay.siteSpans.contains { $0.site?.siteClass === siteClass }
    }
  }

  private func closures(of feed: CalendarFeed, _ first: CalendarDate) throws -> [SiteBlock] {
    try managedObjectContext.fetch(
      FetchRequest<SiteBlock>(
        .all([
          "campSite.campground == %@": feed.campground, "dateTo >= %@": first.midnightUTC,
          "campSite == %@": feed.campSite, "campSite.siteClass == %@": feed.siteClass,
        ]), prefetching: ["campSite"])
    ).byFirstNight
  }
}
