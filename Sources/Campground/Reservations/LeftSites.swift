import Foundation
import ObjectGraph

/// The campsites that guests left on the way, for another one of the same stay, and of which nobody
/// has noted since how far they are.
///
/// Nothing is done at the desk on the day of such a change, so that it is told by the dates of the
/// stay, and by what housekeeping noted from that day on.
struct LeftSites {
  /// Who left a campsite, and when.
  private let departures: [ManagedObjectID: (stay: Reservation, site: CampSite, date: CalendarDate)]

  /// The campsites of stays whose guests are here.
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

  /// Whether a campsite is one of them.
  func contains(_ site: CampSite) -> Bool { departures[site.objectID] != nil }

  /// Whether a guest who is to leave a campsite on a day may still be there.
  func has(_ site: CampSite?, leftBy stay: Reservation, on date: CalendarDate) -> Bool {
    site.flatMap { departures[$0.objectID] }.map { $0.stay === stay && $0.date == date } ?? false
  }
}

extension Event {
  /// The last event of each campsite that says how far it is, by the campsite's name.
  static func lastOfHousekeeping(
    since day: CalendarDate, at campground: Campground, in context: ManagedObjectContext
  ) throws -> [String: Event] {
    let request = Event.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "day >= %@ AND campground == %@ AND noun == %@ AND ANY changes.property == %@",
      day.midnightUTC, campground, "site", "readiness")
    request.sortDescriptors = [FetchSortDescriptor(key: "number", ascending: true)]
    return Dictionary(
      try context.fetch(request).compactMap { event in event.name.map { ($0, event) } }
    ) { $1 }
  }
}
