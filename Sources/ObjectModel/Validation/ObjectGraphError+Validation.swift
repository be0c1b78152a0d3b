extension ObjectGraphError {
  /// The predicate that the rejected value fails: a bound, a regular expression or a validation
  /// predicate of the model; nil for other errors.
  public var predicate: FetchPredicate? { details[Self.predicateKey] as? FetchPredicate }
}
