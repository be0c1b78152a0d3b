import Foundation
import ObjectModel

/// A part of a Foundation predicate that can be converted to a node of our tree.
protocol ConvertibleExpression {
  /// - Throws: an `ObjectGraphError` that names what has no counterpart.
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart
}

/// The conversion of a part of a Foundation predicate.
enum ConvertedPart {
  /// A value; for a collection, a list, a path to a to-many relationship, or a subquery.
  case value(ExpressionNode)
  /// A `Bool`.
  case condition(PredicateNode)
  /// A `Bool?`, which is nil unless the second condition holds.
  case optionalCondition(PredicateNode, isSome: PredicateNode)
  /// A string in the folded form that is compared under the options.
  case foldedText(ExpressionNode, ComparisonOptions)
  case range(ConvertedRange)

  /// The part as an expression.
  func asValue() throws -> ExpressionNode {
    switch self {
    case .value(let node), .foldedText(let node, _): return node
    case .condition(let node): return .chosen(by: node)
    case .optionalCondition(let node, let isSome):
      return .ternary(isSome, .chosen(by: node), .constant(.null))
    case .range:
      throw PredicateConversion.refusal(
        "a range as a value", repair: "check whether it contains a property")
    }
  }

  /// The part as a condition.
  func asCondition() throws -> PredicateNode {
    switch self {
    case .condition(let node): return node
    case .optionalCondition(let node, let isSome): return .all(of: [isSome, node])
    case .value(let node):
      if case .constant(.boolean(let value)) = node.kind { return .literal(value) }
      fallthrough
    default: return try asValue().compared(.equalTo, to: .constant(.boolean(true)))
    }
  }

  /// The options of a string comparison that has this part as one side.
  var options: ComparisonOptions {
    if case .foldedText(_, let options) = self { options } else { [] }
  }

  /// A comparison of two values; strings are compared with the options of either side.
  func compared(_ symbol: ComparisonOperator, to other: ConvertedPart) throws -> PredicateNode {
    try asValue().compared(symbol, to: try other.asValue(), options.union(other.options))
  }
}

/// The bounds of a range, nil if it is unbounded.
struct ConvertedRange {
  var lower: ExpressionNode?
  var upper: ExpressionNode?
  var includesUpper: Bool

  func contains(_ value: ExpressionNode) -> PredicateNode {
    if includesUpper, let lower, let upper {
      return .comparison(ComparisonNode(value, .between, .aggregate([lower, upper])))
    }
    let above = lower.map { value.compared(.greaterThanOrEqualTo, to: $0) }
    let below = upper.map { value.compared(includesUpper ? .lessThanOrEqualTo : .lessThan, to: $0) }
    return .all(of: [above, below].compactMap { $0 })
  }
}

extension PredicateNode {
  /// A conjunction, flattened, without conditions that are always true.
  static func all(of parts: [PredicateNode]) -> PredicateNode { joined(parts, isConjunction: true) }

  /// A disjunction, flattened, without conditions that are always false.
  static func any(of parts: [PredicateNode]) -> PredicateNode {
    joined(parts, isConjunction: false)
  }

  /// One condition or another, depending on a third.
  static func choice(
    _ condition: PredicateNode, _ one: PredicateNode, _ other: PredicateNode
  ) -> PredicateNode {
    .any(of: [.all(of: [condition, one]), .all(of: [condition.negated, other])])
  }

  private static func joined(_ parts: [PredicateNode], isConjunction: Bool) -> PredicateNode {
    var conditions: [PredicateNode] = []
    for part in parts {
      switch part.kind {
      case .and(let children) where isConjunction: conditions += children
      case .or(let children) where !isConjunction: conditions += children
      case .literal(isConjunction): continue
      case .literal: return part
      default: conditions.append(part)
      }
    }
    if conditions.count == 1 { return conditions[0] }
    if conditions.isEmpty { return .literal(isConjunction) }
    return isConjunction ? .and(conditions) : .or(conditions)
  }
}
