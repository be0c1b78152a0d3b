/// `CONTAINS[w]`, the word search.
extension PredicateWalk {
  mutating func search(_ node: ComparisonNode) throws -> ResolvedPredicate {
    let position = node.left.position
    try located(at: position) { try node.checkSearch() }
    let left = try side(node.left, as: .value)
    let right = try side(node.right, as: .value)
    guard case .path(let path) = left.expression else {
      throw notSearched(left.description, at: position)
    }
    let fields = try searchFields(of: path, position)
    switch right.expression {
    case .constant(.string(let text)):
      return .found(in: fields, SearchQuery(text), from: path.root)
    case .constant(.null): return .literal(false)
    default:
      throw self.error(
        "CONTAINS[w] searches for text, but \(right.description) is not text", at: right.position,
        repair: "pass a string for %@")
    }
  }

  private func notSearched(
    _ what: String, at position: Int?, key: String? = nil
  ) -> ObjectGraphError {
    error(
      "CONTAINS[w] searches objects and attributes, but \(what) is neither", at: position,
      repair: "write SELF or a key path on its left side", key: key)
  }

  private func searchFields(of path: ResolvedPath, _ position: Int?) throws -> [SearchField] {
    let steps: [RelationshipDescription]
    switch path.terminal {
    case .attribute(let attribute):
      guard let style = attribute.searchStyle else {
        throw error(
          "\(path.spelling) is not searchable", at: position,
          repair: "give the attribute a searchStyle in the model", key: path.text)
      }
      return [try SearchField(path.steps, attribute, style, in: path.rootEntity)]
    case .object: steps = path.steps
    case .toOne(let relationship): steps = path.steps + [relationship]
    case .entityName:
      throw notSearched(path.spelling, at: position, key: path.text)
    }
    let searched = path.destinationEntity
    let fields = try searched?.searchFields() ?? []
    guard !fields.isEmpty else {
      throw error(
        "the model defines nothing to search in \(searched?.name ?? path.text)", at: position,
        repair: "give some of its attributes a searchStyle")
    }
    return fields.map { $0.behind(steps) }
  }
}

extension ComparisonNode {
  /// Checks a comparison with `[w]`.
  ///
  /// - Throws: `invalidArgument` if its operator, modifier or options are not allowed.
  func checkSearch() throws(ObjectGraphError) {
    guard self.operator == .contains else {
      throw ObjectGraphError(
        .invalidArgument, "[w] can only be used with CONTAINS, not with \(self.operator.spelling)",
        repair: "write CONTAINS[w]")
    }
    guard modifier == .direct else {
      throw ObjectGraphError(
        .invalidArgument, "CONTAINS[w] searches one object, without ANY, ALL or NONE",
        repair: "write \(searchOfEach).@count > 0")
    }
    guard options.isDisjoint(with: [.normalized, .localeSensitive]) else {
      throw ObjectGraphError(
        .invalidArgument,
        "CONTAINS[w] accepts no other options: it always ignores case, accents and width",
        repair: "write CONTAINS[w]")
    }
  }

  /// How to search the objects of the left side's collection one at a time.
  private var searchOfEach: String {
    guard case .keyPath(let keys) = left.kind, !keys.isEmpty else {
      return "SUBQUERY(stays, $x, $x CONTAINS[w] …)"
    }
    let element = (["$x"] + keys.dropFirst()).joined(separator: ".")
    return "SUBQUERY(\(keys[0]), $x, \(element) CONTAINS[w] …)"
  }
}

extension ResolvedPredicate {
  /// The condition that `search(_:in:limit:)` finds an object.
  static func found(
    in fields: [SearchField], _ query: SearchQuery, from root: ResolvedPath.Root
  ) -> ResolvedPredicate {
    let words = ResolvedSearch(fields: fields, query: query, rank: .words, root: root)
    let numbers = fields.filter { $0.style == .digits }
    guard query.digits != nil, query.words.count > 1, !numbers.isEmpty else {
      return .search(words)
    }
    // `4 08` is the beginning of the number 408…, although nothing in it begins with 08.
    return .or([
      .search(words),
      .search(ResolvedSearch(fields: numbers, query: query, rank: .beginning, root: root)),
    ])
  }
}
