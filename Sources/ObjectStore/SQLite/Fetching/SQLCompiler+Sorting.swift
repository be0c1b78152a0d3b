import ObjectModel

extension SQLCompiler {
  /// One term of ORDER BY, as a part of a request.
  func whole(_ sort: ResolvedSortDescriptor, in scope: SQLScope) throws -> String {
    part = .sort(sort.path)
    let text = try term(sort, in: scope)
    note(text)
    return text
  }

  /// One term of ORDER BY; SQLite puts NULL before everything, as nil is.
  ///
  /// A text that is folded is folded once a row, by a function; a collation would fold both texts
  /// at each comparison. Languages have no such key, so that they are collations.
  func term(_ sort: ResolvedSortDescriptor, in scope: SQLScope) throws -> String {
    let value = try value(at: sort.path, in: scope)
    var text = value.text
    if sort.path.type == .string {
      if let folding = sort.comparison.folding {
        text = value.folded(folding).text
      } else {
        text += " COLLATE \(SQLFunctions.collation(of: sort.comparison))"
      }
    }
    return sort.ascending ? text : "\(text) DESC"
  }
}
