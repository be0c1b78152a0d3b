import Campground
import CommandKit
import Rendering

extension Session {
  /// Whether a check-in or a check-out is to be taken back.
  ///
  /// - Throws: a diagnostic at what is for doing it alone.
  func isUndoing(_ command: ParsedCommand) throws(Diagnostic) -> Bool {
    guard command.has(.undoing) else { return false }
    for key in [ParameterKey<Bool>.early, .overriding] where command.has(key) {
      throw command.diagnostic(
        "\(key.name) is for checking in, and undo takes that back", hint: "leave one of them out",
        at: key)
    }
    return true
  }

  func carryOut(
    _ command: ParsedCommand, verb: String, _ call: (ReservationService) throws -> [StayChange]
  ) throws -> Answer {
    try carryOut(verb, dryRun: command.has(.dryRun), call)
  }
}
