import ObjectModel

/// Ranges and lists of values. Key paths must be in parentheses: `(\Stay.guest).in(["Ann",
/// "Bob"])`.
extension PredicateOperand where Value: PredicateComparable {
  /// Whether the value is in a range, including both bounds.
  public func between<Bound: PredicateComparable>(
    _ range: ClosedRange<Bound>
  ) -> TypedPredicate<Root> where Value.PredicateBase == Bound {
    TypedPredicate(
      fetchExpression, .between, FetchExpression(list: [range.lowerBound, range.upperBound]))
  }

  /// Whether the value is in a range, excluding the upper bound.
  public func between<Bound: PredicateComparable>(_ range: Range<Bound>) -> TypedPredicate<Root>
  where Value.PredicateBase == Bound {
    let expression = fetchExpression
    return TypedPredicate(
      TypedPredicate<Root>(
        expression, .greaterThanOrEqualTo, FetchExpression(constant: range.lowerBound)),
      and: TypedPredicate<Root>(expression, .lessThan, FetchExpression(constant: range.upperBound)))
  }
}

extension PredicateOperand where Value: PredicateConstant {
  /// Whether the value is in a list; nil in the list matches nothing, so check for `== nil` as
  /// well.
  public func `in`(_ values: [Value]) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, .in, FetchExpression(list: values))
  }

  /// Whether the value is in a sequence; nil in the sequence matches nothing, so check for `== nil`
  /// as well.
  public func `in`<Values: Sequence>(_ values: Values) -> TypedPredicate<Root>
  where Values.Element: PredicateConstant, Values.Element.PredicateBase == Value.PredicateBase {
    TypedPredicate(fetchExpression, .in, FetchExpression(list: values))
  }
}

extension PredicateOperand where Value: PredicateConstant, Value.PredicateBase: ManagedObject {
  /// Whether the object has one of several IDs.
  public func `in`(_ ids: some Sequence<ManagedObjectID>) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, .in, FetchExpression(list: ids))
  }
}

/// Strings. Without options, they are compared by their UTF-8 bytes.
extension PredicateOperand where Value: PredicateConstant, Value.PredicateBase == String {
  /// Whether the string equals another under the options.
  public func equals(_ text: String, _ options: ComparisonOptions = []) -> TypedPredicate<Root> {
    compare(.equalTo, text, options)
  }

  /// Whether the string begins with another.
  public func beginsWith(
    _ prefix: String, _ options: ComparisonOptions = []
  ) -> TypedPredicate<Root> {
    compare(.beginsWith, prefix, options)
  }

  /// Whether the string ends with another.
  public func endsWith(
    _ suffix: String, _ options: ComparisonOptions = []
  ) -> TypedPredicate<Root> {
    compare(.endsWith, suffix, options)
  }

  /// Whether the string contains another.
  public func contains(_ part: String, _ options: ComparisonOptions = []) -> TypedPredicate<Root> {
    compare(.contains, part, options)
  }

  /// Whether the whole string matches a pattern, in which `*` stands for any string and `?` for one
  /// character.
  public func like(_ pattern: String, _ options: ComparisonOptions = []) -> TypedPredicate<Root> {
    compare(.like, pattern, options)
  }

  /// Whether the whole string matches a regular expression.
  ///
  /// Each string has to be matched individually. If a pattern can match a string in too many ways,
  /// matching is abandoned after about a second, and the request throws.
  public func matches(
    _ pattern: String, _ options: ComparisonOptions = []
  ) -> TypedPredicate<Root> {
    compare(.matches, pattern, options)
  }

  private func compare(
    _ symbol: ComparisonOperator, _ text: String, _ options: ComparisonOptions
  ) -> TypedPredicate<Root> {
    TypedPredicate(
      fetchExpression, symbol, FetchExpression(.constant(.string(text))), options: options)
  }
}
