import Foundation
import ObjectModel

// What `#Predicate` makes of functions of texts that Foundation has on Apple's systems only. They
// are put together of expressions that Foundation has everywhere, for it aborts where it describes
// one of another's; a Foundation that has the functions itself is preferred.

extension PredicateExpressions {
  /// A text in the form in which it is compared.
  public typealias FoldedText<Text: PredicateExpression> = KeyPath<Text, String>
  where Text.Output == String

  // The macro knows the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// `text.localizedStandardContains(other)`: whether a text has another within it, whatever the
  /// case and the accents of both are, as `CONTAINS[cd]` does.
  @_disfavoredOverload
  public static func build_localizedStandardContains<Text, Other>(
    _ text: Text, _ other: Other
  ) -> CollectionContainsCollection<FoldedText<Text>, FoldedText<Other>> {
    build_contains(
      build_KeyPath(root: text, keyPath: \.withoutCaseAndAccents),
      build_KeyPath(root: other, keyPath: \.withoutCaseAndAccents))
  }

  /// How two texts are ordered in the forms in which they are compared.
  public typealias FoldedOrder<Text: PredicateExpression, Other: PredicateExpression> = Conditional<
    Equal<FoldedText<Text>, FoldedText<Other>>, Value<ComparisonResult>,
    Conditional<
      Comparison<FoldedText<Text>, FoldedText<Other>>, Value<ComparisonResult>,
      Value<ComparisonResult>
    >
  > where Text.Output == String, Other.Output == String

  // The macro knows the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// `text.caseInsensitiveCompare(other)`: how two texts are ordered whatever their case is, as
  /// `==[c]` and `<[c]` do.
  ///
  ///     let same = ComparisonResult.orderedSame
  ///     #Predicate<Camper> { $0.fullName.caseInsensitiveCompare("ann") == same }
  @_disfavoredOverload
  public static func build_caseInsensitiveCompare<Text, Other>(
    _ text: Text, _ other: Other
  ) -> FoldedOrder<Text, Other> {
    let left = build_KeyPath(root: text, keyPath: \.withoutCase)
    let right = build_KeyPath(root: other, keyPath: \.withoutCase)
    return build_Conditional(
      build_Equal(lhs: left, rhs: right), build_Arg(ComparisonResult.orderedSame),
      build_Conditional(
        build_Comparison(lhs: left, rhs: right, op: .lessThan),
        build_Arg(ComparisonResult.orderedAscending), build_Arg(ComparisonResult.orderedDescending)
      ))
  }
}

extension String {
  fileprivate var withoutCaseAndAccents: String {
    foldedForComparison([.caseInsensitive, .diacriticInsensitive])
  }

  fileprivate var withoutCase: String { foldedForComparison(.caseInsensitive) }

  /// Under which options texts are compared of which the key path gives the form; nil for another
  /// key path.
  static func comparisonOptions(of keyPath: AnyKeyPath) -> ComparisonOptions? {
    switch keyPath {
    case \String.withoutCaseAndAccents: [.caseInsensitive, .diacriticInsensitive]
    case \String.withoutCase: .caseInsensitive
    default: nil
    }
  }
}
