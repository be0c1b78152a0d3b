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

  package func values(of kind: LiveValue, beginningWith text: String) -> [String] {
    guard kind.isSearched, !text.isEmpty else { return values(of: kind) }
    // If the search fails, nothing is offered; the command itself reports the error.
    let found = (try? campers.words(beginningWith: text, limit: Self.mostNames)) ?? []
    // Punctuation such as a parenthesis is not searched for.
    return found.isEmpty ? values(of: kind) : found
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
