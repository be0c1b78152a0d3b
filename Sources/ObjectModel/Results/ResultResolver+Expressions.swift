/// Resolves the requested values to expressions on rows and groups of rows.
extension ResultResolver {
  func resolve(_ property: FetchedProperty) throws -> ResolvedExpression {
    switch property {
    case .keyPath(let text):
      switch try FormatArguments.keyPath(text).kind {
      case .keyPath(let keys): return .path(try path(keys, text))
      default:
        throw error(
          "\(text) is not a property", key: text,
          repair: "fetch it under a name, with an ExpressionDescription")
      }
    case .expression(let name, let expression, _):
      if let defect = expression.defect { throw defect }
      return try ObjectGraphError.passing {
        try PredicateResolver(entity: entity, allowsRows: true).resolve(overRows(expression.node))
      } changed: {
        $0.message = "\(name): \($0.message)"
      }
    }
  }

  private func path(_ keys: [String], _ text: String) throws -> ResolvedPath {
    do {
      return try PathResolver(entity: entity).resolve(keys, of: text, as: .value)
    } catch var problem {
      if let relationship = toManyStep(of: keys) {
        problem.repair =
          "fetch objects, or an expression over it such as \(relationship).@count"
      }
      throw problem
    }
  }

  /// The path up to the first to-many relationship among the keys.
  private func toManyStep(of keys: [String]) -> String? {
    PathResolver(entity: entity).toManyPlaces(in: keys).first
      .map { keys[...$0].joined(separator: ".") }
  }

  /// A key path with an operator on the rows, `nights.@sum`, as the corresponding aggregate.
  private func overRows(_ node: ExpressionNode) -> ExpressionNode {
    node.replacing { node in
      switch node.kind {
      case .collection(let symbol, let collection, let rest):
        guard case .keyPath(let keys) = collection.kind, toManyStep(of: keys + rest) == nil else {
          return node
        }
        let path = ExpressionNode(.keyPath(keys + rest), at: collection.position)
        let function = PredicateFunction.allCases.first { $0.aggregate == symbol }
        return function.map { .function($0, [path]) }
      case .function(let function, _) where function.isArithmetic: return nil
      default: return node
      }
    }
  }
}

// MARK: What an expression reads

extension ResolvedNode {
  /// The paths outside aggregates over rows and outside grouping expressions.
  func rowPaths(outside groups: [ResolvedExpression]) -> [String] {
    if case .expression(let expression) = self {
      if groups.contains(where: { $0.isSame(as: expression) }) { return [] }
      switch expression {
      case .path(let path): return [path.keys]
      case .aggregate(let aggregate):
        switch aggregate.source {
        case .rows: return []
        case .subquery(let subquery, _): return [subquery.collection.keys]
        case .values, .list: break
        }
      default: break
      }
    }
    return children.flatMap { $0.rowPaths(outside: groups) }
  }
}

extension ResolvedExpression {
  /// Whether it certainly has the same value as another; conditions and subqueries are not
  /// compared.
  fileprivate func isSame(as other: ResolvedExpression) -> Bool {
    switch (self, other) {
    case (.constant(let left), .constant(let right)): left == right
    case (.path(let left), .path(let right)): left.keys == right.keys
    case (.cast(let left, let type), .cast(let right, let otherType)):
      type == otherType && left.isSame(as: right)
    case (.function(let left), .function(let right)):
      left.function == right.function && left.function != .random
        && left.arguments.elementsEqual(right.arguments) { $0.isSame(as: $1) }
    case (.aggregate(let left), .aggregate(let right)):
      if case .values(let first) = left.source, case .values(let second) = right.source {
        left.function == right.function && left.isDistinct == right.isDistinct
          && first.keys == second.keys
      } else {
        false
      }
    default: false
    }
  }
}
