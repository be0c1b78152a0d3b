import Foundation
import ObjectModel

extension PredicateExpressions.Arithmetic: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let function: PredicateFunction =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      }
    return .value(
      .function(function, [try conversion.value(of: lhs), try conversion.value(of: rhs)]))
  }
}

extension PredicateExpressions.UnaryMinus: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let value = try conversion.value(of: wrapped)
    switch value.kind {
    case .constant(.integer(let number)) where number != .min:
      return .value(.constant(.integer(-number)))
    case .constant(.double(let number)): return .value(.constant(.double(-number)))
    case .constant(.decimal(let number)): return .value(.constant(.decimal(-number)))
    default: return .value(.function(.negate, [value]))
    }
  }
}

extension PredicateExpressions.FloatDivision: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .value(.function(.divide, [try conversion.value(of: lhs), try conversion.value(of: rhs)]))
  }
}

extension PredicateExpressions.IntDivision: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .value(.function(.divide, [try conversion.value(of: lhs), try conversion.value(of: rhs)]))
  }
}

extension PredicateExpressions.IntRemainder: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .value(.function(.modulus, [try conversion.value(of: lhs), try conversion.value(of: rhs)]))
  }
}
