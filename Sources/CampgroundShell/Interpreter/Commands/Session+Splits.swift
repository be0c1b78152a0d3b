import Campground
import CommandKit
import ObjectGraph
import Rendering

/// Stays on several campsites, one after the other.
extension Session {
  func splitReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let site = try campSite(command, .destination)
    let date = try command.require(.changeDay)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Changed") {
      try $0.split(code, on: date, to: site, overridingRules: isOverriding)
    }
  }

  /// The changes of the campsite that `then` describes.
  func siteChanges(of command: ParsedCommand) throws -> [SiteChange] {
    try (command[.siteChanges] ?? []).map { term in
      SiteChange(on: term.date, to: try campSites.find(term.site))
    }
  }

  // MARK: Showing

  /// The campsites of a stay that changes them, each with its dates; no rows for a stay on one.
  func sitesTable(of reservation: Reservation) -> ResultTable {
    let spans = reservation.siteSpans
    return ResultTable(
      columns: [.init("site"), .init("from"), .init("to"), .number("nights")],
      rows: (spans.count > 1 ? spans : []).map { span in
        [
          Cell(span.name), Cell(span.dates.arrival), Cell(span.dates.departure),
          Cell(span.dates.nightCount),
        ]
      })
  }

  /// The stays whose guests change the site on a day, with where they come from.
  func changesFrom(on day: CalendarDate) throws -> [(stay: Reservation, mark: String)] {
    try reservations.siteChanges(on: day).map { ($0.stay, "from \($0.from.name ?? "")") }
  }

  /// The stays whose guests change the site on a day, with where they go to.
  func changesTo(on day: CalendarDate) throws -> [(stay: Reservation, mark: String)] {
    try reservations.siteChanges(on: day).map { ($0.stay, "to \($0.to.name ?? "")") }
  }
}
