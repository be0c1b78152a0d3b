/// The condition that a search query matches fields of an object.
package struct ResolvedSearch: Sendable {
  package let fields: [SearchField]
  package let query: SearchQuery

  /// The minimum quality of the match.
  package let rank: SearchRank

  /// The object at which the fields' steps start.
  package let root: ResolvedPath.Root

  package init(
    fields: [SearchField], query: SearchQuery, rank: SearchRank,
    root: ResolvedPath.Root = .evaluated
  ) {
    self.fields = fields
    self.query = query
    self.rank = rank
    self.root = root
  }

  /// Whether a field's value matches any part of the query.
  package func touches(_ value: String, of field: SearchField) -> Bool {
    let text = SearchText(value, style: field.style)
    return Self.holds(.beginning, query.text(for: field.style), in: text)
      || query.words.contains { Self.holds(.words, $0, in: text) }
  }

  /// - Parameter wanted: a single word, if the rank is `.words`.
  package static func holds(_ rank: SearchRank, _ wanted: String?, in text: SearchText) -> Bool {
    guard let wanted, !wanted.isEmpty else { return false }
    switch rank {
    case .exact: return text.text.utf8.elementsEqual(wanted.utf8)
    case .beginning: return text.text.utf8.starts(with: wanted.utf8)
    case .words: return text.words.contains { $0.utf8.starts(with: wanted.utf8) }
    }
  }
}
