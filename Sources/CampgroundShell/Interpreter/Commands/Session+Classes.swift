import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about stays that were booked by class.
extension Session {
  func assignReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let site = command[.site] == nil ? nil : try campSite(command)
    return try carryOut(command, "Assigned") { try $0.assign(code, to: site) }
  }

  func lockReservation(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    let isUndoing = command.has(.undoing)
    return try carryOut(command, isUndoing ? "Unlocked" : "Locked") {
      try isUndoing ? $0.unlock(code) : $0.lock(code)
    }
  }

  /// How a stay was moved within its class to make room for others; no rows where it was not.
  func movesTable(of reservation: Reservation) -> ResultTable {
    let zone = reservation.campground?.timeZone ?? .gmt
    let moves = reservation.events.filter { $0.kind == .moved }
      .sorted { ($0.happenedAt, $0.number) < ($1.happenedAt, $1.number) }
      .compactMap { event in event.change(of: "campSite").map { (event.happenedAt, $0) } }
    return ResultTable(
      columns: [.init("at"), .init("from"), .init("to")],
      rows: moves.map { instant, site in
        [.text("\(WallTime(instant, in: zone))"), Cell(site.before), Cell(site.after)]
      })
  }

  /// The stays that made room for several new ones, as a list of an answer; none where none did.
  static func moveLists(of changes: [StayChange]) -> [(String, ResultTable)] {
    let moves = changes.flatMap(\.moves)
    guard !moves.isEmpty else { return [] }
    return [
      ("moves", ResultTable(columns: [.init("move")], rows: moves.map { [.text("\($0)")] }))
    ]
  }
}
