import Foundation
import ObjectGraph

/// The taken nights of a campground in a range of dates, read once.
struct TakenNights {
  private let nights: [ManagedObjectID: [Int32: ReservationNight]]

  /// Reads the nights in one fetch that uses the index of nights; holds expired by `now` do not
  /// count.
  init(
    _ range: Range<CalendarDate>, at campground: Campground, now: Date,
    withReservations: Bool = false, in context: ManagedObjectContext
  ) throws {
    let rows = try Self.rows(
      range, at: campground, now: now,
      prefetching: withReservations ? ["reservation.camper", "block"] : [], in: context)
    var nights: [ManagedObjectID: [Int32: ReservationNight]] = [:]
    for night in rows {
      guard let site = night.campSite?.objectID else { continue }
      nights[site, default: [:]][night.night] = night
    }
    self.nights = nights
  }

  /// The taken nights themselves, read likewise.
  static func rows(
    _ range: Range<CalendarDate>, at campground: Campground, now: Date,
    prefetching keyPaths: [String] = [], in context: ManagedObjectContext
  ) throws -> [ReservationNight] {
    try context.fetch(
      ReservationNight.self,
      where: "night BETWEEN {%@, %@} AND campSite.campground == %@ AND "
        + "(heldUntil == nil OR heldUntil > %@)", range.lowerBound.dayNumber,
      range.upperBound.dayNumber - 1, campground, now, prefetching: keyPaths)
  }

  /// The night row of a campsite; nil where the night is free.
  subscript(site: CampSite, night: CalendarDate) -> ReservationNight? {
    nights[site.objectID]?[night.dayNumber]
  }

  /// Whether a campsite is free on every night of a stay.
  func isFree(_ site: CampSite, _ dates: StayDates) -> Bool {
    guard let taken = nights[site.objectID] else { return true }
    return dates.nights.allSatisfy { taken[$0.dayNumber] == nil }
  }

  /// The stays on a campsite that overlap the dates, in the order of their nights.
  func stays(in dates: StayDates, on site: CampSite) throws -> [TakenStay] {
    guard let taken = nights[site.objectID] else { return [] }
    var stays: [TakenStay] = []
    for date in dates.nights {
      guard let night = taken[date.dayNumber] else { continue }
      let stay = try NightLedger.takenStay(of: night)
      if stays.last != stay { stays.append(stay) }
    }
    return stays
  }

  /// The stay with its neighbors up to `distance` nights away.
  func proposal(
    _ dates: StayDates, on site: CampSite, bookedOn: CalendarDate, lookingAround distance: Int
  ) -> ProposedStay {
    let taken = nights[site.objectID]
    let before = (1...(distance + 1)).lazy.map { dates.arrival.advanced(by: -$0) }
      .first { taken?[$0.dayNumber] != nil }
    let after = (0...distance).lazy.map { dates.departure.advanced(by: $0) }
      .first { taken?[$0.dayNumber] != nil }
    var stay = ProposedStay(StayPart(dates, on: site), bookedOn: bookedOn)
    stay.freeFrom = before?.advanced(by: 1)
    stay.takenFrom = after
    return stay
  }
}
