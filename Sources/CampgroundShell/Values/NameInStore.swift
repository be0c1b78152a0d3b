import Campground
import CommandKit

/// A name as typed, which becomes the full name once it is found.
@MainActor
final class NameInStore {
  /// The text that was typed, or the name chosen from several matches.
  private(set) var word: String

  init(_ word: String) {
    self.word = word
  }

  /// Finds what the name refers to.
  ///
  /// - Throws: what `find` throws; a fault that lists the matches if nobody can choose one.
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
  /// The names that match a text: any part of a name, but the whole of a number or code.
  func names(of kind: LiveValue, like text: String) -> [String] {
    // The form of a code is no part of a name, and neither is the word that clears a value.
    guard !kind.isSearched, kind.isFoundWhole || CodeWord(text) == nil, text.lowercased() != "none"
    else { return [] }
    return kind.isFoundWhole
      ? NameMatch.whole(text, in: values(of: kind))
      : NameMatch.names(like: text, in: values(of: kind))
  }
}
