/// An expression that has been checked against an entity.
package indirect enum ResolvedExpression: Sendable {
  /// A value of the other side's type. Compared with an integer attribute, it may also be a double
  /// or a decimal without an integer value, such as 2.5.
  case constant(AttributeValue)
  case path(ResolvedPath)
  /// A list of expressions that are not all constants.
  case list([ResolvedExpression])
  case function(ResolvedFunction)
  case aggregate(ResolvedAggregate)
  /// The first expression if the condition is true, else the second; both have the type, or are
  /// nil.
  case ternary(ResolvedPredicate, ResolvedExpression, ResolvedExpression, AttributeType?)
  /// - To a date: from a number, as seconds since 2001-01-01; from text, as a date literal.
  /// - To a number, a double: from a number, the nearest double; from text, the number it spells
  ///   (digits, point, exponent and sign, nothing else); from a date, its seconds since 2001-01-01.
  /// - To a decimal: from a number, as it is written; from text, the number it spells.
  /// - To a string: from an integer, its digits; from a Boolean, `0` or `1`; from a UUID, its 36
  ///   upper-case characters; from a URI, its text.
  ///
  /// Anything that cannot be converted is nil; a date or text is its own date or string.
  case cast(ResolvedExpression, CastType)

  /// The path, if the expression is one.
  package var path: ResolvedPath? { if case .path(let path) = self { path } else { nil } }

  /// The value of a constant.
  var constantValue: AttributeValue? { if case .constant(let value) = self { value } else { nil } }

  /// The composite attribute, if the expression is a path to one.
  var composite: (path: ResolvedPath, attribute: CompositeAttributeDescription)? {
    guard let path else { return nil }
    return (path.attribute as? CompositeAttributeDescription).map { (path, $0) }
  }

  /// The type of the value; nil for nil and for lists.
  package var type: AttributeType? {
    switch self {
    case .constant(let value): value.type
    case .path(let path): path.type
    case .list: nil
    case .function(let call): call.type
    case .aggregate(let aggregate): aggregate.type
    case .ternary(_, _, _, let type): type
    case .cast(_, let type): type.attributeType
    }
  }

  /// A constant number converted to the type that it is combined with.
  func fitting(_ type: AttributeType?) -> ResolvedExpression {
    guard case .constant(let value) = self, let type, type.isNumber else { return self }
    return .constant(value.converted(to: type) ?? value)
  }
}
