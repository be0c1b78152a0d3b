import Campground
import CommandKit
import Rendering

/// The commands about campers.
extension Session {
  func addCamper(_ command: ParsedCommand) throws -> Answer {
    let camper = try campers.addCamper(
      try command.require(.name), phoneNumber: command[.phone], email: command[.email],
      isFavorite: command.has(.favorite), details: details(of: command))
    return .message("Added camper \(camper.fullName)", record: record(of: camper))
  }

  func listCampers(_ command: ParsedCommand) throws -> Answer {
    let (limit, offset) = part(command)
    let page = try campers.list(limit: limit, offset: offset)
    let words = try campers.words(for: page)
    let numbers = page.rows.map { words.number(of: $0) }
    // Programs get the same columns always; people are spared one that most campgrounds never need.
    let isNumbered = format.isForPrograms || numbers.contains { $0 != nil }
    let rows = zip(page.rows, numbers).map { camper, number in
      record(of: camper).map(\.value) + (isNumbered ? [Cell(number)] : [])
    }
    return .table(
      ResultTable(
        columns: [.init("camper"), .init("phone"), .init("email")]
          + (isNumbered ? [.init("number")] : []), rows: rows),
      empty: offset > 0 ? "No more campers" : "No campers yet; add one with camper add",
      more: Self.remainder(of: page, advice: "find WORDS looks for one"))
  }

  func showCamper(_ command: ParsedCommand) throws -> Answer {
    let camper = try camper(command)
    let stays = camper.reservations.sorted { ($0.dateFrom, $0.number) < ($1.dateFrom, $1.number) }
    return .details(
      record(of: camper) + [
        ("address", Cell(camper.address)), ("plates", Cell(camper.plates)),
        ("length", Cell(camper.rigLength)), ("note", Cell(camper.note)),
        ("favorite", camper.isFavorite ? .boolean(true) : .null),
      ],
      lists: [("reservations", reservationTable(stays, leavingOut: "camper"))])
  }

  func editCamper(_ command: ParsedCommand) throws -> Answer {
    let camper = try camper(command)
    try requireChange(command)
    let changed = try campers.edit(
      camper, name: command[.name], phoneNumber: command[.phone], email: command[.email],
      isFavorite: command[.favorite], details: details(of: command))
    return .message("Changed camper \(changed.fullName)", record: record(of: changed))
  }

  func deleteCamper(_ command: ParsedCommand) throws -> Answer {
    let camper = try camper(command)
    let record = record(of: camper)
    let name = camper.fullName
    try campers.delete(camper)
    return .message("Deleted camper \(name)", record: record)
  }

  private func details(of command: ParsedCommand) -> CamperDetails {
    CamperDetails(
      address: command[.address], plates: command[.plates],
      rigLength: command.clears(ParameterKey<Int>.length) ? 0 : command[.length],
      note: command[.note])
  }

  private func record(of camper: Camper) -> Answer.Record {
    [
      ("camper", .text(camper.fullName)), ("phone", Cell(camper.phoneNumber)),
      ("email", Cell(camper.email)),
    ]
  }
}
