import Foundation
import ObjectModel

extension PredicateExpressions.Conjunction: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(.all(of: [try conversion.condition(of: lhs), try conversion.condition(of: rhs)]))
  }
}

extension PredicateExpressions.Disjunction: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(.any(of: [try conversion.condition(of: lhs), try conversion.condition(of: rhs)]))
  }
}

extension PredicateExpressions.Negation: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(try conversion.condition(of: wrapped).negated)
  }
}

extension PredicateExpressions.Conditional: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let condition = try conversion.condition(of: test)
    let one = try conversion.part(of: trueBranch)
    let other = try conversion.part(of: falseBranch)
    guard Output.self == Bool.self else {
      return .value(.ternary(condition, try one.asValue(), try other.asValue()))
    }
    return .condition(.choice(condition, try one.asCondition(), try other.asCondition()))
  }
}

// MARK: Optionals

extension PredicateExpressions.ForcedUnwrap: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    switch try conversion.part(of: inner) {
    case .optionalCondition(let node, let isSome): .condition(.all(of: [isSome, node]))
    case let part: part
    }
  }
}

extension PredicateExpressions.NilCoalesce: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let substitute = try conversion.part(of: rhs)
    let part = try conversion.part(of: lhs)
    if case .optionalCondition(let node, let isSome) = part, Output.self == Bool.self {
      return .condition(.choice(isSome, node, try substitute.asCondition()))
    }
    let value = try part.asValue()
    let other = try substitute.asValue()
    if case .constant(.null) = other.kind { return part }
    return .value(.ternary(value.isSome, value, other))
  }
}

extension PredicateExpressions.OptionalFlatMap: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let value = try conversion.value(of: wrapped)
    switch try conversion.part(of: transform, where: variable.key, is: value) {
    case .condition(let node): return .optionalCondition(node, isSome: value.isSome)
    case .optionalCondition(let node, let isSome):
      return .optionalCondition(node, isSome: .all(of: [value.isSome, isSome]))
    case .value(let node) where !node.isNil(with: value):
      return .value(.ternary(value.isSome, node, .constant(.null)))
    case let part: return part
    }
  }
}
