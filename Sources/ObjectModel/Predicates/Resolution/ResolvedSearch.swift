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

/// What a search looks for: one of its words, or its whole text.
package struct SearchTerm {
  /// Fields reached by the same steps from objects of the same entity, and the text to find in
  /// them.
  package struct Part {
    /// Never empty.
    package let fields: [SearchField]
    package let wanted: String
  }

  package let rank: SearchRank

  /// The term matches if one of its parts does; without parts, it never does.
  package let parts: [Part]
}

extension ResolvedSearch {
  /// The terms that must all match; without terms, nothing matches.
  package var terms: [SearchTerm] {
    guard !query.words.isEmpty else { return [] }
    guard rank == .words else {
      let parts = groups { $0.style == .digits }.compactMap { fields in
        query.text(for: fields[0].style).map { SearchTerm.Part(fields: fields, wanted: $0) }
      }
      return [SearchTerm(rank: rank, parts: parts)]
    }
    return query.words.map { word in
      SearchTerm(
        rank: rank,
        parts: groups { _ in true }.map { SearchTerm.Part(fields: $0, wanted: word) })
    }
  }

  /// Groups the fields that have the same steps and the same property.
  private func groups(by kind: (SearchField) -> Bool) -> [[SearchField]] {
    var groups: [[SearchField]] = []
    for field in fields {
      let index = groups.firstIndex { group in
        kind(group[0]) == kind(field)
          && group[0].steps.elementsEqual(field.steps, by: ===)
          && group[0].ownerOfPath === field.ownerOfPath
      }
      if let index { groups[index].append(field) } else { groups.append([field]) }
    }
    return groups
  }
}
