/// Combines many comparisons of one key with constants into a list.
///
/// `a == 1 OR a == 2 OR …` becomes a test whether a list contains `a`, and `a != 1 AND a != 2 AND
/// …` a test whether it does not. SQLite searches a list quickly, but takes quadratic time to
/// prepare a statement with many conditions.
extension PredicateWalk {
  /// The maximum number of conditions in a predicate; a list counts as one.
  static let greatestConditionCount = 5_000

  /// The number of neighboring conditions from which they are combined into lists.
  private static let fewestListed = 50

  /// Predicates of which at least one must be true.
  mutating func alternatives(_ children: [ResolvedPredicate]) -> ResolvedPredicate {
    let parts = children.flatMap(\.disjuncts)
    guard parts.count >= Self.fewestListed else { return .or(children) }
    return .or(listed(parts, .equalTo) { .comparison($0) })
  }

  /// Predicates that must all be true.
  mutating func conjunction(_ children: [ResolvedPredicate]) -> ResolvedPredicate {
    let parts = children.flatMap(\.conjuncts)
    guard parts.count >= Self.fewestListed else { return .and(children) }
    return .and(listed(parts, .notEqualTo) { .not(.comparison($0)) })
  }

  /// Rejects predicates that SQLite would take minutes to prepare.
  func checkConditionCount() throws {
    guard conditionCount > Self.greatestConditionCount else { return }
    throw ObjectGraphError(
      .invalidArgument,
      "the predicate has \(conditionCount) conditions, more than \(Self.greatestConditionCount)",
      repair: "compare a key with a list with IN, or make several fetches",
      entityName: entity.name)
  }

  /// Replaces all comparisons with one operator of one path with constants by a single comparison.
  private mutating func listed(
    _ parts: [ResolvedPredicate], _ symbol: ComparisonOperator,
    _ make: (ResolvedComparison) -> ResolvedPredicate
  ) -> [ResolvedPredicate] {
    var result: [ResolvedPredicate] = []
    var places: [ComparedPath: Int] = [:]
    var lists: [(place: Int, first: ResolvedComparison, values: [AttributeValue])] = []
    for part in parts {
      guard case .comparison(let comparison) = part, comparison.operator == symbol,
        let path = ComparedPath(comparison), case .constant(let value) = comparison.right,
        !value.isNull
      else {
        result.append(part)
        continue
      }
      if let list = places[path] {
        lists[list].values.append(value)
      } else {
        places[path] = lists.count
        lists.append((result.count, comparison, [value]))
        result.append(part)
      }
    }
    for list in lists where list.values.count > 1 {
      result[list.place] = make(list.first.with(constant: .list(list.values), by: .in))
      conditionCount -= list.values.count - 1
    }
    return result
  }
}

/// The subject of a comparison, and its options.
private struct ComparedPath: Hashable {
  private let root: ResolvedPath.Root
  private let keys: String
  private let options: ComparisonOptions

  /// - Returns: nil unless the comparison is of a single property value or object.
  init?(_ comparison: ResolvedComparison) {
    guard comparison.modifier == .direct, case .path(let path) = comparison.left else { return nil }
    root = path.root
    keys = path.keys
    options = comparison.options
  }
}
