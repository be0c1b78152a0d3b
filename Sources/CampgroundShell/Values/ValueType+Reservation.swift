import Campground
import CommandKit

extension ValueType where Context == Session, Value == Reservation {
  /// A reservation by its code.
  static var reservation: Self { reservation() }

  /// A reservation by its code, or by its guest or site if only one fits the command.
  static func reservation(_ summary: String = "reservation code, guest or site") -> Self {
    found("CODE", summary, .name) { text in
      let before = text.command.tokens.prefix(text.indices.lowerBound).last
      let isSite = before.map { $0.isBare && ["site", "campsite"].contains($0.text) } ?? false
      let name = StayName(try text.word(), isSite: isSite)
      let words = text.command.tokens.prefix { $0.isBare }.map(\.text)
      let verb = Session.grammar.match(words)?.command.words.last ?? ""
      let isUndoing = text.command.tokens.dropFirst(2).contains { $0.isBare && $0.text == "undo" }
      return { session in
        try name.find(in: session, for: isUndoing ? "\(verb) undo" : verb)
      }
    }
    .completing { value in value.context.stayCandidates(value) }
  }
}

extension Session {
  /// A suggestion for a verb of stays given without its noun, such as `show R-1`.
  func advice(aboutStay text: CommandText) -> String? {
    let tokens = text.tokens
    guard tokens.count > 1, tokens[0].isBare,
      tokens[1].text.wholeMatch(of: /[Rr]-[0-9]+/) != nil
    else { return nil }
    // A reservation is never deleted.
    if ["delete", "remove"].contains(tokens[0].text) {
      return Suggestion.hint(of: ["cancel \(tokens[1].text)"])
    }
    guard grammar.verbs(of: "reservation").contains(tokens[0].text) else { return nil }
    return Suggestion.hint(of: ["reservation \(text.raw(0..<tokens.count).text)"])
  }

  /// The reservation that a word names.
  ///
  /// - Parameter verb: the command, which a group may have a form of its own for.
  /// - Throws: a fault that suggests what was meant.
  func reservation(_ word: String, for verb: String) throws -> Reservation {
    do {
      return try reservations.find(word)
    } catch let error as CampgroundError {
      let hint =
        advice(aboutGroup: word, verb: verb) ?? codeOfNumber(in: word)
        ?? hint(about: word, among: .reservation, orElse: "reserve")
      throw ValueFault("\(error)", hint: hint ?? Self.remedy(for: error))
    }
  }

  /// The group command that corresponds to a command about a stay, or the group's stays if there is
  /// none; nil if there is no group of that name.
  private func advice(aboutGroup name: String, verb: String) -> String? {
    guard let group = try? reservations.group(name) else { return nil }
    // The folio of a group is its bill.
    let verb = verb == "folio" ? "bill" : verb
    let name = CommandText.quoted(group.name)
    if verb == "join" { return "write group join CODE to \(name)" }
    guard verb != "leave", grammar.verbs(of: "group").contains(verb) else {
      let codes = group.stays.map(\.code)
      let more = codes.count > Self.mostCodes ? ", …" : ""
      return "that is a group of "
        + codes.prefix(Self.mostCodes).joined(separator: ", ") + more
    }
    return "use the command for a whole group: group \(verb) \(name)"
  }

  /// The largest number of codes that a hint names.
  private static let mostCodes = 5

  /// Suggests the code with the same number for a word that is not a code.
  private func codeOfNumber(in word: String) -> String? {
    let number = word.trimmingPrefix { !$0.isNumber }
    return Suggestion.hint(of: [(try? reservations.find("R-\(number)"))?.code].compactMap { $0 })
  }
}
