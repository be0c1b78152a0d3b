import ObjectModel

// AND, OR and NOT of predicates about one class.

/// Whether both predicates hold.
public func && <Root: ManagedObject>(
  left: TypedPredicate<Root>, right: TypedPredicate<Root>
) -> TypedPredicate<Root> {
  TypedPredicate(left, and: right)
}

/// Whether one of the predicates holds, or both do.
public func || <Root: ManagedObject>(
  left: TypedPredicate<Root>, right: TypedPredicate<Root>
) -> TypedPredicate<Root> {
  TypedPredicate(left, or: right)
}

/// Whether the predicate does not hold.
public prefix func ! <Root: ManagedObject>(
  predicate: TypedPredicate<Root>
) -> TypedPredicate<Root> {
  TypedPredicate(not: predicate)
}
