import ObjectModel

extension SQLCompiler {
  /// One term of ORDER BY; SQLite puts NULL before everything, as nil is.
  ///
  /// A text that is folded is folded once a row, by a function; a collation would fold both texts at
  /// each comparison. Languages have no such key, so that they are collations.
  func term(_ sort: ResolvedSortDescriptor, in scope: SQLScope) throws -> String {
    var text = try column(at: sort.path, in: scope)
    if sort.path.type == .string {
      if let folding = sort.comparison.folding {
        text = folded(text, folding)
      } else {
        text += " COLLATE \(SQLFunctions.collation(of: sort.comparison))"
      }
    }
    return sort.ascending ? text : "\(text) DESC"
  }
}
