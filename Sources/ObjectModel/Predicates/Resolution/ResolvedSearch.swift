/// The condition that what somebody typed is found in the fields of an object.
package struct ResolvedSearch: Sendable {
  package let fields: [SearchField]
  package let query: SearchQuery

  /// How well an object has to fit at least.
  package let rank: SearchRank

  /// The object that the steps of the fields start from.
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

  /// Whether something of the search is found in the value of a field.
  package func touches(_ value: String, of field: SearchField) -> Bool {
    let text = SearchText(value, style: field.style)
    return Self.holds(.beginning, query.text(for: field.style), in: text)
      || query.words.contains { Self.holds(.words, $0, in: text) }
  }

  /// - Parameter wanted: one word where words are looked for.
  package static func holds(_ rank: SearchRank, _ wanted: String?, in text: SearchText) -> Bool {
    guard let wanted, !wanted.isEmpty else { return false }
    switch rank {
    case .exact: return text.text.utf8.elementsEqual(wanted.utf8)
    case .beginning: return text.text.utf8.starts(with: wanted.utf8)
    case .words: return text.words.contains { $0.utf8.starts(with: wanted.utf8) }
    }
  }
}
