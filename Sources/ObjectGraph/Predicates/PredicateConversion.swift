import Foundation
import ObjectModel

/// One traversal of a Foundation predicate that converts it to our tree.
struct PredicateConversion {
  /// The values of variables: the evaluated object, objects of a subquery, unwrapped values.
  private var bindings: [PredicateExpressions.VariableID: ExpressionNode] = [:]
  private var subqueryCount = 0
  private var depth = 0

  static func node<Input: ManagedObject>(
    of predicate: Foundation.Predicate<Input>
  ) throws -> PredicateNode {
    var conversion = PredicateConversion()
    conversion.bindings[predicate.variable.key] = .selfObject
    return try conversion.condition(of: predicate.expression)
  }

  // MARK: Parts

  mutating func part(of expression: any PredicateExpression) throws -> ConvertedPart {
    guard let convertible = expression as? any ConvertibleExpression else {
      throw Self.refusal(
        "\(type(of: expression))", repair: "write the condition with key paths or as a format")
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= PredicateNode.maximumDepth else {
      throw Self.refusal(
        "parts nested deeper than \(PredicateNode.maximumDepth) levels",
        repair: "check whether an array contains the value")
    }
    return try convertible.converted(by: &self)
  }

  mutating func condition(of expression: any PredicateExpression) throws -> PredicateNode {
    try part(of: expression).asCondition()
  }

  mutating func value(of expression: any PredicateExpression) throws -> ExpressionNode {
    try part(of: expression).asValue()
  }

  // MARK: Variables

  func value(of variable: PredicateExpressions.VariableID) throws -> ExpressionNode {
    guard let node = bindings[variable] else {
      throw Self.refusal("an unknown variable", repair: "use the closure's parameter")
    }
    return node
  }

  /// Converts an expression in which a variable stands for a value.
  mutating func part(
    of expression: any PredicateExpression, where variable: PredicateExpressions.VariableID,
    is value: ExpressionNode
  ) throws -> ConvertedPart {
    let outer = bindings.updateValue(value, forKey: variable)
    defer { bindings[variable] = outer }
    return try part(of: expression)
  }

  /// The objects of a collection that satisfy a condition.
  mutating func subquery(
    of collection: ExpressionNode, where variable: PredicateExpressions.VariableID,
    fulfils test: any PredicateExpression
  ) throws -> SubqueryNode {
    let name = subqueryCount == 0 ? "x" : "x\(subqueryCount)"
    subqueryCount += 1
    let condition = try part(of: test, where: variable, is: .variable(name)).asCondition()
    return SubqueryNode(collection, name, condition)
  }

  // MARK: Constants

  /// A captured value or a literal.
  static func constant<Output>(_ value: Output) throws -> ConvertedPart {
    if let range = value as? any ConvertibleRange { return .range(try range.converted()) }
    return .value(.constant(try attributeValue(value)))
  }

  /// The value of an expression that does not depend on the object; nil for other expressions.
  static func constant<Expression: PredicateExpression>(
    in expression: Expression
  ) throws -> ConvertedPart? {
    // Evaluation throws for the object's variable, which is not bound.
    guard let value = try? expression.evaluate(PredicateBindings()) else { return nil }
    return try constant(value)
  }

  static func attributeValue<Output>(_ value: Output) throws -> AttributeValue {
    if let type = Output.self as? any PredicateConstant.Type,
      let constant = constant(value, as: type)
    {
      return constant
    }
    if let order = value as? ComparisonResult { return .integer(Int64(order.rawValue)) }
    if let sequence = value as? any Sequence { return .list(try list(sequence)) }
    throw refusal(
      "a value of type \(Output.self)",
      repair: "capture a value of a type that an attribute can have, or an array of such values")
  }

  private static func constant<Constant: PredicateConstant>(
    _ value: some Any, as type: Constant.Type
  ) -> AttributeValue? {
    (value as? Constant)?.predicateConstant
  }

  private static func list(_ values: some Sequence) throws -> [AttributeValue] {
    try values.map { try attributeValue($0) }
  }

  // MARK: Refusals

  static func refusal(_ what: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "a #Predicate cannot ask a store for \(what)", repair: repair)
  }
}

/// A range of captured values.
protocol ConvertibleRange {
  func converted() throws -> ConvertedRange
}

extension ConvertibleRange {
  /// - Parameters:
  ///   - lower: nil for a range without a lower bound.
  ///   - upper: nil for a range without an upper bound.
  fileprivate func range<Bound>(
    _ lower: Bound?, _ upper: Bound?, includesUpper: Bool
  ) throws -> ConvertedRange {
    ConvertedRange(
      lower: try lower.map { .constant(try PredicateConversion.attributeValue($0)) },
      upper: try upper.map { .constant(try PredicateConversion.attributeValue($0)) },
      includesUpper: includesUpper)
  }
}

extension Range: ConvertibleRange {
  func converted() throws -> ConvertedRange {
    try range(lowerBound, upperBound, includesUpper: false)
  }
}

extension ClosedRange: ConvertibleRange {
  func converted() throws -> ConvertedRange {
    try range(lowerBound, upperBound, includesUpper: true)
  }
}

extension PartialRangeFrom: ConvertibleRange {
  func converted() throws -> ConvertedRange { try range(lowerBound, nil, includesUpper: false) }
}

extension PartialRangeUpTo: ConvertibleRange {
  func converted() throws -> ConvertedRange { try range(nil, upperBound, includesUpper: false) }
}

extension PartialRangeThrough: ConvertibleRange {
  func converted() throws -> ConvertedRange { try range(nil, upperBound, includesUpper: true) }
}
