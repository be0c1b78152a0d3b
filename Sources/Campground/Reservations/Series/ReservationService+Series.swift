import Foundation
import ObjectGraph

/// Repeating stays, each counted from the first.
///
///     var booking = Booking(site, for: camper, dates: dates)          // January 31, 2 nights
///     try service.reserveSeries(booking, every: .month, times: 3)     // Jan 31, Feb 28, Mar 31
extension ReservationService {
  /// Reserves a series of stays in one save.
  ///
  /// - Parameters:
  ///   - booking: the first stay.
  ///   - months: the length of each stay in months, counted from the first arrival; nil if each has
  ///     as many nights as the first.
  ///   - times: the number of stays including the first, from 2 to 600.
  ///   - skipsTaken: whether to leave out stays whose nights are taken; otherwise one of them fails
  ///     the whole series.
  /// - Throws: `CampgroundError.refused` for site changes, and for stays that would overlap;
  ///   `.noRoom` where the place is taken on every date; `.siteTaken` for the first stay whose
  ///   nights are taken; and as `book(_:as:minutes:)`.
  @discardableResult
  public func reserveSeries(
    _ booking: Booking, months: Int? = nil, every step: SeriesStep, times: Int,
    skippingTaken skipsTaken: Bool = false
  ) throws -> SeriesBooking {
    try refuse(
      unless: booking.siteChanges.isEmpty, about: [.property("every")],
      "each stay in a series needs a single site", fix: .advice("book the stays one by one"))
    let all = try SeriesDates.of(booking.dates, months: months, every: step, times: times)
    var skipped: [SeriesBooking.Skipped] = []
    let made = try make { book in
      skipped = []
      let series = StaySeries(context: book.context)
      series.anchor = booking.dates.arrival
      series.step = step
      series.count = Int16(clamping: times)
      let stays = try all.compactMap { dates -> Reservation? in
        var booking = booking
        booking.dates = dates
        if skipsTaken, let stays = try book.inTheWay(of: booking) {
          skipped.append(SeriesBooking.Skipped(dates: dates, stays: stays))
          return nil
        }
        let stay = try book.book(booking, as: .reserved)
        stay.series = series
        return stay
      }
      guard !stays.isEmpty else {
        let (noun, name) = (booking.place.noun, booking.place.name)
        throw CampgroundError(
          .noRoom, about: [.named(noun, name)],
          "\(noun) \(name) is taken on every date of the series",
          fix: .advice("choose another \(noun) or other dates"))
      }
      return stays
    }
    return SeriesBooking(stays: made.map { $0.change }, skipped: skipped)
  }

  /// The stays of a reservation's series, by arrival.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for a stay in no series.
  public func series(of code: String) throws -> [Reservation] {
    let reservation = try find(code)
    let series = try reservation.series ?? refused(with: .inNoSeries(reservation.code))
    return series.stays
  }

  /// Cancels a stay of a series and all later ones that have not begun.
  ///
  /// - Throws: `CampgroundError.unknown`; `.refused` for a stay in no series, and when nothing is
  ///   left to cancel.
  @discardableResult
  public func cancelSeries(from code: String, reason: String? = nil) throws -> [StayChange] {
    let known = try find(code)
    return try changeAll { book in
      let first = try book.context.current(known)
      let series = try first.series ?? refused(with: .inNoSeries(first.code))
      let rest = series.stays.filter { $0.arrival >= first.arrival && $0.isToCome }
      try refuse(
        unless: !rest.isEmpty, about: [.stay(first.code)],
        "the series has nothing left to cancel from \(first.code) on", fix: .showSeries(first.code))
      return try rest.map { stay in
        try book.changing(stay) { try book.callOff($0, reason: reason) }
      }
    }
  }
}

extension StaySeries {
  /// The stays, by arrival.
  public var stays: [Reservation] {
    reservations.filter { !$0.isDeleted }
      .sorted { ($0.arrival, $0.number) < ($1.arrival, $1.number) }
  }
}

extension StayBook {
  /// The stays in the way of a booking, empty where a class has no room; nil where all nights are
  /// free.
  fileprivate func inTheWay(of booking: Booking) throws -> [TakenStay]? {
    do {
      switch booking.place {
      case .site(let site):
        try NightLedger.requireFree(
          try context.current(site), booking.dates, now: now, in: context)
      case .siteClass(let siteClass):
        var booking = booking
        booking.place = .siteClass(try context.current(siteClass))
        _ = try placing(booking, as: .reserved)
      }
      return nil
    } catch let error as CampgroundError where error.code == .siteTaken {
      return error.takenStays
    } catch let error as CampgroundError where error.code == .noRoom {
      return []
    }
  }
}
