import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about stays that come again.
extension Session {
  /// How a command says that a stay comes again; nil where it does not.
  ///
  /// - Throws: a diagnostic at the option that another one is missing for.
  func seriesStep(of command: ParsedCommand) throws(Diagnostic) -> SeriesStep? {
    guard let word = command[.every] else {
      if command[.times] != nil {
        throw command.diagnostic(
          "times needs every, how far the stays lie apart", hint: "write every month times 6",
          at: ParameterKey<Int>.times)
      }
      if command.has(.skipTaken) {
        throw command.diagnostic(
          "skip-taken is for a series", hint: "write every month times 6 skip-taken",
          at: ParameterKey<Bool>.skipTaken)
      }
      return nil
    }
    guard command[.times] != nil else {
      throw command.diagnostic(
        "every needs times, how many stays there are", hint: "write every \(word) times 6",
        at: ParameterKey<String>.every)
    }
    return SeriesStep(rawValue: word)
  }

  func reserveSeries(
    _ booking: Booking, _ step: SeriesStep, _ command: ParsedCommand
  ) throws -> Answer {
    let times = try command.require(.times)
    let skipsTaken = command.has(.skipTaken)
    let call = { (service: ReservationService) in
      try service.reserveSeries(
        booking, months: command[.months], every: step, times: times, skippingTaken: skipsTaken)
    }
    if command.has(.dryRun) { return answer(previewing: try reservations.preview(call).stays) }
    let made = try call(reservations)
    var lists = [
      (
        "stays",
        reservationTable(
          try made.stays.map { try reservations.find($0.code) }, leavingOut: "nights", "party")
      )
    ]
    if !made.skipped.isEmpty {
      lists.append(
        (
          "skipped",
          ResultTable(
            columns: [.init("from"), .init("to"), .init("taken")],
            rows: made.skipped.map { skipped in
              [
                Cell(skipped.dates.arrival), Cell(skipped.dates.departure),
                .text(
                  skipped.stays.isEmpty
                    ? "no room" : skipped.stays.map(\.description).joined(separator: ", ")),
              ]
            })
        ))
    }
    return .details(
      [
        ("every", .text(command[.every] ?? "")), ("times", Cell(times)),
        ("booked", Cell(made.stays.count)),
        ("skipped", made.skipped.isEmpty ? .null : Cell(made.skipped.count)),
      ], lists: lists + Self.moveLists(of: made.stays) + Self.waitlistLists(of: made.stays))
  }

  func showSeries(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return .table(
      reservationTable(try reservations.series(of: code)), asides: ["nights", "party"],
      empty: "Nothing is left of the series")
  }

  func cancelSeries(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return try carryOut(command, verb: "Canceled") {
      try $0.cancelSeries(from: code, reason: command[.reason])
    }
  }
}
