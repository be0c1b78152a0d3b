/// What `propertiesToFetch` and `propertiesToGroupBy` take: a name or a key path over to-one
/// relationships as a `String`, the description of a property, or an `ExpressionDescription`.
///
///     request.propertiesToFetch = ["camper.fullName", total]
public protocol FetchableProperty: Sendable {
  /// What is fetched, as a value.
  var fetchedProperty: FetchedProperty { get }
}

/// A value that a fetch asks for, under the key that a dictionary has it by.
public enum FetchedProperty: Sendable, Hashable {
  /// The value at the end of a key path, under that path.
  case keyPath(String)
  /// What an expression gives, under a name of its own. A type of `.undefined`
  /// is the expression's own.
  case expression(name: String, FetchExpression, AttributeType)

  /// The key of the value in a dictionary.
  public var key: String {
    switch self {
    case .keyPath(let path): path
    case .expression(let name, _, _): name
    }
  }
}

extension FetchedProperty: FetchableProperty {
  public var fetchedProperty: FetchedProperty { self }
}

extension String: FetchableProperty {
  public var fetchedProperty: FetchedProperty { .keyPath(self) }
}
