import ObjectGraph

/// Keeps the rows that say which nights of a campsite are taken.
enum NightLedger {
  /// Checks that no night of a stay is taken on a campsite.
  ///
  /// The check words the refusal; what keeps a night from being taken twice is the uniqueness
  /// constraint, which the save meets whoever came in between.
  ///
  /// - Throws: `CampgroundError.siteTaken`.
  static func requireFree(
    _ site: CampSite, _ dates: StayDates, in context: ManagedObjectContext
  ) throws {
    let stays = try takenStays(on: site, dates, in: context)
    guard stays.isEmpty else { throw CampgroundError.siteTaken(site: site.name, by: stays) }
  }

  /// The reservations that have a night of the stay on a campsite, in the order of the nights.
  private static func takenStays(
    on site: CampSite, _ dates: StayDates, in context: ManagedObjectContext
  ) throws -> [TakenStay] {
    let request = ReservationNight.fetchRequest()
    request.predicate = try FetchPredicate(
      format: "campSite == %@ AND night BETWEEN {%@, %@}", site, dates.arrival.dayNumber,
      dates.departure.dayNumber - 1)
    request.sortDescriptors = [FetchSortDescriptor(key: "night", ascending: true)]
    var stays: [TakenStay] = []
    for night in try context.fetch(request) {
      let stay = try takenStay(of: night)
      if stays.last != stay { stays.append(stay) }
    }
    return stays
  }

  /// The stay that a night belongs to; a damaged one is shown by the night alone.
  static func takenStay(of night: ReservationNight) throws -> TakenStay {
    let code = night.reservation?.code ?? "unknown"
    if let reservation = night.reservation,
      let dates = try? StayDates(
        arrival: reservation.arrival, departure: reservation.departure)
    {
      return TakenStay(dates: dates, code: code)
    }
    return TakenStay(dates: try StayDates(arrival: night.date, nights: 1), code: code)
  }

  /// Takes the nights of a stay.
  static func occupy(
    _ dates: StayDates, by reservation: Reservation, on site: CampSite,
    in context: ManagedObjectContext
  ) {
    for date in dates.nights {
      let night = ReservationNight(context: context)
      night.night = date.dayNumber
      night.campSite = site
      night.reservation = reservation
    }
  }
}
