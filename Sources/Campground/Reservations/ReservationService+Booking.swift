import Foundation
import ObjectGraph

/// New stays.
extension ReservationService {
  // MARK: Reserving

  /// Reserves a campsite for a number of nights.
  ///
  /// - Throws: `CampgroundError.invalidValue` for less than 1 night, and as `book(_:as:minutes:)`.
  public func reserve(
    _ site: CampSite, for camper: Camper?, arrival: CalendarDate, nights: Int,
    party: Party = Party(), note: String? = nil
  ) throws -> Reservation {
    try reserve(
      site, for: camper, dates: try Self.dates(arrival: arrival, nights: nights),
      party: party, note: note)
  }

  /// Reserves a campsite up to a departure date, whose night is not part of the stay.
  ///
  /// - Throws: `CampgroundError.invalidValue` when the departure is not after the arrival, and as
  ///   `book(_:as:minutes:)`.
  public func reserve(
    _ site: CampSite, for camper: Camper?, arrival: CalendarDate, departure: CalendarDate,
    party: Party = Party(), note: String? = nil
  ) throws -> Reservation {
    let dates = try rethrowing(
      StayDates(arrival: arrival, departure: departure), as: CampgroundError.invalidDates)
    return try reserve(site, for: camper, dates: dates, party: party, note: note)
  }

  /// Reserves a campsite for the nights of a stay.
  ///
  /// - Throws: as `book(_:as:minutes:)`.
  public func reserve(
    _ site: CampSite, for camper: Camper?, dates: StayDates, party: Party = Party(),
    note: String? = nil
  ) throws -> Reservation {
    try reserve(
      Booking(site, for: camper, dates: dates, party: party, note: note))
  }

  /// Reserves a booking.
  ///
  /// - Throws: as `book(_:as:minutes:)`.
  public func reserve(_ booking: Booking) throws -> Reservation {
    try made(booking, as: .reserved).reservation
  }

  // MARK: Drafts, holds and requests

  /// Makes a draft, which occupies no nights.
  ///
  /// - Throws: as `book(_:as:minutes:)`.
  public func draft(_ booking: Booking) throws -> Reservation {
    try made(booking, as: .draft).reservation
  }

  /// Holds nights until the guest has decided; when the hold expires, others may take them.
  ///
  /// - Parameter minutes: how long the hold lasts, up to `mostHoldMinutes`; by default
  ///   `campground.holdMinutes`.
  /// - Throws: as `book(_:as:minutes:)`.
  public func hold(_ booking: Booking, minutes: Int? = nil) throws -> Reservation {
    try made(booking, as: .hold, minutes: minutes).reservation
  }

  /// Makes a request, which occupies no nights until the office accepts or declines it.
  ///
  /// - Throws: as `book(_:as:minutes:)`.
  public func request(_ booking: Booking) throws -> Reservation {
    try made(booking, as: .requested).reservation
  }

  /// Makes a new stay.
  ///
  /// - Parameters:
  ///   - status: draft, hold, requested or reserved.
  ///   - minutes: how long a hold lasts.
  /// - Throws: `CampgroundError.siteTaken`, which names the reservations in the way, whoever made
  ///   them; `.noRoom` where a class has none; `.unfit` where the party does not fit, and for a
  ///   retired campsite; `.stayRuleBroken`; `.invalidValue` for a stay that is too long, and for an
  ///   invalid price; `.outOfRange`, `.gone`; `.refused` for terms of another campground, for a
  ///   class without campsites, and for any other status.
  @discardableResult
  public func book(
    _ booking: Booking, as status: ReservationStatus = .reserved, minutes: Int? = nil
  ) throws -> StayChange {
    try made(booking, as: status, minutes: minutes).change
  }

  private func made(
    _ booking: Booking, as status: ReservationStatus, minutes: Int? = nil
  ) throws -> (reservation: Reservation, change: StayChange) {
    try refuse(
      unless: ReservationStatus.starts.contains(status), .refused,
      "a new reservation cannot be \(status.participle)",
      fix: .advice(
        "it can be "
          + ReservationStatus.allCases.filter(ReservationStatus.starts.contains).map(\.standing)
          .listedToTheLast(by: "or")))
    return try make { [try $0.book(booking, as: status, holdMinutes: minutes)] }[0]
  }

  /// Makes new stays in one save.
  func make(
    _ body: (StayBook) throws -> [Reservation]
  ) throws -> [(reservation: Reservation, change: StayChange)] {
    var changes: [StayChange] = []
    let stays = try scope.writeAll { scratch -> [Reservation] in
      let book = self.book(in: scratch, for: "book")
      let stays = try body(book)
      changes = try book.offeringLapsedNights(
        of: stays.map { try StaySnapshot().change(to: $0, of: book) })
      try requireShown(changes)
      return stays
    }
    return zip(stays, changes).map { stay, change in
      var change = change
      change.code = stay.code
      return (stay, change)
    }
  }
}
