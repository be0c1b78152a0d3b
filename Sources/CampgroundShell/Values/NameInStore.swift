import Campground
import CommandKit

/// A name that somebody typed, as far as it is known what it means.
@MainActor
final class NameInStore {
  /// What was typed, or what was chosen when several things fitted that.
  private(set) var word: String

  init(_ word: String) {
    self.word = word
  }

  /// What the name means.
  ///
  /// - Throws: as `find`; a fault that lists what fits where nobody is there to choose from it.
  func find<Found>(
    in session: Session, among kind: LiveValue, _ find: (Session, String) throws -> Found
  ) throws -> Found {
    do {
      return try find(session, word)
    } catch let error as CampgroundError where [.ambiguous, .unknown].contains(error.code) {
      let names =
        error.code == .ambiguous ? error.knownNames : session.names(of: kind, like: word)
      guard let name = names.first else { throw error }
      let question = "\(names.count) \(kind.plural) match \"\(word)\":"
      guard let chosen = names.count == 1 ? name : session.choose?(question, names) else {
        throw ValueFault(
          "\(question) \(names.joined(separator: ", "))",
          hint: Suggestion.hint(of: Array(names.prefix(3))))
      }
      word = chosen
      return try find(session, word)
    }
  }
}

extension Session {
  /// The names of what is meant by a text: by any part of a name, but by the whole of what is told
  /// apart by numbers and codes.
  func names(of kind: LiveValue, like text: String) -> [String] {
    switch kind {
    case .camper: []
    case .campsite, .reservation, .sale, .voucher, .waiting:
      NameMatch.whole(text, in: values(of: kind))
    default: NameMatch.names(like: text, in: values(of: kind))
    }
  }
}
