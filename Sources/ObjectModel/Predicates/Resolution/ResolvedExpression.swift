/// One side of a comparison that was checked against an entity.
package indirect enum ResolvedExpression: Sendable {
  /// A value of the other side's type. Against an integer attribute it may also be a double or a
  /// decimal that has no integer value, such as 2.5.
  case constant(AttributeValue)
  case path(ResolvedPath)
  /// How many objects the path's last relationship, which is to-many, leads to; nil when the path
  /// before it is nil.
  case count(ResolvedPath)
  /// A list of expressions that are not all constants.
  case list([ResolvedExpression])
  case negative(ResolvedExpression)
  /// Nil when an operand is nil, on a division by zero, and when the result is not a number.
  /// Integers that overflow go on as doubles.
  case arithmetic(ArithmeticOperator, ResolvedExpression, ResolvedExpression)

  var transientAttributes: [AttributeDescription] {
    switch self {
    case .constant, .count: []
    case .path(let path):
      if let attribute = path.attribute, attribute.isTransient { [attribute] } else { [] }
    case .list(let elements): elements.flatMap(\.transientAttributes)
    case .negative(let operand): operand.transientAttributes
    case .arithmetic(_, let left, let right): left.transientAttributes + right.transientAttributes
    }
  }
}
