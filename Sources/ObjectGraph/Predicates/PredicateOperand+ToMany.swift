import ObjectModel

/// The members of a to-many relationship. Key paths must be in parentheses:
///
///     (\Camper.reservations).any(\.status == "open" && \.partySize > 4)
///     (\Camper.reservations).sum(\.totalMinor) > 100_000
///     \Camper.reservations.count > 2
extension PredicateOperand where Value: ToManyValue {
  /// Whether at least one of the objects satisfies the whole predicate.
  public func any(_ predicate: TypedPredicate<Value.Member>) -> TypedPredicate<Root> {
    TypedPredicate(.any, of: fetchExpression, satisfying: predicate)
  }

  /// Whether all of the objects satisfy the predicate; true if there are none.
  public func all(_ predicate: TypedPredicate<Value.Member>) -> TypedPredicate<Root> {
    TypedPredicate(.all, of: fetchExpression, satisfying: predicate)
  }

  /// Whether none of the objects satisfies the predicate.
  public func none(_ predicate: TypedPredicate<Value.Member>) -> TypedPredicate<Root> {
    TypedPredicate(.none, of: fetchExpression, satisfying: predicate)
  }

  /// The number of objects that satisfy the predicate.
  public func count(where predicate: TypedPredicate<Value.Member>) -> TypedExpression<Root, Int> {
    TypedExpression(FetchExpression(countIn: fetchExpression, satisfying: predicate))
  }

  /// Whether the object is a member.
  public func contains(_ object: Value.Member) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, .equalTo, FetchExpression(constant: object), modifier: .any)
  }

  /// The number of objects.
  public var count: TypedExpression<Root, Int> { aggregate(.count, nil) }

  /// The sum of the values of a property, 0 if there are none.
  public func sum<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Number.PredicateBase> {
    aggregate(.sum, keyPath.fetchExpression)
  }

  /// The sum of the values of an integer property, 0 if there are none.
  public func sum<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Int> where Number.PredicateBase: ManagedInteger {
    aggregate(.sum, keyPath.fetchExpression)
  }

  /// The minimum of the values of a property, nil if there are none.
  public func min<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Number.PredicateBase?> {
    aggregate(.minimum, keyPath.fetchExpression)
  }

  /// The maximum of the values of a property, nil if there are none.
  public func max<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Number.PredicateBase?> {
    aggregate(.maximum, keyPath.fetchExpression)
  }

  /// The average of the values of a property, nil if there are none.
  public func average<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Double?> {
    aggregate(.average, keyPath.fetchExpression)
  }

  private func aggregate<Result>(
    _ symbol: AggregateFunction, _ value: FetchExpression?
  ) -> TypedExpression<Root, Result> {
    TypedExpression(FetchExpression(symbol, of: fetchExpression, then: value))
  }
}

extension PredicateOperand {
  /// An element of a composite attribute.
  ///
  ///     (\Site.address).element("city", as: String.self) == "Yosemite"
  ///
  /// - Parameter name: the element's name, or a path if composites are nested; checked when the
  ///   predicate is used.
  public func element<Composite: CompositeValue, Element: PredicateConstant>(
    _ name: String, as type: Element.Type = Element.self
  ) -> TypedExpression<Root, Element?> where Value == Composite? {
    let composite = fetchExpression
    guard composite.defect == nil, case .keyPath(let keys) = composite.node.kind else {
      return TypedExpression(composite)
    }
    return TypedExpression(FetchExpression(forKeyPath: (keys + [name]).joined(separator: ".")))
  }
}
