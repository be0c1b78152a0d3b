import Foundation
import ObjectGraph

/// Maintains the rows that say which nights of a campsite are taken.
///
/// A night of an expired hold is free although its row still exists: whoever takes it ends the hold
/// in the same save.
enum NightLedger {
  // MARK: Finding

  /// Checks that no night of a stay is taken on a campsite.
  ///
  /// The check only produces a helpful error. What prevents a double booking is the uniqueness
  /// constraint, which the save enforces whoever came in between.
  ///
  /// - Parameters:
  ///   - own: reservations whose nights do not count, such as the one being changed.
  ///   - now: holds that end by this instant have expired.
  /// - Throws: `CampgroundError.siteTaken`, which names the reservations and closures, and `.unfit`
  ///   when the campsite is retired before the stay ends.
  static func requireFree(
    _ site: CampSite, _ dates: StayDates, leavingOut own: [Reservation] = [], now: Date,
    in context: ManagedObjectContext
  ) throws {
    _ = try expiredHolds(on: site, dates, leavingOut: own, now: now, in: context)
  }

  /// The expired holds whose rows still occupy otherwise free nights.
  ///
  /// - Throws: `CampgroundError.siteTaken`, and `.unfit` when the campsite is retired before the
  ///   stay ends.
  private static func expiredHolds(
    on site: CampSite, _ dates: StayDates, leavingOut own: [Reservation],
    besides block: SiteBlock? = nil, now: Date, in context: ManagedObjectContext
  ) throws -> [Reservation] {
    if let retirement = site.retirement, !site.isLet(dates) {
      throw CampgroundError(
        .unfit, about: [.site(site.name), .dates],
        "site \(site.name) is retired from \(retirement)", fix: .restore(site: site.name))
    }
    var stays: [TakenStay] = []
    var holds: [Reservation] = []
    for night in try nights(of: site, dates, in: context)
    where block == nil || night.block !== block {
      if let reservation = night.reservation {
        if own.contains(where: { $0 === reservation }) { continue }
        // The night may have been read before the hold became a reservation.
        if night.isFree(at: now), reservation.isLapsed(at: now) {
          if !holds.contains(where: { $0 === reservation }) { holds.append(reservation) }
          continue
        }
      }
      let stay = try takenStay(of: night)
      if stays.last != stay { stays.append(stay) }
    }
    try refuse(unless: stays.isEmpty, with: .siteTaken(site: site.name, by: stays))
    return holds
  }

  private static func nights(
    of site: CampSite, _ dates: StayDates, in context: ManagedObjectContext
  ) throws -> [ReservationNight] {
    try context.fetch(
      ReservationNight.self, where: "campSite == %@ AND night BETWEEN {%@, %@}", site,
      dates.arrival.dayNumber, dates.departure.dayNumber - 1, by: ["night"])
  }

  /// The stay or closure that a night belongs to; one with invalid dates is shown by the night
  /// alone.
  static func takenStay(of night: ReservationNight) throws -> TakenStay {
    if let block = night.block,
      let dates = try? StayDates(arrival: block.firstDay, departure: block.reopening)
    {
      return TakenStay(
        dates: dates, code: "out of service: \(block.reason)", isByDay: night.isByDay)
    }
    let code = night.reservation?.code ?? "unknown"
    if let reservation = night.reservation, let dates = reservation.dates {
      return TakenStay(
        dates: dates, code: code, isByDay: night.isByDay, isFloating: reservation.isFloating)
    }
    return TakenStay(
      dates: try StayDates(arrival: night.date, nights: 1), code: code, isByDay: night.isByDay)
  }

  // MARK: Taking

  /// Takes the nights of a stay that the reservation does not occupy yet.
  ///
  /// - Parameter end: ends an expired hold that still occupies them.
  /// - Throws: as `requireFree(_:_:leavingOut:now:in:)`.
  static func occupy(
    _ dates: StayDates, by reservation: Reservation, on site: CampSite, now: Date,
    in context: ManagedObjectContext, ending end: (Reservation) -> Void
  ) throws {
    let holds = try expiredHolds(
      on: site, dates, leavingOut: [reservation], now: now, in: context)
    for hold in holds { end(hold) }
    insert(dates, by: reservation, on: site, in: context)
  }

  /// Closes a campsite on nights that the block does not occupy yet.
  ///
  /// - Parameter end: ends an expired hold that still occupies them.
  /// - Throws: as `requireFree(_:_:leavingOut:now:in:)`.
  static func occupy(
    _ dates: StayDates, by block: SiteBlock, on site: CampSite, now: Date,
    in context: ManagedObjectContext, ending end: (Reservation) -> Void
  ) throws {
    let holds = try expiredHolds(
      on: site, dates, leavingOut: [], besides: block, now: now, in: context)
    for hold in holds { end(hold) }
    let present = Set(block.nights.lazy.filter { !$0.isDeleted }.map(\.night))
    for date in dates.nights where !present.contains(date.dayNumber) {
      let night = ReservationNight(context: context)
      night.night = date.dayNumber
      night.campSite = site
      night.block = block
    }
  }

  /// Takes nights that are known to be free.
  static func insert(
    _ dates: StayDates, by reservation: Reservation, on site: CampSite,
    in context: ManagedObjectContext
  ) {
    let present = Set(
      reservation.nights.lazy.filter { $0.campSite === site && !$0.isDeleted }.map(\.night))
    for date in dates.nights where !present.contains(date.dayNumber) {
      let night = ReservationNight(context: context)
      night.night = date.dayNumber
      night.heldUntil = reservation.holdExpiresAt
      night.campSite = site
      night.reservation = reservation
    }
  }

  // MARK: Freeing

  /// Frees the nights of a reservation, except those to keep.
  static func release(
    _ reservation: Reservation, keeping isKept: (ReservationNight) -> Bool = { _ in false },
    in context: ManagedObjectContext
  ) {
    for night in reservation.nights where !night.isDeleted && !isKept(night) {
      context.delete(night)
    }
  }

  /// Ends a hold and frees its nights; `StayBook.end(_:)` also offers them.
  static func expire(_ hold: Reservation, in context: ManagedObjectContext) {
    hold.state = .expired
    hold.holdExpiresAt = nil
    release(hold, in: context)
  }
}

extension ReservationNight {
  /// Whether the campsite is booked by the day.
  var isByDay: Bool { campSite?.siteType == .dayUse }

  /// Whether the night is on hold and the hold has expired by an instant.
  func isFree(at now: Date) -> Bool {
    heldUntil.map { $0 <= now } ?? false
  }
}
