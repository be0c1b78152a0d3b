import ObjectModel

// Composites have no value that could be compared, but they are nil when all
// of their elements are: `\.address == nil`.

/// Whether all elements of a composite are nil.
public func == <Root: ManagedObject, Value: CompositeValue>(
  left: KeyPath<Root, Value?>, right: _OptionalNilComparisonType
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .equal, FetchExpression(.constant(.null)))
}

/// Whether an element of a composite is not nil.
public func != <Root: ManagedObject, Value: CompositeValue>(
  left: KeyPath<Root, Value?>, right: _OptionalNilComparisonType
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .notEqual, FetchExpression(.constant(.null)))
}
