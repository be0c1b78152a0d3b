import Foundation
import ObjectModel

extension PredicateExpressions.SequenceContains: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let collection = try conversion.value(of: sequence)
    let value = try conversion.value(of: element)
    if case .constant(.list(let values)) = collection.kind {
      let isIn = PredicateNode.comparison(ComparisonNode(value, .in, collection))
      return .condition(values.contains(.null) ? .any(of: [value.isSome.negated, isIn]) : isIn)
    }
    guard LHS.Output.Element.self is ManagedObject.Type else {
      throw PredicateConversion.refusal(
        "an element of the \(LHS.Output.self) \(FetchExpression(collection))",
        repair: "ask a captured array, a to-many relationship, or whether a text contains a text")
    }
    return .condition(.comparison(ComparisonNode(collection, .equalTo, value, modifier: .any)))
  }
}

extension PredicateExpressions.SequenceContainsWhere: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(try conversion.condition(of: sequence, variable.key, test, for: .any))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .condition(try conversion.condition(of: sequence, variable.key, test, for: .all))
  }
}

extension PredicateExpressions.Filter: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let collection = try conversion.value(of: sequence)
    if case .constant = collection.kind {
      throw PredicateConversion.refusal(
        "those of a list's values that fulfil a condition",
        repair: "write contains(where:) in place of filter, or filter before")
    }
    let query = try conversion.subquery(of: collection, where: variable.key, fulfils: filter)
    return .value(.subquery(query))
  }
}

extension PredicateExpressions.SequenceMinimum: CapturedExpression {
  static var question: String { "the least element of what each object has" }
}

extension PredicateExpressions.SequenceMaximum: CapturedExpression {
  static var question: String { "the greatest element of what each object has" }
}

extension PredicateConversion {
  /// The condition that one or each of the elements of a sequence fulfils a test.
  fileprivate mutating func condition(
    of sequence: any PredicateExpression, _ variable: PredicateExpressions.VariableID,
    _ test: any PredicateExpression, for modifier: ComparisonModifier
  ) throws -> PredicateNode {
    let collection = try value(of: sequence)
    guard case .constant(.list(let values)) = collection.kind else {
      return try subquery(of: collection, where: variable, fulfils: test).holds(for: modifier)
    }
    var parts: [PredicateNode] = []
    for value in values {
      parts.append(try part(of: test, where: variable, is: .constant(value)).asCondition())
    }
    return modifier == .all ? .all(of: parts) : .any(of: parts)
  }
}
