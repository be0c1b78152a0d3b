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
    let collection = try conversion.value(of: sequence)
    if let parts = try conversion.conditions(ofValuesIn: collection, variable.key, test) {
      return .condition(.any(of: parts))
    }
    let query = try conversion.subquery(of: collection, where: variable.key, fulfils: test)
    return .condition(query.holds(for: .any))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    let collection = try conversion.value(of: sequence)
    if let parts = try conversion.conditions(ofValuesIn: collection, variable.key, test) {
      return .condition(.all(of: parts))
    }
    let query = try conversion.subquery(of: collection, where: variable.key, fulfils: test)
    return .condition(query.holds(for: .all))
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
  /// A condition for each value of a list; nil for what is no list of known values.
  fileprivate mutating func conditions(
    ofValuesIn collection: ExpressionNode, _ variable: PredicateExpressions.VariableID,
    _ test: any PredicateExpression
  ) throws -> [PredicateNode]? {
    guard case .constant(.list(let values)) = collection.kind else { return nil }
    var nodes: [PredicateNode] = []
    for value in values {
      nodes.append(try part(of: test, where: variable, is: .constant(value)).asCondition())
    }
    return nodes
  }
}
