import ObjectModel

/// An operand of predicates: a key path, or an expression of key paths.
public protocol PredicateOperand<Root, Value> {
  /// The class of the evaluated objects.
  associatedtype Root: ManagedObject

  /// The type of the operand.
  associatedtype Value

  /// The untyped expression. Using it throws if the key path contains anything but `@Managed`
  /// properties.
  var fetchExpression: FetchExpression { get }
}

extension KeyPath: PredicateOperand where Root: ManagedObject {
  public var fetchExpression: FetchExpression { RecordedPath.expression(of: self) }
}

/// A typed expression that is evaluated for each object.
///
///     (\Camper.reservations).sum(\.totalMinor) > 100_000
///     try TypedExpression<Sale, Int>(format: "quantity * unitPrice") > 100
public struct TypedExpression<Root: ManagedObject, Value>: PredicateOperand, Sendable {
  /// The untyped expression.
  public let fetchExpression: FetchExpression

  /// Wraps an untyped expression, without checking its type.
  public init(_ expression: FetchExpression) { fetchExpression = expression }

  /// Parses an expression, without checking its type.
  ///
  /// - Throws: errors of `FetchExpression(format:_:)`.
  public init(format: String, _ arguments: Any?...) throws {
    fetchExpression = try FetchExpression(format: format, argumentArray: arguments)
  }
}
