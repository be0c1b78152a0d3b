extension FetchPredicate {
  /// A predicate that holds for objects in which a text is found, as
  /// `ManagedObjectContext.search(_:in:limit:)` finds them.
  ///
  ///     request.predicate = .search("apple 555")
  ///
  /// Each word of the text is the beginning of a word in some value that the model marks with a
  /// `searchStyle` or in `searchKeyPaths`. In the format language it is `SELF CONTAINS[w] "apple
  /// 555"`. A text without a letter, digit or symbol finds nothing.
  public static func search(_ text: String) -> FetchPredicate {
    FetchPredicate(
      .comparison(
        ComparisonNode(
          .selfObject, .contains, .constant(.string(text)), options: .wordBased)))
  }
}
