import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands about stays that come again.
extension Session {
  func showSeries(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return .table(
      reservationTable(try reservations.series(of: code)),
      empty: "Nothing is left of the series")
  }

  func cancelSeries(_ command: ParsedCommand) throws -> Answer {
    let code = try reservation(command).code
    return try carryOut(command, verb: "Canceled") {
      try $0.cancelSeries(from: code, reason: command[.reason])
    }
  }
}
