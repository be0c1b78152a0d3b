import Campground
import CommandKit
import Foundation
import ObjectGraph

/// Where in a command an error of the business stands.
extension Session {
  /// An error at the words of the command that are to blame for it; nil where none is.
  func diagnostic(about error: CampgroundError, in command: ParsedCommand) -> Diagnostic? {
    command.range(blamedFor: error).map {
      command.text.diagnostic(
        "\(error)", hint: hint(for: error, in: command) ?? error.hint, at: $0)
    }
  }

  /// What may have been meant, as far as the store tells, or what there is in
  /// the place of the command.
  private func hint(for error: CampgroundError, in command: ParsedCommand) -> String? {
    switch (error.code, error.about.first) {
    case (.unknown, .named(TaxGroup.noun, let name)):
      Suggestion.hint(for: name, in: error.knownNames)
    case (.unknown, .named("voucher", let word)):
      Suggestion.hint(for: word, in: values(of: .voucher))
    case (.unknown, .site(let word)): Suggestion.hint(for: word, in: values(of: .campsite))
    case (.siteTaken, _) where command.has(.undoing):
      "move or cancel what is in the way, or book another site for the guest"
    case (.beforeArrival, _) where command.id == .groupCheckIn:
      if case .checkInEarly? = error.fix {
        "all of them come today by: group checkin \(CommandText.quoted(command[.groupName] ?? "")) "
          + "early; one alone comes by: checkin CODE"
      } else {
        nil
      }
    default: nil
    }
  }

  // MARK: Signs of currencies

  /// Checks that amounts which were written with the sign or the code of a currency are in that of
  /// the stay that the command is about, or else in the campground's.
  func checkSigns(of command: ParsedCommand) throws {
    for (name, argument) in command.arguments {
      guard case .decimal = argument.value,
        let amount = try? AmountText(argument.written), amount.sign != nil || amount.code != nil
      else { continue }
      let current = try campgrounds.current()
      let stay = stay(paidBy: command)
      let place = stay?.campground ?? current
      do {
        try amount.check(in: place?.currency ?? .usd)
      } catch {
        let home = stay.flatMap { stay in
          place === current
            ? nil : "\(stay.code) is at \(place?.name ?? ""), and \(error)"
        }
        throw command.text.diagnostic(
          "\(name): \(home ?? "\(error)")", hint: error.repair, at: argument.range)
      }
    }
  }

  /// The stay whose bill the amounts of a command are for; nil where they are for none.
  private func stay(paidBy command: ParsedCommand) -> Reservation? {
    let code = command.syntax.positionals.first { $0.kind == .live(.reservation) }
    guard case .text(let word)? = code.flatMap({ command.arguments[$0.name]?.value }) else {
      return nil
    }
    return try? reservations.find(word)
  }
}
