/// Making lists of the values with which one key is compared side by side.
///
/// `a == 1 OR a == 2 OR …` asks whether a list holds `a`, `a != 1 AND a != 2 AND …` whether none of
/// it does. SQLite looks a value up in a list, and takes a time that grows with the square of their
/// number to get conditions ready.
extension PredicateWalk {
  /// How many conditions a predicate may have; a list counts as one.
  static let greatestConditionCount = 5_000

  /// From how many conditions side by side on lists are made of them.
  private static let fewestListed = 50

  /// Predicates of which one has to hold.
  mutating func alternatives(_ children: [ResolvedPredicate]) -> ResolvedPredicate {
    let parts = children.flatMap(\.disjuncts)
    guard parts.count >= Self.fewestListed else { return .or(children) }
    return .or(listed(parts, .equalTo) { .comparison($0) })
  }

  /// Predicates that all have to hold.
  mutating func conjunction(_ children: [ResolvedPredicate]) -> ResolvedPredicate {
    let parts = children.flatMap(\.conjuncts)
    guard parts.count >= Self.fewestListed else { return .and(children) }
    return .and(listed(parts, .notEqualTo) { .not(.comparison($0)) })
  }

  /// Refuses what SQLite would take minutes to get ready.
  func checkConditionCount() throws {
    guard conditionCount > Self.greatestConditionCount else { return }
    throw ObjectGraphError(
      .invalidArgument,
      "the predicate has \(conditionCount) conditions, more than \(Self.greatestConditionCount)",
      repair: "compare a key with a list by IN, or make several fetches",
      entityName: entity.name)
  }

  /// The parts with one comparison in place of all those by one operator that compare one path with
  /// a value.
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

/// What a comparison compares, and how strictly.
private struct ComparedPath: Hashable {
  private let root: ResolvedPath.Root
  private let keys: String
  private let options: ComparisonOptions

  /// - Returns: nil for anything but one value of a property, or an object.
  init?(_ comparison: ResolvedComparison) {
    guard comparison.modifier == .direct, case .path(let path) = comparison.left else { return nil }
    root = path.root
    keys = path.keys
    options = comparison.options
  }
}
