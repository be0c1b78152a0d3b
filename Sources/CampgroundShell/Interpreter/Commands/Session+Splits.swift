import Campground
import ObjectGraph
import Rendering

/// Stays on several campsites, one after the other.
extension Session {
  func splitReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let site = try campSite(command, .destination)
    let date = try command.require(.changeDay)
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Changed") {
      try $0.split(code, on: date, to: site, overridingRules: isOverriding)
    }
  }

  func joinReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let isOverriding = command.has(.overriding)
    return try carryOut(command, "Joined") {
      try $0.join(code, overridingRules: isOverriding)
    }
  }

  /// The changes of the campsite that `then` describes.
  func siteChanges(of command: ParsedCommand) throws -> [SiteChange] {
    try (command[.siteChanges] ?? []).map { term in
      do {
        return SiteChange(on: term.date, to: try campSites.find(term.site))
      } catch let error as CampgroundError {
        throw command.text.diagnostic(
          "\(error)", hint: Suggestion.hint(for: term.site, in: values(of: .campsite)),
          at: term.siteRange)
      }
    }
  }

  // MARK: Showing

  /// A line for each part of a stay that a change is about; nothing for a stay on one site.
  static func partLines(of change: StayChange) -> String {
    guard !change.otherParts.isEmpty else { return "" }
    return change.parts.map { part in
      let status = part.after.status.map { "\($0.rawValue) · " } ?? ""
      return "  \(part.code) · \(status)\(part.after)\n"
    }.joined()
  }

  /// What a stay on several sites is, seen from one of its parts; nothing for a stay on one site.
  func partFields(of reservation: Reservation) throws -> Answer.Record {
    let stay = StayChain(of: reservation)
    guard stay.isSplit, let dates = stay.dates else { return [] }
    return [
      ("stay", .text(dates.words(byDay: stay.first.isByDay))),
      ("stay total", try totalCell(of: stay)),
    ]
  }

  /// What a stay costs; for people also what of it has no price.
  private func totalCell(of stay: StayChain) throws -> Cell {
    guard !format.isForPrograms, let missing = stay.wordsAboutMissingPrice else {
      return Cell(try stay.total)
    }
    return .text(try stay.pricedTotal.map { "\($0) · \(missing)" } ?? missing)
  }

  /// The parts of a stay on several sites; no rows for a stay on one.
  func partsTable(of reservation: Reservation) -> ResultTable {
    let stay = StayChain(of: reservation)
    return reservationTable(stay.isSplit ? stay.parts : [], leavingOut: "camper", "party")
  }

  /// The parts that begin on a day for guests who come from another site, with that site.
  func changesFrom(on day: CalendarDate) throws -> [(part: Reservation, mark: String)] {
    try reservations.siteChanges(on: day).map { part in
      (part, "from \(StayChain.part(before: part)?.siteName ?? "")")
    }
  }

  /// The parts that end on a day for guests who go on to another site, with that site.
  func changesTo(on day: CalendarDate) throws -> [(part: Reservation, mark: String)] {
    try reservations.siteChanges(on: day).compactMap { part in
      StayChain.part(before: part).map { ($0, "to \(part.siteName ?? "")") }
    }
  }

  /// What a stay that goes on upon another site wants to be told when a part of it ends.
  static func onward(from reservation: Reservation) -> String {
    guard reservation.state == .checkedOut,
      let next = StayChain(of: reservation).parts.drop(while: { $0 !== reservation }).dropFirst()
        .first, next.state == .reserved
    else { return "" }
    return "\n  moves to site \(next.siteName ?? "") on \(next.arrival): checkin \(next.code)"
  }
}
