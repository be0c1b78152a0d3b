/// An element of `propertiesToFetch` or `propertiesToGroupBy`: a name or key path through to-one
/// relationships as a `String`, a property description, or an `ExpressionDescription`.
///
///     request.propertiesToFetch = ["camper.fullName", total]
public protocol FetchableProperty: Sendable {
  /// The value to fetch.
  var fetchedProperty: FetchedProperty { get }
}

/// A value to fetch, with its key in the resulting dictionaries.
public enum FetchedProperty: Sendable, Hashable {
  /// The value at the end of a key path, with the path as its key.
  case keyPath(String)
  /// The value of an expression, with a name as its key. With type `.undefined`, the expression
  /// determines the type.
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
