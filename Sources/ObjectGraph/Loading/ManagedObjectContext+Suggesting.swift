import ObjectModel
import ObjectStore

extension ManagedObjectContext {
  /// Strings similar to a request's that would find something, the most likely ones first, to
  /// suggest if a search finds nothing.
  ///
  ///     context.searchSuggestions(for: SearchRequest("jonny aplseed"))  // ["johnny appleseed"]
  ///
  /// Each word that is not a prefix of a word in a saved value is replaced with a saved word that
  /// differs, as a whole or in its beginning, in at most two characters; case and accents are
  /// ignored. A store in a file examines a limited number of words, so that it may miss a remote
  /// one; an in-memory store examines all.
  ///
  /// - Returns: at most three strings; empty if no word is wrong, or nothing is similar.
  /// - Throws: errors of `search(_:)`.
  public func searchSuggestions(for request: SearchRequest) throws -> [String] {
    let query = SearchQuery(request.text)
    let fields = try searchedLayouts(of: request).flatMap { layout throws in
      try layout.entity.searchFields()
    }
    guard !query.words.isEmpty, !fields.isEmpty else { return [] }
    var isWrong = false
    var choices: [[String]] = []
    for word in query.words {
      let near = try nearWords(to: word, in: fields)
      choices.append(near ?? [word])
      if near != nil { isWrong = true }
    }
    guard isWrong, let count = choices.map(\.count).max() else { return [] }
    var suggestions: [String] = []
    for index in 0..<count where choices.allSatisfy({ !$0.isEmpty }) {
      let text = choices.map { $0[min(index, $0.count - 1)] }.joined(separator: " ")
      var corrected = request
      (corrected.text, corrected.limit) = (text, 1)
      if try !search(corrected).isEmpty, !suggestions.contains(text) { suggestions.append(text) }
    }
    return suggestions
  }

  /// The words that may have been meant; nil if the word is found, or too short.
  private func nearWords(to word: String, in fields: [SearchField]) throws -> [String]? {
    guard var near = NearWords(to: word) else { return nil }
    for store in coordinator.persistentStores where !near.isFound {
      try store.considerWords(of: fields, for: &near)
    }
    return near.isFound ? nil : near.words.map(\.text)
  }
}
