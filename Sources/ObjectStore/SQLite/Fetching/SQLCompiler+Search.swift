import ObjectModel

/// Search in SQL: with the index if there is one, otherwise by scanning values.
extension SQLCompiler {
  func condition(_ search: ResolvedSearch, isExact: Bool, in scope: SQLScope) throws -> String {
    let scope = try scope.scope(of: search.root)
    let terms = search.terms
    guard !terms.isEmpty else { return "0" }
    let isListed = try self.search?.isListed(terms) ?? terms.map { _ in false }
    var conditions = try zip(terms, isListed).filter { !$0.1 }.map { term, _ in
      try alternatives(term.parts) { try comparison($0, term.rank, in: scope) }
    }
    let listed = zip(terms, isListed).filter(\.1).map(\.0)
    if listed.allSatisfy({ $0.parts.count == 1 }), let rank = listed.first?.rank {
      // A single FTS5 query for all words, which avoids a list for each.
      conditions.append(try entries(of: listed.map { $0.parts[0] }, rank, in: scope) ?? "0")
    } else {
      conditions += try listed.map { term in
        try alternatives(term.parts) { try entries(of: [$0], term.rank, in: scope) }
      }
    }
    let text = Self.balanced(conditions[...], by: " AND ")
    return isExact ? "ifnull(\(text), 0)" : text
  }

  /// The condition that one of the parts matches.
  private func alternatives(
    _ parts: [SearchTerm.Part], _ condition: (SearchTerm.Part) throws -> String?
  ) throws -> String {
    let conditions = try parts.compactMap(condition)
    return conditions.isEmpty ? "0" : Self.balanced(conditions[...], by: " OR ")
  }

  /// The condition that an object is among the entries of all parts, which have the same fields.
  ///
  /// - Returns: nil for fields that are not indexed.
  private func entries(
    of parts: [SearchTerm.Part], _ rank: SearchRank, in scope: SQLScope
  ) throws -> String? {
    let matches = parts.compactMap { search?.definition.match($0, rank) }
    guard let index = matches.first?.index else { return nil }
    let text = bind(.text(matches.map { "(\($0.text))" }.joined(separator: " AND ")))
    let alias = nextAlias()
    let owner = try key(of: parts[0].fields[0].steps[...], in: scope)
    return try owned(
      "\(owner) IN (SELECT \(alias).rowid FROM \(index) \(alias) WHERE \(alias).\(index) MATCH "
        + "\(text))", parts[0].fields[0], in: scope)
  }

  /// Limits a condition to the entity that is searched by the path of a field.
  private func owned(
    _ condition: String, _ field: SearchField, in scope: SQLScope
  ) throws -> String {
    guard let owner = field.ownerOfPath, let layout = mapping.model.layout(of: owner) else {
      return condition
    }
    let alias = try alias(of: field.steps[..<field.ownerStep], in: scope)
    return "(\(condition) AND \(alias).Z_ENT BETWEEN \(layout.number) AND \(layout.lastNumber))"
  }

  private func comparison(
    _ part: SearchTerm.Part, _ rank: SearchRank, in scope: SQLScope
  ) throws -> String {
    let wanted = bind(.text(part.wanted))
    let terms = try part.fields.map { field in
      let alias = try alias(of: field.steps[...], in: scope)
      let column = try mapping.columnName(of: field.attribute)
      let style = bind(.text(field.style.text))
      return "\(SQLFunctions.searches)(\(alias).\(column), \(style), \(rank.rawValue), \(wanted))"
    }
    return try owned(Self.balanced(terms[...], by: " OR "), part.fields[0], in: scope)
  }
}
