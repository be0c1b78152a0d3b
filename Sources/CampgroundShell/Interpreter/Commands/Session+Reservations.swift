import Campground
import ObjectGraph
import Rendering

/// The commands about reservations.
extension Session {
  func reserve(_ command: ParsedCommand) throws -> Answer {
    let dates = try stayDates(of: command)
    let site = try campSite(command)
    let guest = try camper(command, .guest)
    let reservation = try reservations.reserve(
      site, for: guest, dates: dates, partySize: command[.party] ?? 1)
    return .message(
      "Reserved " + Self.sentence(about: reservation), record: record(of: reservation))
  }

  func cancelReservation(_ command: ParsedCommand) throws -> Answer {
    // Found first, so that an unknown code is shown at its place.
    let canceled = try reservation(command)
    try reservations.cancel(canceled.code)
    return .message("Canceled " + Self.sentence(about: canceled), record: record(of: canceled))
  }

  func listReservations(_ command: ParsedCommand) throws -> Answer {
    let found = try reservations.reservations(
      status: command[.status].flatMap(ReservationStatus.init(rawValue:)),
      site: command[.site] == nil ? nil : try campSite(command),
      camper: command[.camper] == nil ? nil : try camper(command))
    return .table(
      reservationTable(found), asides: ["nights", "party"], empty: "No such reservations")
  }

  func showReservation(_ command: ParsedCommand) throws -> Answer {
    .details(record(of: try reservation(command)), lists: [])
  }

  /// The stay that `from` with `nights` or `to` describes.
  func stayDates(of command: ParsedCommand) throws(Diagnostic) -> StayDates {
    let arrival = try command.require(.from)
    do {
      if let departure = command[.to] {
        return try StayDates(arrival: arrival, departure: departure)
      }
      return try StayDates(arrival: arrival, nights: try command.require(.nights))
    } catch let error as StayDatesError {
      throw command[.to] == nil
        ? command.diagnostic("\(error)", at: ParameterKey<Int>.nights)
        : command.diagnostic("\(error)", at: ParameterKey<CalendarDate>.to)
    } catch {
      throw Diagnostic(error, about: command.text)
    }
  }

  /// `R-1 · site 15 · 2026-07-01 to 2026-07-04 · 3 nights · $135.00`
  private static func sentence(about reservation: Reservation) -> String {
    let nights = reservation.numberOfNights
    let parts: [String?] = [
      reservation.code, reservation.siteName.map { "site \($0)" },
      "\(reservation.arrival) to \(reservation.departure)",
      nights == 1 ? "1 night" : "\(nights) nights", reservation.total.map { "\($0)" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  // MARK: As rows

  private static let reservationColumns: [ResultTable.Column] = [
    .init("code"), .init("site"), .init("camper"), .init("from"), .init("to"), .number("nights"),
    .number("party"), .init("status"), .number("total"),
  ]

  func reservationTable(
    _ reservations: [Reservation], leavingOut hidden: String? = nil
  ) -> ResultTable {
    ResultTable(
      columns: Self.reservationColumns.filter { $0.name != hidden },
      rows: reservations.map { reservation in
        record(of: reservation).filter { $0.name != hidden }.map(\.value)
      })
  }

  private func record(of reservation: Reservation) -> Answer.Record {
    let values: [Cell] = [
      .text(reservation.code), Cell(reservation.siteName), Cell(reservation.camper?.fullName),
      Cell(reservation.arrival), Cell(reservation.departure), Cell(reservation.numberOfNights),
      Cell(reservation.partySize), .text(reservation.status), Cell(reservation.total),
    ]
    return zip(Self.reservationColumns, values).map { ($0.name, $1) }
  }
}
