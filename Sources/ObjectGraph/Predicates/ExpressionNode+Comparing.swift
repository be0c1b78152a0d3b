import ObjectModel

extension ExpressionNode {
  /// The Boolean value of a condition.
  static func chosen(by condition: PredicateNode) -> ExpressionNode {
    .ternary(condition, .constant(.boolean(true)), .constant(.boolean(false)))
  }

  /// The condition that the value is not nil.
  var isSome: PredicateNode { .comparison(ComparisonNode(self, .notEqualTo, .constant(.null))) }

  /// A comparison with another expression, simplified by what is known beforehand.
  ///
  /// `(path ?? constant) == constant` becomes conditions on the path alone, so that an index can be
  /// used.
  func compared(
    _ symbol: ComparisonOperator, to other: ExpressionNode, _ options: ComparisonOptions = []
  ) -> PredicateNode {
    let whole = PredicateNode.comparison(ComparisonNode(self, symbol, other, options: options))
    guard case .constant(let constant) = other.kind else { return whole }
    switch kind {
    case .constant:
      return (try? FetchPredicate(whole).evaluate(with: nil)).map { .literal($0) } ?? whole
    case .ternary(let condition, let one, let two):
      let (first, second) = (
        one.compared(symbol, to: other, options), two.compared(symbol, to: other, options)
      )
      if condition == one.isSome, !constant.isNull, case .literal(let holdsForNil) = second.kind {
        return first.orForNil(of: one, holdsForNil, symbol)
      }
      guard first.isLiteral || second.isLiteral else { return whole }
      return .choice(condition, first, second)
    default: return whole
    }
  }

  /// Whether the expression is nil whenever another one within it is.
  func isNil(with other: ExpressionNode) -> Bool {
    if self == other { return true }
    switch (kind, other.kind) {
    case (.keyPath(let keys), .keyPath(let start)):
      return !start.isEmpty && keys.starts(with: start)
    case (.variable(let name), .variable(let start)): return name.hasPrefix(start + ".")
    case (.cast(let operand, _), _): return operand.isNil(with: other)
    case (.function(let function, let arguments), _)
    where function.isArithmetic || function == .modulus:
      return arguments.contains { $0.isNil(with: other) }
    default: return false
    }
  }

  /// This path extended by another, or nil if it cannot be extended.
  func followed(by path: ExpressionNode) -> ExpressionNode? {
    switch (kind, path.kind) {
    case (_, .keyPath([])): return self
    case (.keyPath([]), _): return path
    case (.keyPath(let start), .keyPath(let keys)): return .keyPath(start + keys)
    case (.variable(let start), .keyPath(let keys)):
      return .variable(([start] + keys).joined(separator: "."))
    case (_, .collection(let symbol, let collection, let keys)):
      return followed(by: collection).map { .collection(symbol, of: $0, then: keys) }
    default: return nil
    }
  }
}

extension PredicateNode {
  fileprivate var isLiteral: Bool { if case .literal = kind { true } else { false } }

  /// The comparison of a value with a constant, but with a given result for nil, which otherwise
  /// differs from every value and satisfies no other comparison.
  fileprivate func orForNil(
    of value: ExpressionNode, _ holdsForNil: Bool, _ symbol: ComparisonOperator
  ) -> PredicateNode {
    switch (symbol == .notEqualTo, holdsForNil) {
    case (true, true), (false, false): self
    case (true, false): .all(of: [value.isSome, self])
    case (false, true): .any(of: [value.isSome.negated, self])
    }
  }
}
