import Foundation
import ObjectGraph

/// What is done with reservations.
public final class ReservationService {
  /// The context that the service's objects belong to.
  public let managedObjectContext: ManagedObjectContext

  /// The stack of the store.
  public let storeStack: StoreStack

  let scope: ServiceScope

  /// The greatest number of nights of one reservation.
  public static let mostNights = 1_000

  /// The greatest number of people of one reservation.
  public static let mostPeople = 10_000

  /// Makes a service that works in a context of the stack.
  ///
  /// - Parameters:
  ///   - campground: the campground whose reservations are listed; by default the store's
  ///     first.
  ///   - reach: how far each call saves; by default to the store.
  public init(
    managedObjectContext: ManagedObjectContext, storeStack: StoreStack,
    clock: any CampgroundClock = SystemClock(), campground: ManagedObjectID? = nil,
    savingTo reach: SaveReach = .store
  ) {
    self.managedObjectContext = managedObjectContext
    self.storeStack = storeStack
    scope = ServiceScope(
      context: managedObjectContext, clock: clock, campgroundID: campground, reach: reach)
  }

  // MARK: Booking

  /// Reserves a campsite from the night of the arrival date on.
  ///
  /// - Throws: `CampgroundError.invalidDates` for less than 1 night, and as
  ///   `reserve(_:for:dates:partySize:note:)`.
  public func reserve(
    _ site: CampSite, for camper: Camper?, arrival: CalendarDate, nights: Int,
    partySize: Int = 1, note: String? = nil
  ) throws -> Reservation {
    try reserve(
      site, for: camper, dates: try Self.dates(arrival: arrival, nights: nights),
      partySize: partySize, note: note)
  }

  /// Reserves a campsite up to the departure date, whose night stays free.
  ///
  /// - Throws: `CampgroundError.invalidDates` when the departure is not after the arrival, and as
  ///   `reserve(_:for:dates:partySize:note:)`.
  public func reserve(
    _ site: CampSite, for camper: Camper?, arrival: CalendarDate, departure: CalendarDate,
    partySize: Int = 1, note: String? = nil
  ) throws -> Reservation {
    let dates: StayDates
    do {
      dates = try StayDates(arrival: arrival, departure: departure)
    } catch {
      throw CampgroundError.invalidDates(error)
    }
    return try reserve(site, for: camper, dates: dates, partySize: partySize, note: note)
  }

  /// Reserves a campsite for the nights of a stay; the price is the site's for each night.
  ///
  /// - Throws: `CampgroundError.siteTaken`, which names the reservations in the way, whoever made
  ///   them; `.partyTooLarge`, `.stayTooLong`, `.outOfRange`, `.invalidAmount`, `.gone`.
  public func reserve(
    _ site: CampSite, for camper: Camper?, dates: StayDates, partySize: Int = 1,
    note: String? = nil
  ) throws -> Reservation {
    try Self.check(dates, partySize: partySize)
    return try scope.write { scratch in
      let site = try scratch.current(site)
      if let most = site.maximumPeople, partySize > Int(most) {
        throw CampgroundError.partyTooLarge(site: site.name, party: partySize, most: Int(most))
      }
      try NightLedger.requireFree(site, dates, in: scratch)
      let reservation = Reservation(context: scratch)
      if var numbers = scope.provisionalNumbers() { reservation.number = numbers.next() }
      reservation.arrival = dates.arrival
      reservation.departure = dates.departure
      reservation.state = .reserved
      reservation.partySize = Int16(clamping: partySize)
      reservation.note = NameRule.optional(note)
      reservation.camper = try camper.map { try scratch.current($0) }
      reservation.move(to: site)
      reservation.totalMinor = try Self.total(of: dates, at: site)
      NightLedger.occupy(dates, by: reservation, on: site, in: scratch)
      return reservation
    }
  }

  // MARK: Changing the state

  /// Cancels a reservation and frees its nights.
  ///
  /// - Throws: `CampgroundError.unknownReservation`, and `CampgroundError.illegalTransition`, which
  ///   names both states and what is allowed.
  @discardableResult
  public func cancel(_ code: String) throws -> Reservation {
    try change(find(code), to: .canceled)
  }

  /// Makes a canceled reservation, or one whose guest did not show, valid again.
  ///
  /// - Throws: `CampgroundError.unknownReservation` and `.illegalTransition`; `.siteTaken` when one
  ///   of its nights is not free any more; `.gone` when its campsite was deleted.
  @discardableResult
  public func reinstate(_ code: String) throws -> Reservation {
    let reservation = try find(code)
    // A hold may become Reserved too, which is something else.
    guard let state = reservation.state, [.canceled, .noShow].contains(state) else {
      throw CampgroundError.illegalTransition(
        code: reservation.code, from: reservation.status, to: .reserved,
        allowed: (reservation.state?.successors ?? []).filter { $0 != .reserved })
    }
    return try change(reservation, to: .reserved)
  }

  /// Brings a reservation into another state, and keeps or frees its nights accordingly.
  ///
  /// - Throws: `CampgroundError.illegalTransition`; `.siteTaken`; `.gone` when the reservation or its
  ///   campsite was deleted.
  private func change(
    _ reservation: Reservation, to status: ReservationStatus
  ) throws -> Reservation {
    try scope.write { scratch in
      let reservation = try scratch.current(reservation)
      let allowed = reservation.state?.successors ?? []
      guard allowed.contains(status) else {
        throw CampgroundError.illegalTransition(
          code: reservation.code, from: reservation.status, to: status, allowed: allowed)
      }
      reservation.state = status
      if !status.occupiesNights {
        for night in reservation.nights { scratch.delete(night) }
      } else if reservation.nights.isEmpty {
        guard let site = reservation.campSite else {
          throw CampgroundError.gone("site \(reservation.siteName ?? "")")
        }
        let dates = try StayDates(arrival: reservation.arrival, departure: reservation.departure)
        try NightLedger.requireFree(site, dates, in: scratch)
        NightLedger.occupy(dates, by: reservation, on: site, in: scratch)
      }
      return reservation
    }
  }

  // MARK: Parts

  static func dates(arrival: CalendarDate, nights: Int) throws(CampgroundError) -> StayDates {
    do {
      return try StayDates(arrival: arrival, nights: nights)
    } catch {
      throw .invalidDates(error)
    }
  }

  static func check(_ dates: StayDates, partySize: Int) throws(CampgroundError) {
    guard dates.nightCount <= mostNights else {
      throw .stayTooLong(nights: dates.nightCount, most: mostNights)
    }
    guard (1...mostPeople).contains(partySize) else {
      throw .outOfRange("party", value: partySize, allowed: 1...mostPeople)
    }
  }

  /// The price of a stay: its nights times the site's rate, nil where the site has none.
  static func total(of dates: StayDates, at site: CampSite) throws(CampgroundError) -> Int64? {
    guard let rate = site.rateMinor else { return nil }
    let (total, overflow) = rate.multipliedReportingOverflow(by: Int64(dates.nightCount))
    guard !overflow else { throw .invalidAmount(.overflow(site.campground?.currency ?? .usd)) }
    return total
  }
}

extension Reservation {
  /// Puts the reservation on a campsite and thereby at its campground.
  func move(to site: CampSite) {
    campSite = site
    campground = site.campground
  }
}
