import Campground
import CommandKit
import ObjectGraph

/// Completions from a session's store.
extension Session {
  /// The most values of one kind to offer: nobody can choose from more than a screenful.
  static let mostValues = 5_000

  /// The most names with a given beginning to offer.
  private static let mostNames = 200

  /// The names or codes of a kind. If they cannot be read, there are none; the command itself reports
  /// the error.
  package func values(of kind: LiveValue) -> [String] { (try? kind.names(self)) ?? [] }

  /// The names or codes that complete a text, each with what it is; campers also by any part of
  /// their names, numbers or addresses.
  func candidates(of kind: LiveValue, beginningWith text: String) -> [CompletionCandidate] {
    if kind.isSearched, !text.isEmpty {
      // If the search fails, nothing is offered; the command itself reports the error.
      let found = (try? campers.words(beginningWith: text, limit: Self.mostNames)) ?? []
      // Punctuation such as a parenthesis is not searched for.
      if !found.isEmpty { return found.map { CompletionCandidate($0, isMeant: true) } }
    }
    let notes = (try? kind.notes(self)) ?? [:]
    return values(of: kind).map { CompletionCandidate($0, note: notes[$0] ?? "") }
  }

  func camperWords() throws -> [String] {
    let campers = try objects(of: Camper.self, by: "fullName")
    return campers.map(CamperWords(among: campers).word)
  }

  func names<Object: ManagedObject>(
    of type: Object.Type, _ name: (Object) -> String?, by key: String
  ) throws -> [String] {
    try objects(of: type, by: key).compactMap(name).filter { !$0.isEmpty }.unique
  }

  private func objects<Object: ManagedObject>(
    of type: Object.Type, by key: String
  ) throws -> [Object] {
    let request = FetchRequest<Object>()
    request.sortDescriptors = [FetchSortDescriptor(key: key, ascending: true)]
    request.fetchLimit = Self.mostValues
    return try context.fetch(request)
  }
}
