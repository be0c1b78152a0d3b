import ObjectModel

/// A term of a predicate, looked at for what an index can do for it.
struct FetchTerm {
  /// What an index can do for a comparison.
  enum Service: Equatable {
    /// An index over the property leads to the rows of one value.
    case equality
    /// An index over the property leads to the rows of several values.
    case range
    /// No index can serve it.
    case none(Obstacle)
    /// It is served already, or says too little about what is fetched.
    case irrelevant
  }

  /// Why no index can serve a comparison of text.
  enum Obstacle {
    case folding, leadingWildcard, pattern, prefixPattern

    var reason: String {
      switch self {
      case .folding: "compares letters without regard to case or accents"
      case .leadingWildcard: "looks for text in the middle or at the end"
      case .pattern, .prefixPattern: "matches a pattern"
      }
    }

    func hint(_ key: String) -> String {
      switch self {
      case .folding:
        "keep a derived attribute canonical:(\(key)) with a fetch index, and compare that one "
          + "with [n]"
      case .leadingWildcard:
        "an index serves == and BEGINSWITH; to find words within a text, keep each word as an "
          + "object of its own, or in lower case in a derived attribute canonical:(\(key)), which "
          + "makes the search cheaper"
      case .pattern:
        "an index serves == and BEGINSWITH; put another term beside this one that leaves few objects"
      case .prefixPattern: "write BEGINSWITH, which an index serves"
      }
    }
  }

  /// As it could be written.
  let text: String
  let service: Service
  /// What the path on its left ends on.
  let property: PropertyDescription?
  /// Whether the property is one of the fetched entity itself.
  let isOwn: Bool
  /// The comparison that the search index would serve instead; nil where there is none.
  let searchHint: String?

  init(_ comparison: ResolvedComparison) {
    let path: ResolvedPath?
    let isAgainstConstant: Bool
    switch (comparison.left, comparison.right) {
    case (.path(let left), .constant), (.path(let left), .list), (.constant, .path(let left)):
      (path, isAgainstConstant) = (left, true)
    case (.path(let left), _): (path, isAgainstConstant) = (left, false)
    default: (path, isAgainstConstant) = (nil, false)
    }
    text =
      "\(path?.text ?? "a term") \(comparison.operator.spelling)\(comparison.options.brackets)"
    isOwn = path?.steps.isEmpty ?? false
    property = path?.attribute
    searchHint = Self.searchHint(comparison, path)
    service =
      property == nil || comparison.modifier != .direct || path?.toManyStep != nil
      ? .irrelevant : Self.service(of: comparison, isAgainstConstant)
  }

  private static func searchHint(_ comparison: ResolvedComparison, _ path: ResolvedPath?) -> String?
  {
    guard let path, path.attribute?.searchStyle != nil else { return nil }
    switch comparison.operator {
    case .contains, .beginsWith, .like, .equalTo:
      return "write \(path.text) CONTAINS[w] …, which finds words by their beginnings in the "
        + "search index"
    default: return nil
    }
  }

  private static func service(
    of comparison: ResolvedComparison, _ isAgainstConstant: Bool
  ) -> Service {
    let options = comparison.options
    let isFolded =
      options.contains(.localeSensitive)
      || !(options.isEmpty || options.contains(.normalized))
    switch comparison.operator {
    case .contains, .endsWith: return .none(.leadingWildcard)
    case .matches: return .none(.pattern)
    case .like: return .none(obstacle(ofPattern: comparison.right, isFolded))
    case .notEqualTo: return isFolded ? .none(.folding) : .irrelevant
    case _ where isFolded: return .none(.folding)
    case .equalTo: return isAgainstConstant ? .equality : .irrelevant
    default: return isAgainstConstant ? .range : .irrelevant
    }
  }

  private static func obstacle(ofPattern right: ResolvedExpression, _ isFolded: Bool) -> Obstacle {
    guard case .constant(.string(let pattern)) = right, let first = pattern.first else {
      return .pattern
    }
    if first == "*" || first == "?" { return .leadingWildcard }
    let isPrefix =
      pattern.last == "*" && !pattern.dropLast().contains { "*?\\".contains($0) }
    return isFolded ? .folding : isPrefix ? .prefixPattern : .pattern
  }

  /// Whether the term works with text at each row.
  var isExpensive: Bool { if case .none = service { true } else { false } }

  /// Whether an index over the property would serve it.
  var isServable: Bool { service == .equality || service == .range }

  /// Whether it compares a column as it is.
  var isCheap: Bool { isOwn && isServable }
}
