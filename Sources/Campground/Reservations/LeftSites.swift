import Foundation
import ObjectGraph

/// The campsites that in-house guests have left for another one of the same stay, and whose
/// housekeeping status nobody has recorded since.
///
/// The desk does nothing on the day of such a move, so it is derived from the dates of the stay and
/// from what housekeeping has recorded since that day.
struct LeftSites {
  /// The stay that left each campsite, and the date.
  private let departures: [ManagedObjectID: (stay: Reservation, site: CampSite, date: CalendarDate)]

  /// Finds the campsites left by stays whose guests are in house.
  init(
    by stays: [Reservation], on today: CalendarDate, at campground: Campground?,
    in context: ManagedObjectContext
  ) throws {
    var left: [ManagedObjectID: (stay: Reservation, site: CampSite, date: CalendarDate)] = [:]
    for stay in stays {
      let spans = stay.siteSpans
      for (span, next) in zip(spans, spans.dropFirst()) where next.dates.arrival <= today {
        guard let site = span.site else { continue }
        let known = left[site.objectID]?.date ?? .init(dayNumber: .min)
        if known < next.dates.arrival {
          left[site.objectID] = (stay, site, next.dates.arrival)
        }
      }
    }
    guard let first = left.values.map(\.date).min(), let campground else {
      departures = [:]
      return
    }
    let notes = try Event.lastOfHousekeeping(since: first, at: campground, in: context)
    departures = left.filter { _, left in notes[left.site.name].map { $0.date < left.date } ?? true
    }
  }

  /// The campsites.
  var sites: [CampSite] { departures.values.map(\.site) }

  /// Whether a guest has left this campsite.
  func contains(_ site: CampSite) -> Bool { departures[site.objectID] != nil }

  /// Whether the guest of a stay may still be on a campsite that the stay leaves on a date.
  func has(_ site: CampSite?, leftBy stay: Reservation, on date: CalendarDate) -> Bool {
    site.flatMap { departures[$0.objectID] }.map { $0.stay === stay && $0.date == date } ?? false
  }
}

extension Event {
  /// The last housekeeping event of each campsite that was not undone, by the name of the campsite.
  static func lastOfHousekeeping(
    since day: CalendarDate, at campground: Campground, in context: ManagedObjectContext
  ) throws -> [String: Event] {
    return Dictionary(
      try context.fetch(
        Event.self,
        where:
          "day >= %@ AND campground == %@ AND noun == %@ AND isTakenBack == NO AND ANY changes.property == %@",
        day.midnightUTC, campground, "site", "readiness", by: ["number"]
      ).filter { $0.firstEvent?.kind?.isUndoing != true }
        .compactMap { event in event.name.map { ($0, event) } }
    ) { $1 }
  }
}
