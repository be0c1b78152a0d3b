import Campground
import Foundation
import Rendering

/// The commands about campgrounds.
extension Session {
  func use(_ command: ParsedCommand) throws -> Answer {
    let campground = try campground(command)
    chosenCampground = campground.objectID
    return .message("Now at \(campground.name)", record: record(of: campground))
  }

  func addCampground(_ command: ParsedCommand) throws -> Answer {
    let zone = command[.timeZone].flatMap(TimeZone.init(identifier:)) ?? timeZone
    let currency = try command[.currency].map { try Currency($0) } ?? .usd
    let campground = try campgrounds.add(
      try command.require(.name), timeZone: zone, currency: currency)
    return .message("Added campground \(campground.name)", record: record(of: campground))
  }

  func listCampgrounds() throws -> Answer {
    let current = try campgrounds.current()
    return .table(
      ResultTable(
        columns: [.init("campground"), .init("timezone"), .init("currency"), .init("current")],
        rows: try campgrounds.campgrounds().map { campground in
          [
            .text(campground.name), .text(campground.timeZoneIdentifier),
            .text(campground.currencyCode), .boolean(campground === current),
          ]
        }), empty: "No campgrounds yet; add one with campground add")
  }

  func showCampground(_ command: ParsedCommand) throws -> Answer {
    let campground = try campground(command)
    let counts: Answer.Record = [
      ("campsites", Cell(campground.sites.count)),
      ("reservations", Cell(campground.reservations.count)),
    ]
    return .details(record(of: campground) + counts, lists: [])
  }

  private func record(of campground: Campground) -> Answer.Record {
    [
      ("campground", .text(campground.name)), ("timezone", .text(campground.timeZoneIdentifier)),
      ("currency", .text(campground.currencyCode)),
    ]
  }
}
