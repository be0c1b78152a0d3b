import ObjectModel

// Comparisons of key paths and expressions with values and with each other. nil behaves as in the
// format language: `==` and `!=` compare it, every other comparison with it is false.
//
// Operators have overloads for key paths, rather than for any operand, so that the class can be
// inferred: `\.partySize > 2`.

/// Whether a property equals a value.
public func == <Root: ManagedObject, Value: PredicateConstant>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.equalTo, to: right)
}

/// Whether a property equals another one.
public func == <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.equalTo, with: right)
}

/// Whether an expression equals a value.
public func == <Root: ManagedObject, Value: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.equalTo, to: right)
}

/// Whether an expression equals another one.
public func == <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.equalTo, with: right)
}

/// Whether a property differs from a value.
public func != <Root: ManagedObject, Value: PredicateConstant>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.notEqualTo, to: right)
}

/// Whether a property differs from another one.
public func != <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.notEqualTo, with: right)
}

/// Whether an expression differs from a value.
public func != <Root: ManagedObject, Value: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.notEqualTo, to: right)
}

/// Whether an expression differs from another one.
public func != <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.notEqualTo, with: right)
}

/// Whether a property is less than a value.
public func < <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.lessThan, to: right)
}

/// Whether a property is less than another one.
public func < <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.lessThan, with: right)
}

/// Whether an expression is less than a value.
public func < <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.lessThan, to: right)
}

/// Whether an expression is less than another one.
public func < <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.lessThan, with: right)
}

/// Whether a property is at most a value.
public func <= <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.lessThanOrEqualTo, to: right)
}

/// Whether a property is at most another one.
public func <= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.lessThanOrEqualTo, with: right)
}

/// Whether an expression is at most a value.
public func <= <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.lessThanOrEqualTo, to: right)
}

/// Whether an expression is at most another one.
public func <= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.lessThanOrEqualTo, with: right)
}

/// Whether a property is greater than a value.
public func > <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.greaterThan, to: right)
}

/// Whether a property is greater than another one.
public func > <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.greaterThan, with: right)
}

/// Whether an expression is greater than a value.
public func > <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.greaterThan, to: right)
}

/// Whether an expression is greater than another one.
public func > <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.greaterThan, with: right)
}

/// Whether a property is at least a value.
public func >= <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.greaterThanOrEqualTo, to: right)
}

/// Whether a property is at least another one.
public func >= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.greaterThanOrEqualTo, with: right)
}

/// Whether an expression is at least a value.
public func >= <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  left.compared(.greaterThanOrEqualTo, to: right)
}

/// Whether an expression is at least another one.
public func >= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  left.compared(.greaterThanOrEqualTo, with: right)
}

/// Whether a to-one relationship's destination has an ID.
public func == <Root: ManagedObject, Destination: ManagedObject>(
  left: KeyPath<Root, Destination?>, right: ManagedObjectID
) -> TypedPredicate<Root> {
  left.compared(.equalTo, to: right)
}

/// Whether a to-one relationship's destination does not have an ID.
public func != <Root: ManagedObject, Destination: ManagedObject>(
  left: KeyPath<Root, Destination?>, right: ManagedObjectID
) -> TypedPredicate<Root> {
  left.compared(.notEqualTo, to: right)
}

/// Whether a property is in a range, including both bounds.
public func ~= <Root: ManagedObject, Value: PredicateComparable, Bound: PredicateComparable>(
  range: ClosedRange<Bound>, operand: KeyPath<Root, Value>
) -> TypedPredicate<Root> where Value.PredicateBase == Bound {
  operand.between(range)
}

/// Whether a property is in a range, excluding the upper bound.
public func ~= <Root: ManagedObject, Value: PredicateComparable, Bound: PredicateComparable>(
  range: Range<Bound>, operand: KeyPath<Root, Value>
) -> TypedPredicate<Root> where Value.PredicateBase == Bound {
  operand.between(range)
}

// Composites have no comparable value, but they are nil if all of their elements are: `\.address ==
// nil`.

/// Whether all elements of a composite are nil.
public func == <Root: ManagedObject, Value: CompositeValue>(
  left: KeyPath<Root, Value?>, right: _OptionalNilComparisonType
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .equalTo, FetchExpression(.constant(.null)))
}

/// Whether any element of a composite is not nil.
public func != <Root: ManagedObject, Value: CompositeValue>(
  left: KeyPath<Root, Value?>, right: _OptionalNilComparisonType
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .notEqualTo, FetchExpression(.constant(.null)))
}

// AND, OR and NOT of predicates for the same class.

/// Whether both predicates are true.
public func && <Root: ManagedObject>(
  left: TypedPredicate<Root>, right: TypedPredicate<Root>
) -> TypedPredicate<Root> {
  TypedPredicate(left, and: right)
}

/// Whether at least one of the predicates is true.
public func || <Root: ManagedObject>(
  left: TypedPredicate<Root>, right: TypedPredicate<Root>
) -> TypedPredicate<Root> {
  TypedPredicate(left, or: right)
}

/// Whether the predicate is false.
public prefix func ! <Root: ManagedObject>(
  predicate: TypedPredicate<Root>
) -> TypedPredicate<Root> {
  TypedPredicate(not: predicate)
}

extension PredicateOperand {
  fileprivate func compared(
    _ symbol: ComparisonOperator, to value: some PredicateConstant
  ) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, symbol, FetchExpression(constant: value))
  }

  fileprivate func compared(
    _ symbol: ComparisonOperator, with other: some PredicateOperand
  ) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, symbol, other.fetchExpression)
  }
}
