/// The condition that what somebody typed is found in the fields of an object.
package struct ResolvedSearch: Sendable {
  /// How far from the beginning of a value it may be found.
  package enum Reach: Int, Sendable, CaseIterable {
    /// It is the whole of a value.
    case whole
    /// A value begins with it.
    case beginning
    /// Each of its words is the beginning of a word of some value.
    case words
  }

  package let fields: [SearchField]
  package let query: SearchQuery
  package let reach: Reach

  /// The object that the steps of the fields start from.
  package let root: ResolvedPath.Root

  package init(
    fields: [SearchField], query: SearchQuery, reach: Reach,
    root: ResolvedPath.Root = .evaluated
  ) {
    self.fields = fields
    self.query = query
    self.reach = reach
    self.root = root
  }

  /// Whether something of the search is found in the value of a field.
  package func touches(_ value: String, of field: SearchField) -> Bool {
    let text = SearchText(value, style: field.style)
    return Self.holds(.beginning, query.text(for: field.style), in: text)
      || query.words.contains { Self.holds(.words, $0, in: text) }
  }

  /// - Parameter wanted: one word where words are looked for.
  package static func holds(_ reach: Reach, _ wanted: String?, in text: SearchText) -> Bool {
    guard let wanted, !wanted.isEmpty else { return false }
    switch reach {
    case .whole: return text.text.utf8.elementsEqual(wanted.utf8)
    case .beginning: return text.text.utf8.starts(with: wanted.utf8)
    case .words: return text.words.contains { $0.utf8.starts(with: wanted.utf8) }
    }
  }
}
