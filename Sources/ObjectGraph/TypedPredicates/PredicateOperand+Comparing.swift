import ObjectModel

/// Ranges and lists of values. A key path is put in parentheses:
/// `(\Stay.guest).in(["Ann", "Bob"])`.
extension PredicateOperand where Value: PredicateComparable {
  /// Whether the value lies within a range, both bounds included.
  public func between<Bound: PredicateComparable>(
    _ range: ClosedRange<Bound>
  ) -> TypedPredicate<Root> where Value.PredicateBase == Bound {
    TypedPredicate(
      fetchExpression, .between, FetchExpression(list: [range.lowerBound, range.upperBound]))
  }

  /// Whether the value lies within a range, the upper bound left out.
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
  /// Whether the value is one of a list; a nil in the list finds nothing, so ask for `== nil` too.
  public func `in`(_ values: [Value]) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, .in, FetchExpression(list: values))
  }

  /// Whether the value is one of several; a nil among them finds nothing, so ask for `== nil` too.
  public func `in`<Values: Sequence>(_ values: Values) -> TypedPredicate<Root>
  where Values.Element: PredicateConstant, Values.Element.PredicateBase == Value.PredicateBase {
    TypedPredicate(fetchExpression, .in, FetchExpression(list: values))
  }
}

extension PredicateOperand where Value: PredicateConstant, Value.PredicateBase: ManagedObject {
  /// Whether the object is the one of several IDs.
  public func `in`(_ ids: some Sequence<ManagedObjectID>) -> TypedPredicate<Root> {
    TypedPredicate(fetchExpression, .in, FetchExpression(list: ids))
  }
}

/// Text. Without options it is compared by its UTF-8 bytes.
extension PredicateOperand where Value: PredicateConstant, Value.PredicateBase == String {
  /// Whether the text is the same under the options.
  public func equals(_ text: String, _ options: ComparisonOptions = []) -> TypedPredicate<Root> {
    compare(.equalTo, text, options)
  }

  /// Whether the text begins with another.
  public func beginsWith(
    _ prefix: String, _ options: ComparisonOptions = []
  ) -> TypedPredicate<Root> {
    compare(.beginsWith, prefix, options)
  }

  /// Whether the text ends with another.
  public func endsWith(
    _ suffix: String, _ options: ComparisonOptions = []
  ) -> TypedPredicate<Root> {
    compare(.endsWith, suffix, options)
  }

  /// Whether the text has another within it.
  public func contains(_ part: String, _ options: ComparisonOptions = []) -> TypedPredicate<Root> {
    compare(.contains, part, options)
  }

  /// Whether the whole text fits a pattern, in which `*` stands for any text and `?` for one
  /// character.
  public func like(_ pattern: String, _ options: ComparisonOptions = []) -> TypedPredicate<Root> {
    compare(.like, pattern, options)
  }

  /// Whether the whole text matches a regular expression.
  ///
  /// Each text costs a match by itself. A pattern that fits a text in too many ways is given up
  /// after about a second, which the request throws.
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
