import ObjectModel

// Comparisons of key paths and expressions with values and with each other. nil behaves as in the
// format language: `==` and `!=` know it, every other comparison with it is false.
//
// Key paths come as such, not as any operand, so that their class can be
// inferred: `\.partySize > 2`.

/// Whether a property equals a value.
public func == <Root: ManagedObject, Value: PredicateConstant>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .equal, FetchExpression(constant: right))
}

/// Whether a property equals another one.
public func == <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .equal, RecordedPath.expression(ofConstant: right))
}

/// Whether an expression equals a value.
public func == <Root: ManagedObject, Value: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .equal, FetchExpression(constant: right))
}

/// Whether an expression equals another one.
public func == <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(left.fetchExpression, .equal, right.fetchExpression)
}

/// Whether a property differs from a value.
public func != <Root: ManagedObject, Value: PredicateConstant>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .notEqual, FetchExpression(constant: right))
}

/// Whether a property differs from another one.
public func != <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .notEqual, RecordedPath.expression(ofConstant: right)
  )
}

/// Whether an expression differs from a value.
public func != <Root: ManagedObject, Value: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .notEqual, FetchExpression(constant: right))
}

/// Whether an expression differs from another one.
public func != <Root: ManagedObject, Value: PredicateConstant, Other: PredicateConstant>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(left.fetchExpression, .notEqual, right.fetchExpression)
}

/// Whether a property is less than a value.
public func < <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .lessThan, FetchExpression(constant: right))
}

/// Whether a property is less than another one.
public func < <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .lessThan, RecordedPath.expression(ofConstant: right)
  )
}

/// Whether an expression is less than a value.
public func < <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .lessThan, FetchExpression(constant: right))
}

/// Whether an expression is less than another one.
public func < <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(left.fetchExpression, .lessThan, right.fetchExpression)
}

/// Whether a property is at most a value.
public func <= <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .lessThanOrEqual, FetchExpression(constant: right))
}

/// Whether a property is at most another one.
public func <= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .lessThanOrEqual,
    RecordedPath.expression(ofConstant: right))
}

/// Whether an expression is at most a value.
public func <= <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .lessThanOrEqual, FetchExpression(constant: right))
}

/// Whether an expression is at most another one.
public func <= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(left.fetchExpression, .lessThanOrEqual, right.fetchExpression)
}

/// Whether a property is greater than a value.
public func > <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .greaterThan, FetchExpression(constant: right))
}

/// Whether a property is greater than another one.
public func > <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .greaterThan,
    RecordedPath.expression(ofConstant: right))
}

/// Whether an expression is greater than a value.
public func > <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .greaterThan, FetchExpression(constant: right))
}

/// Whether an expression is greater than another one.
public func > <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(left.fetchExpression, .greaterThan, right.fetchExpression)
}

/// Whether a property is at least a value.
public func >= <Root: ManagedObject, Value: PredicateComparable>(
  left: KeyPath<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .greaterThanOrEqual, FetchExpression(constant: right)
  )
}

/// Whether a property is at least another one.
public func >= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: KeyPath<Root, Value>, right: KeyPath<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .greaterThanOrEqual,
    RecordedPath.expression(ofConstant: right))
}

/// Whether an expression is at least a value.
public func >= <Root: ManagedObject, Value: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: Value
) -> TypedPredicate<Root> {
  TypedPredicate(left.fetchExpression, .greaterThanOrEqual, FetchExpression(constant: right))
}

/// Whether an expression is at least another one.
public func >= <Root: ManagedObject, Value: PredicateComparable, Other: PredicateComparable>(
  left: TypedExpression<Root, Value>, right: TypedExpression<Root, Other>
) -> TypedPredicate<Root> where Value.PredicateBase == Other.PredicateBase {
  TypedPredicate(left.fetchExpression, .greaterThanOrEqual, right.fetchExpression)
}

/// Whether a to-one relationship leads to the object with an ID.
public func == <Root: ManagedObject, Destination: ManagedObject>(
  left: KeyPath<Root, Destination?>, right: ManagedObjectID
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .equal, FetchExpression(constant: right))
}

/// Whether a to-one relationship does not lead to the object with an ID.
public func != <Root: ManagedObject, Destination: ManagedObject>(
  left: KeyPath<Root, Destination?>, right: ManagedObjectID
) -> TypedPredicate<Root> {
  TypedPredicate(
    RecordedPath.expression(ofConstant: left), .notEqual, FetchExpression(constant: right))
}

/// Whether a property lies within a range, both bounds included.
public func ~= <Root: ManagedObject, Value: PredicateComparable, Bound: PredicateComparable>(
  range: ClosedRange<Bound>, operand: KeyPath<Root, Value>
) -> TypedPredicate<Root> where Value.PredicateBase == Bound {
  operand.between(range)
}

/// Whether a property lies within a range, the upper bound left out.
public func ~= <Root: ManagedObject, Value: PredicateComparable, Bound: PredicateComparable>(
  range: Range<Bound>, operand: KeyPath<Root, Value>
) -> TypedPredicate<Root> where Value.PredicateBase == Bound {
  operand.between(range)
}
