/// The names of a dictionary's values in a condition on groups: `$count`,
/// `count`, `camper.fullName`.
extension PredicateNode {
  /// The tree with every variable and key path that is one of the names as that one key.
  func naming(_ names: Set<String>) throws -> PredicateNode {
    switch self {
    case .literal, .block: return self
    case .and(let children): return .and(try children.map { try $0.naming(names) })
    case .or(let children): return .or(try children.map { try $0.naming(names) })
    case .not(let child): return .not(try child.naming(names))
    case .comparison(var comparison):
      comparison.left = try comparison.left.naming(names)
      comparison.right = try comparison.right.naming(names)
      return .comparison(comparison)
    }
  }
}

extension ExpressionNode {
  fileprivate func naming(_ names: Set<String>) throws -> ExpressionNode {
    switch self {
    case .variable(let name): return names.contains(name) ? .keyPath([name]) : self
    case .keyPath(let keys):
      let name = keys.joined(separator: ".")
      return names.contains(name) ? .keyPath([name]) : self
    case .constant, .fetch, .fetchOperand: return self
    case .aggregate(let elements): return .aggregate(try elements.map { try $0.naming(names) })
    case .negative(let operand): return .negative(try operand.naming(names))
    case .cast(let operand, let type): return .cast(try operand.naming(names), type)
    case .arithmetic(let symbol, let left, let right):
      return .arithmetic(symbol, try left.naming(names), try right.naming(names))
    case .ternary(let condition, let one, let other):
      return .ternary(
        try condition.naming(names), try one.naming(names), try other.naming(names))
    case .function(let function, let arguments) where function.aggregate == nil:
      return .function(function, try arguments.map { try $0.naming(names) })
    case .function, .collection, .subquery, .selfObject:
      throw ObjectGraphError(
        .invalidArgument,
        "\(FormatPrinter.text(of: self)) cannot stand there, the groups are made already",
        repair: "fetch it under a name, and write $NAME")
    }
  }
}
