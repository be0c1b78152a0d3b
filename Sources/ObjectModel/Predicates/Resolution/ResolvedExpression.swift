/// An expression that was checked against an entity.
package indirect enum ResolvedExpression: Sendable {
  /// A value of the other side's type. Against an integer attribute it may also be a double or a
  /// decimal that has no integer value, such as 2.5.
  case constant(AttributeValue)
  case path(ResolvedPath)
  /// A list of expressions that are not all constants.
  case list([ResolvedExpression])
  case negative(ResolvedExpression)
  /// Nil when an operand is nil, on a division by zero, and when the result is not a number.
  /// Integers that overflow go on as doubles.
  case arithmetic(ArithmeticOperator, ResolvedExpression, ResolvedExpression)
  case function(ResolvedFunction)
  case aggregate(ResolvedAggregate)
  /// The first expression where the condition holds, else the second; both
  /// have the type, or are nil.
  case ternary(ResolvedPredicate, ResolvedExpression, ResolvedExpression, AttributeType?)
  /// - To a date: of a number its seconds since 2001-01-01, of text a date
  ///   literal, of a date itself.
  /// - To a number, a double: of a number its nearest double, of text what it spells (digits,
  ///   point, exponent, sign, nothing else), of a date its seconds since 2001-01-01.
  /// - To a decimal: of a number as it is written, of text what it spells.
  /// - To a string: of text itself, of an integer its digits, of a boolean `0` or `1`, of a UUID
  ///   its 36 upper-case characters, of a URI its text.
  ///
  /// What cannot be converted is nil.
  case cast(ResolvedExpression, CastType)

  /// The path that the expression is.
  package var path: ResolvedPath? { if case .path(let path) = self { path } else { nil } }

  /// The value of a constant.
  var constantValue: AttributeValue? { if case .constant(let value) = self { value } else { nil } }

  /// The composite attribute that the expression is the path of.
  var composite: (path: ResolvedPath, attribute: CompositeAttributeDescription)? {
    guard let path else { return nil }
    return (path.attribute as? CompositeAttributeDescription).map { (path, $0) }
  }

  /// The type of the value, or nil for nil and for lists.
  package var type: AttributeType? {
    switch self {
    case .constant(let value): value.type
    case .path(let path): path.type
    case .list: nil
    case .negative(let operand): operand.type
    case .arithmetic(let symbol, let left, let right):
      Self.type(of: symbol, left.type, right.type)
    case .function(let call): call.type
    case .aggregate(let aggregate): aggregate.type
    case .ternary(_, _, _, let type): type
    case .cast(_, let type): type.attributeType
    }
  }

  private static func type(
    of symbol: ArithmeticOperator, _ left: AttributeType?, _ right: AttributeType?
  ) -> AttributeType? {
    guard let left, let right else { return left ?? right }
    return symbol == .power ? .double : .number(holding: [left, right])
  }

  /// A constant number in the type that it is put beside.
  func fitting(_ type: AttributeType?) -> ResolvedExpression {
    guard case .constant(let value) = self, let type, type.isNumber else { return self }
    return .constant(value.converted(to: type) ?? value)
  }
}
