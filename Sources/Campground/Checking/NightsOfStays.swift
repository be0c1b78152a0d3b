import Foundation
import ObjectGraph

/// A stay that occupies its nights has exactly one row for each, on the campsite where it spends it;
/// any other stay has none, except those that were held for a guest who did not come.
struct NightsOfStays: Invariant {
  let title = "Nights of stays"

  func violations(in service: CheckService) throws -> [Violation] {
    try service.campgrounds().flatMap { try violations(at: $0, service) }
  }

  private func violations(
    at campground: Campground, _ service: CheckService
  ) throws -> [Violation] {
    let nights = try nights(at: campground, service)
    let spans = try spans(at: campground, service)
    let stays = try service.rows(
      of: "Reservation",
      reading: ["objectID", "number", "status", "dateFrom", "dateTo", "heldNights"],
      where: "campground == %@", [campground])
    return try stays.sorted { ($0.integer("number") ?? 0) < ($1.integer("number") ?? 0) }
      .compactMap { row in
        guard let id = row.object("objectID") else { return nil }
        return try violation(of: row, nights[id] ?? [], spans[id] ?? [], service)
      }
  }

  private struct Night: Hashable {
    let site: ManagedObjectID?
    let day: Int32
  }

  private struct Span {
    let site: ManagedObjectID?
    let days: Range<Int32>
  }

  private func nights(
    at campground: Campground, _ service: CheckService
  ) throws -> [ManagedObjectID: Set<Night>] {
    let rows = try service.rows(
      of: "ReservationNight", reading: ["reservation", "campSite", "night"],
      where: "reservation.campground == %@", [campground])
    return rows.reduce(into: [:]) { nights, row in
      guard let id = row.object("reservation"), let night = row.night("night") else { return }
      nights[id, default: []].insert(Night(site: row.object("campSite"), day: night.dayNumber))
    }
  }

  private func spans(
    at campground: Campground, _ service: CheckService
  ) throws -> [ManagedObjectID: [Span]] {
    let rows = try service.rows(
      of: "StaySegment", reading: ["reservation", "campSite", "dateFrom", "dateTo"],
      where: "isGivenUp == NO AND reservation.campground == %@", [campground])
    return rows.reduce(into: [:]) { spans, row in
      guard let id = row.object("reservation"), let from = row.date("dateFrom")?.dayNumber,
        let to = row.date("dateTo")?.dayNumber
      else { return }
      spans[id, default: []].append(
        Span(site: row.object("campSite"), days: from..<max(from, to)))
    }
  }

  private func violation(
    of row: StoredRow, _ nights: Set<Night>, _ spans: [Span], _ service: CheckService
  ) throws -> Violation? {
    guard let from = row.date("dateFrom")?.dayNumber, let to = row.date("dateTo")?.dayNumber else {
      return nil
    }
    let code = PlaceholderNumbers.code("R", row.integer("number") ?? 0)
    let state = row.text("status").flatMap(ReservationStatus.init(rawValue:))
    guard state?.occupiesNights == true else {
      let held = state?.isCalledOff == true ? Int32(clamping: row.integer("heldNights") ?? 0) : 0
      let extra = nights.filter { !(from..<from + held).contains($0.day) }
      return try excess(extra, code, "takes", "although it is \(word(for: state))", service)
    }
    let days = spans.flatMap(\.days).sorted()
    guard days == Array(from..<max(from, to)) else {
      return Violation(
        subject: code,
        problem: "is from \(date(from)) to \(date(to)), but its campsites are agreed for "
          + (days.isEmpty ? "no night" : words(for: days)),
        repair: Violation.restoring)
    }
    // A deleted campsite has no nights.
    let wanted = Set(
      spans.flatMap { span in
        span.site == nil ? [] : span.days.map { Night(site: span.site, day: $0) }
      })
    let missing = wanted.subtracting(nights)
    guard missing.isEmpty else {
      return Violation(
        subject: code,
        problem: "does not take \(try places(of: missing, service)), so that others can book "
          + "\(missing.count == 1 ? "it" : "them")",
        repair: "\"reservation move \(code)\" to a free site and back takes its nights again")
    }
    return try excess(
      nights.subtracting(wanted), code, "also takes", "which is not part of it", service)
  }

  private func excess(
    _ nights: Set<Night>, _ code: String, _ verb: String, _ reason: String, _ service: CheckService
  ) throws -> Violation? {
    guard !nights.isEmpty else { return nil }
    return Violation(
      subject: code, problem: "\(verb) \(try places(of: nights, service)), \(reason)",
      repair: Violation.restoring)
  }

  // MARK: Words

  private func word(for state: ReservationStatus?) -> String {
    state?.rawValue.lowercased() ?? "in an unknown state"
  }

  /// `site 15 on 2026-07-01, 2026-07-02`
  private func places(of nights: Set<Night>, _ service: CheckService) throws -> String {
    let bySite = Dictionary(grouping: nights, by: \.site)
    return try bySite.map { id, nights in
      let site = try id.flatMap {
        try service.managedObjectContext.existingObject(with: $0) as? CampSite
      }
      return "site \(site?.name ?? "?") on \(words(for: nights.map(\.day).sorted()))"
    }.sorted().joined(separator: "; ")
  }

  private func date(_ day: Int32) -> CalendarDate { CalendarDate(dayNumber: day) }

  private func words(for days: [Int32]) -> String {
    days.map { "\(date($0))" }.listed(most: 4)
  }
}
