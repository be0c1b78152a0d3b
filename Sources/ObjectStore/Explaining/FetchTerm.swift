import ObjectModel

/// A term of a predicate, with its use of indexes.
struct FetchTerm {
  /// The use of an index for a comparison.
  enum Service: Equatable {
    /// An index of the property finds the rows with a value.
    case equality
    /// An index of the property finds the rows with a range of values.
    case range
    /// No index can be used.
    case none(Obstacle)
    /// An index is already used, or the term hardly restricts the results.
    case irrelevant
  }

  /// Why no index can be used for a string comparison.
  enum Obstacle {
    case folding, leadingWildcard, pattern, prefixPattern

    var reason: String {
      switch self {
      case .folding: "ignores case or accents"
      case .leadingWildcard: "looks for text in the middle or at the end"
      case .pattern, .prefixPattern: "matches a pattern"
      }
    }

    func hint(_ key: String) -> String {
      switch self {
      case .folding:
        "add a derived attribute canonical:(\(key)) with a fetch index, and compare it "
          + "with [n]"
      case .leadingWildcard:
        "an index supports == and BEGINSWITH; to find words in a text, keep each word as an "
          + "object of its own, or in lower case in a derived attribute canonical:(\(key)), which "
          + "makes the search cheaper"
      case .pattern:
        "an index supports == and BEGINSWITH; add another term that selects few objects"
      case .prefixPattern: "write BEGINSWITH, which an index supports"
      }
    }
  }

  /// The term as it could be written.
  let text: String
  let service: Service
  /// The property at the end of the path on the left side.
  let property: PropertyDescription?
  /// Whether the property is one of the fetched entity itself.
  let isOwn: Bool
  /// The comparison for which the search index could be used instead; nil if there is none.
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

  /// Whether the term processes a string in each row.
  var isExpensive: Bool { if case .none = service { true } else { false } }

  /// Whether an index of the property would help.
  var isServable: Bool { service == .equality || service == .range }

  /// Whether it compares an unmodified column.
  var isCheap: Bool { isOwn && isServable }
}
