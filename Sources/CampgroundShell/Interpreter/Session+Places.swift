import Campground
import CommandKit

/// Reports business errors at the words of a command that they are about.
extension Session {
  /// Runs a command; a business error is reported at the words that it is about.
  func perform(_ command: ParsedCommand<Session>) throws -> Answer {
    do {
      return try command.run(in: self)
    } catch let error as CampgroundError {
      throw diagnostic(about: error, in: command) ?? error
    }
  }

  /// The error at the words of the command that it is about; nil if there are none.
  private func diagnostic(
    about error: CampgroundError, in command: ParsedCommand<Session>
  ) -> Diagnostic? {
    command.range(blamedFor: error).map {
      command.text.diagnostic(
        "\(error)", hint: hint(for: error, in: command) ?? error.hint, at: $0)
    }
  }

  /// A suggestion of what was meant, as far as the store tells, or a remedy that depends on the
  /// command.
  private func hint(
    for error: CampgroundError, in command: ParsedCommand<Session>
  ) -> String? {
    switch (error.code, error.about.first) {
    case (.unknown, .named(TaxGroup.noun, let name)):
      Suggestion.hint(for: name, in: error.knownNames)
    case (.unknown, .named("voucher", let word)):
      Suggestion.hint(for: word, in: values(of: .voucher))
    case (.unknown, .site(let word)): Suggestion.hint(for: word, in: values(of: .campsite))
    case (.siteTaken, _) where command.argument(named: "undo") != nil:
      "move or cancel the stay in the way, or book another site for the guest"
    case (.beforeArrival, _) where command.command.name == "group checkin":
      if case .checkInEarly? = error.fix, let group = command.argument(named: "group") {
        "check in the whole group today with \"group checkin \(group.raw.text) "
          + "early\", or one stay with \"checkin CODE\""
      } else {
        nil
      }
    default: nil
    }
  }
}
