import Foundation
import ObjectModel

// Replacements for string functions of `#Predicate` that Foundation provides only on Apple's
// platforms. They are composed of expressions that Foundation has everywhere, because it aborts
// when it describes unknown ones; Foundation's own functions, where available, are preferred.

extension PredicateExpressions {
  /// A string in the form in which it is compared.
  public typealias FoldedText<Text: PredicateExpression> = KeyPath<Text, String>
  where Text.Output == String

  // The macro knows the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// `text.localizedStandardContains(other)`: whether a string contains another, ignoring case and
  /// diacritics, like `CONTAINS[cd]`.
  @_disfavoredOverload
  public static func build_localizedStandardContains<Text, Other>(
    _ text: Text, _ other: Other
  ) -> CollectionContainsCollection<FoldedText<Text>, FoldedText<Other>> {
    build_contains(
      build_KeyPath(root: text, keyPath: \.withoutCaseAndAccents),
      build_KeyPath(root: other, keyPath: \.withoutCaseAndAccents))
  }

  /// The order of two strings in the forms in which they are compared.
  public typealias FoldedOrder<Text: PredicateExpression, Other: PredicateExpression> = Conditional<
    Equal<FoldedText<Text>, FoldedText<Other>>, Value<ComparisonResult>,
    Conditional<
      Comparison<FoldedText<Text>, FoldedText<Other>>, Value<ComparisonResult>,
      Value<ComparisonResult>
    >
  > where Text.Output == String, Other.Output == String

  // The macro knows the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// `text.caseInsensitiveCompare(other)`: the order of two strings ignoring case, like `==[c]` and
  /// `<[c]`.
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

  /// The comparison options of strings that a key path folds; nil for other key paths.
  static func comparisonOptions(of keyPath: AnyKeyPath) -> ComparisonOptions? {
    switch keyPath {
    case \String.withoutCaseAndAccents: [.caseInsensitive, .diacriticInsensitive]
    case \String.withoutCase: .caseInsensitive
    default: nil
    }
  }
}
