import Campground
import CommandKit

extension ValueType where Context == Session, Value == Reservation {
  /// A reservation by its code.
  static var reservation: Self { reservation() }

  /// A reservation by its code.
  static func reservation(_ summary: String = "reservation code") -> Self {
    found("CODE", summary, .name) { text in
      let word = try text.word()
      let words = text.command.tokens.prefix { $0.isBare }.map(\.text)
      let verb = Session.grammar.match(words)?.command.words.last ?? ""
      return { session in try session.reservation(word, for: verb) }
    }
    .completing(.reservation)
  }
}

extension Session {
  /// The reservation that a word names.
  ///
  /// - Parameter verb: what is done to it, which a group may have a command of its own for.
  /// - Throws: a fault that asks for what may have been meant.
  func reservation(_ word: String, for verb: String) throws -> Reservation {
    do {
      return try reservations.find(word)
    } catch let error as CampgroundError {
      let hint =
        advice(aboutGroup: word, verb: verb) ?? Suggestion.hint(of: reservationsMeant(by: word))
        ?? hint(about: word, among: .reservation, orElse: "reserve")
      throw ValueFault("\(error)", hint: hint ?? Self.remedy(for: error))
    }
  }

  /// The command that does for a whole group what another one does for a stay, or the group's stays
  /// where there is none; nil where the name is no group's.
  private func advice(aboutGroup name: String, verb: String) -> String? {
    guard let group = try? reservations.group(name) else { return nil }
    // The folio of a group is its bill.
    let verb = verb == "folio" ? "bill" : verb
    guard grammar.verbs(of: "group").contains(verb) else {
      let codes = group.stays.map(\.code)
      let more = codes.count > Self.mostCodes ? ", …" : ""
      return "that is a group of "
        + codes.prefix(Self.mostCodes).joined(separator: ", ") + more
    }
    return "use the command for a whole group: group \(verb) \(CommandText.quoted(group.name))"
  }

  /// The most codes that a hint names.
  private static let mostCodes = 5

  /// The codes that somebody may mean who gives the number of a code or of a
  /// site, or a camper's name.
  ///
  /// A number alone is no code: it would be taken for the guest on the site of that number.
  private func reservationsMeant(by word: String) -> [String] {
    guard let today = try? today() else { return [] }
    let numbered = (try? reservations.find("R-\(word.trimmingPrefix { !$0.isNumber })"))?.code
    let onSite = try? reservations.reservations(
      status: .checkedIn, site: campSites.find(word))
    let ofCamper = try? campers.find(word).reservations.filter { !$0.isOver(on: today) }
    let found = ((onSite ?? []) + (ofCamper ?? []))
      .sorted { ($0.dateFrom, $0.number) < ($1.dateFrom, $1.number) }.prefix(3).map(\.code)
    return found + [numbered].compactMap { $0 }.filter { !found.contains($0) }
  }
}
