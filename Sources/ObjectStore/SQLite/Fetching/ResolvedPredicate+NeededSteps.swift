import ObjectModel

/// The relationships without which a condition cannot be true, for which an inner join is enough:
/// SQLite can then start with the table at their end, and use an index there.
extension ResolvedPredicate {
  /// The to-one paths from a root that must lead to an object for the predicate to be true, with
  /// all their prefixes.
  func neededSteps(from root: ResolvedPath.Root) -> Set<[ObjectIdentifier]> {
    switch self {
    case .and(let children):
      children.reduce(into: []) { $0.formUnion($1.neededSteps(from: root)) }
    case .or(let children):
      children.dropFirst().reduce(children.first?.neededSteps(from: root) ?? []) {
        $0.intersection($1.neededSteps(from: root))
      }
    case .comparison(let comparison): SQLScope.beginnings(of: comparison.neededSteps(from: root))
    case .not(.not(let child)): child.neededSteps(from: root)
    case .literal, .not, .search: []
    }
  }
}

extension ResolvedComparison {
  /// Whether rows whose left side is NULL can be skipped by an inner join.
  var needsLeftSide: Bool { needsSide(comparedWith: right) }

  private func needsSide(comparedWith other: ResolvedExpression) -> Bool {
    switch (self.operator, other) {
    case (.equalTo, .constant(let value)): !value.isNull
    case (.notEqualTo, .constant(.null)): true
    case (.equalTo, _), (.notEqualTo, _): false
    default: true
    }
  }

  fileprivate func neededSteps(
    from root: ResolvedPath.Root
  ) -> [ArraySlice<RelationshipDescription>] {
    switch modifier {
    case .any: return left.neededSteps(from: root)
    case .all, .none: return []
    case .direct:
      return (needsLeftSide ? left.neededSteps(from: root) : [])
        + (needsSide(comparedWith: left) ? right.neededSteps(from: root) : [])
    }
  }
}

extension ResolvedExpression {
  /// The steps without which the value is nil.
  fileprivate func neededSteps(
    from root: ResolvedPath.Root
  ) -> [ArraySlice<RelationshipDescription>] {
    switch self {
    case .path(let path): path.root == root ? [path.steps.prefix { !$0.isToMany }] : []
    case .aggregate(let aggregate):
      aggregate.countedPath.map { ResolvedExpression.path($0).neededSteps(from: root) } ?? []
    case .cast, .function: operands.flatMap { $0.neededSteps(from: root) }
    case .constant, .list, .ternary: []
    }
  }
}

extension SQLScope {
  /// The keys of paths and of all their prefixes.
  static func beginnings(
    of paths: [ArraySlice<RelationshipDescription>]
  ) -> Set<[ObjectIdentifier]> {
    Set(paths.flatMap { path in path.indices.map { path[...$0].map { ObjectIdentifier($0) } } })
  }
}
