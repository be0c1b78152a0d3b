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
        repair: "use a captured array, a to-many relationship, or a substring of a string")
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
        "the values of a list that satisfy a condition",
        repair: "write contains(where:) in place of filter, or filter beforehand")
    }
    let query = try conversion.subquery(of: collection, where: variable.key, fulfils: filter)
    return .value(.subquery(query))
  }
}

extension PredicateExpressions.SequenceMinimum: CapturedExpression {
  static var question: String { "the minimum of a collection in each object" }
}

extension PredicateExpressions.SequenceMaximum: CapturedExpression {
  static var question: String { "the maximum of a collection in each object" }
}

extension PredicateConversion {
  /// The condition that any or all elements of a sequence satisfy a test.
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
