import ObjectModel
import ObjectStore

extension ManagedObjectContext {
  /// Texts like the one of a request that would find something, the likeliest first: what may have
  /// been meant where a search finds nothing.
  ///
  ///     context.searchSuggestions(for: SearchRequest("jonny aplseed"))  // ["johnny appleseed"]
  ///
  /// Each word that begins no word of a saved value is replaced by one that takes a change
  /// or two to become it, or to begin with it; capitals and accents are left out. A store
  /// in a file looks at a bounded number of words, so that a far-fetched one may be missed;
  /// one in memory looks at all.
  ///
  /// - Returns: at most three texts; none when no word is wrong, or when nothing is near.
  /// - Throws: as `search(_:)`.
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

  /// The words that may have been meant; nil for one that is found, or says too little.
  private func nearWords(to word: String, in fields: [SearchField]) throws -> [String]? {
    guard var near = NearWords(to: word) else { return nil }
    for store in coordinator.persistentStores where !near.isFound {
      try store.considerWords(of: fields, for: &near)
    }
    return near.isFound ? nil : near.words.map(\.text)
  }
}
