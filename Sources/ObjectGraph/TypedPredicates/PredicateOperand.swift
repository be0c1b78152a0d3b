import ObjectModel

/// What can be compared in a predicate: a key path, or an expression of key paths.
public protocol PredicateOperand<Root, Value> {
  /// The class of the objects that are asked.
  associatedtype Root: ManagedObject

  /// The type of what is asked for.
  associatedtype Value

  /// The same as an untyped expression. Its use throws where the key path leads over anything but
  /// `@Managed` properties.
  var fetchExpression: FetchExpression { get }
}

extension KeyPath: PredicateOperand where Root: ManagedObject {
  public var fetchExpression: FetchExpression { RecordedPath.expression(of: self) }
}

/// A value that is worked out for each object, with its type.
///
///     (\Camper.reservations).sum(\.totalMinor) > 100_000
///     try TypedExpression<Sale, Int>(format: "quantity * unitPrice") > 100
public struct TypedExpression<Root: ManagedObject, Value>: PredicateOperand, Sendable {
  public let fetchExpression: FetchExpression

  /// Takes an expression as one of that type, which is not checked.
  public init(_ expression: FetchExpression) { fetchExpression = expression }

  /// Makes an expression of its text; whether it has that type is not checked.
  ///
  /// - Throws: as `FetchExpression(format:_:)`.
  public init(format: String, _ arguments: Any?...) throws {
    fetchExpression = try FetchExpression(format: format, argumentArray: arguments)
  }
}
