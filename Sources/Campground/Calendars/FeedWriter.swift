import Foundation
import ObjectGraph

/// Writes the iCalendar file of a feed.
struct FeedWriter {
  let feed: CalendarFeed
  /// The identifier of the store.
  let store: String
  let now: Date
  /// The first day of interest; what ended before it is left out.
  let first: CalendarDate

  /// What follows the name of a stay or a closure in its identifier.
  static func host(ofStore identifier: String) -> String {
    "@\(identifier.lowercased()).campground"
  }

  func text(stays: [Reservation], closures: [SiteBlock]) -> String {
    var text = ICalendarText()
    text.add("BEGIN", "VCALENDAR")
    text.add("VERSION", "2.0")
    text.add("PRODID", "-//CampgroundManager//EN")
    text.add("CALSCALE", "GREGORIAN")
    text.add("METHOD", "PUBLISH")
    let place = feed.campSite == nil && feed.siteClass == nil ? "" : " · \(feed.scopeWords)"
    text.add("X-WR-CALNAME", text: (feed.campground?.name ?? "") + place)
    for stay in stays { add(stay, to: &text) }
    for closure in closures { add(closure, to: &text) }
    text.add("END", "VCALENDAR")
    return text.text
  }

  // MARK: Stays

  private func add(_ stay: Reservation, to text: inout ICalendarText) {
    guard let status = status(of: stay) else { return }
    for (index, span) in spans(of: stay).enumerated() where isWanted(span, of: stay) {
      // The events of a stay on several campsites differ by their place in it.
      let name = index == 0 ? stay.code : "\(stay.code)-\(index + 1)"
      add(
        name, from: span.dates.arrival, to: span.dates.departure, status,
        summary: summary(of: stay),
        place: span.name.map { "Site \($0)" } ?? stay.className.map { "Class \($0)" },
        details: feed.showsNames ? stay.camper?.phoneNumber : nil, to: &text)
    }
  }

  private func spans(of stay: Reservation) -> [SiteSpan] {
    let spans = stay.siteSpans
    guard spans.isEmpty, let dates = stay.dates else { return spans }
    return [SiteSpan(site: stay.campSite, name: stay.campSite?.name, dates: dates)]
  }

  private func isWanted(_ span: SiteSpan, of stay: Reservation) -> Bool {
    guard span.dates.departure >= first else { return false }
    if let site = feed.campSite { return span.site === site }
    guard let siteClass = feed.siteClass else { return true }
    return span.site.map { $0.siteClass === siteClass } ?? (stay.siteClass === siteClass)
  }

  /// The status as the format has it; nil for a stay that never took a night.
  private func status(of stay: Reservation) -> String? {
    switch stay.state(at: now) {
    case .hold: "TENTATIVE"
    case .reserved, .checkedIn, .checkedOut: "CONFIRMED"
    case .canceled, .noShow, .expired: "CANCELLED"
    case .draft, .requested, .declined, nil: nil
    }
  }

  private func summary(of stay: Reservation) -> String {
    let word = stay.state(at: now) == .hold ? "Hold" : "Reserved"
    guard feed.showsNames, let name = stay.camper?.fullName else { return word }
    return "\(name) · \(stay.code)" + (word == "Hold" ? " · hold" : "")
  }

  // MARK: Closures

  private func add(_ closure: SiteBlock, to text: inout ICalendarText) {
    add(
      "B-\(closure.objectID.reference)", from: closure.firstDay, to: closure.reopening, "CONFIRMED",
      summary: feed.showsNames ? "Not available · \(closure.reason)" : "Not available",
      place: closure.campSite.map { "Site \($0.name)" }, details: nil, to: &text)
  }

  private func add(
    _ name: String, from start: CalendarDate, to end: CalendarDate, _ status: String,
    summary: String, place: String?, details: String?, to text: inout ICalendarText
  ) {
    text.add("BEGIN", "VEVENT")
    text.add("UID", name + Self.host(ofStore: store))
    text.add("DTSTAMP", instant: now)
    text.add("DTSTART", date: start)
    text.add("DTEND", date: end)
    text.add("STATUS", status)
    text.add("SUMMARY", text: summary)
    if let place { text.add("LOCATION", text: place) }
    if let details { text.add("DESCRIPTION", text: details) }
    text.add("END", "VEVENT")
  }
}
