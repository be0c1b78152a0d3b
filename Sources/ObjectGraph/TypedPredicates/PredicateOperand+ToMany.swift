import ObjectModel

/// The objects of a to-many relationship. A key path is put in parentheses:
///
///     (\Camper.reservations).any(\.status == "open" && \.partySize > 4)
///     (\Camper.reservations).sum(\.totalMinor) > 100_000
///     \Camper.reservations.count > 2
extension PredicateOperand where Value: ToManyValue {
  /// Whether one of the objects fulfils the whole predicate.
  public func any(_ predicate: TypedPredicate<Value.Member>) -> TypedPredicate<Root> {
    TypedPredicate(.any, of: fetchExpression, satisfying: predicate)
  }

  /// Whether each of the objects fulfils the predicate; true when there is none.
  public func all(_ predicate: TypedPredicate<Value.Member>) -> TypedPredicate<Root> {
    TypedPredicate(.all, of: fetchExpression, satisfying: predicate)
  }

  /// Whether none of the objects fulfils the predicate.
  public func none(_ predicate: TypedPredicate<Value.Member>) -> TypedPredicate<Root> {
    TypedPredicate(.none, of: fetchExpression, satisfying: predicate)
  }

  /// How many objects fulfil the predicate.
  public func count(where predicate: TypedPredicate<Value.Member>) -> TypedExpression<Root, Int> {
    TypedExpression(FetchExpression(countIn: fetchExpression, satisfying: predicate))
  }

  /// Whether the object is one of them.
  public func contains(_ object: Value.Member) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, .equalTo, FetchExpression(constant: object), modifier: .any)
  }

  /// How many objects there are.
  public var count: TypedExpression<Root, Int> { aggregate(.count, nil) }

  /// The sum of the values of a property, 0 when there is none.
  public func sum<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Number.PredicateBase> {
    aggregate(.sum, keyPath.fetchExpression)
  }

  /// The sum of the values of an integer property, 0 when there is none.
  public func sum<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Int> where Number.PredicateBase: ManagedInteger {
    aggregate(.sum, keyPath.fetchExpression)
  }

  /// The least value of a property, nil when there is none.
  public func min<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Number.PredicateBase?> {
    aggregate(.minimum, keyPath.fetchExpression)
  }

  /// The greatest value of a property, nil when there is none.
  public func max<Number: PredicateComparable>(
    _ keyPath: KeyPath<Value.Member, Number>
  ) -> TypedExpression<Root, Number.PredicateBase?> {
    aggregate(.maximum, keyPath.fetchExpression)
  }

  /// The average of the values of a property, nil when there is none.
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
  /// - Parameter name: the element's name, or a path where composites are nested; it is checked
  ///   when the predicate is used.
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
