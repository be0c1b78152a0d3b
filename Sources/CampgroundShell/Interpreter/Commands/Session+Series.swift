import Campground
import CommandKit

/// The commands about stays that come again.
extension Session {
  /// How a command says that a stay comes again; nil where it does not.
  ///
  /// - Throws: a diagnostic at the option that another one is missing for.
  func series(of command: ParsedCommand) throws(Diagnostic) -> SeriesPlan? {
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
    guard let times = command[.times] else {
      throw command.diagnostic(
        "every needs times, how many stays there are", hint: "write every \(word) times 6",
        at: ParameterKey<String>.every)
    }
    return SeriesStep(rawValue: word).map {
      SeriesPlan(step: $0, times: times, skipsTaken: command.has(.skipTaken))
    }
  }
}
