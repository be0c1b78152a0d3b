import Campground
import ObjectGraph
import Rendering

/// The commands about classes of campsites, and about the stays that were booked by one.
extension Session {
  func addClass(_ command: ParsedCommand) throws -> Answer {
    let siteClass = try siteClasses.add(try command.require(.name), note: command[.note])
    return .message("Added class \(siteClass.name)", record: record(of: siteClass))
  }

  func listClasses() throws -> Answer {
    .table(
      ResultTable(
        columns: Self.classColumns,
        rows: try siteClasses.classes().map { record(of: $0).map(\.value) }),
      empty: "No classes yet; add one with class add")
  }

  func showClass(_ command: ParsedCommand) throws -> Answer {
    let siteClass = try siteClass(command)
    let today = try today()
    let stays = siteClass.reservations.filter { !$0.isOver(on: today) }
      .sorted { ($0.dateFrom, $0.number) < ($1.dateFrom, $1.number) }
    let hidden = Self.siteAsides.union(["class"])
    return .details(
      record(of: siteClass),
      lists: [
        (
          "campsites",
          ResultTable(
            columns: Self.siteColumns.filter { !hidden.contains($0.name) },
            rows: siteClass.sortedSites.map { site in
              record(of: site).filter { !hidden.contains($0.name) }.map(\.value)
            })
        ), ("reservations", reservationTable(stays)),
      ])
  }

  func editClass(_ command: ParsedCommand) throws -> Answer {
    let siteClass = try siteClass(command)
    try requireChange(command)
    let changed = try siteClasses.edit(siteClass, name: command[.name], note: command[.note])
    return .message("Changed class \(changed.name)", record: record(of: changed))
  }

  func deleteClass(_ command: ParsedCommand) throws -> Answer {
    let siteClass = try siteClass(command)
    let (name, record) = (siteClass.name, record(of: siteClass))
    try siteClasses.delete(siteClass)
    return .message("Deleted class \(name)", record: record)
  }

  private static let classColumns: [ResultTable.Column] = [
    .init("class"), .init("type"), .number("sites"), .init("note"),
  ]

  private func record(of siteClass: SiteClass) -> Answer.Record {
    let values: [Cell] = [
      .text(siteClass.name), Cell(siteClass.siteType), Cell(siteClass.sortedSites.count),
      Cell(siteClass.note),
    ]
    return zip(Self.classColumns, values).map { ($0.name, $1) }
  }

  // MARK: Stays by class

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
