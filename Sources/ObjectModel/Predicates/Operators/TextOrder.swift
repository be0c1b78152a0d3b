import Foundation

extension String {
  /// How the string and another are ordered under the options: by UTF-8 bytes of their folded
  /// forms, or with `[l]` by the folded forms as `localizedStandardCompare` does.
  ///
  /// Strings that are canonically equivalent but spelled by different
  /// scalars differ by their bytes.
  package func ordered(to other: String, options: ComparisonOptions = []) -> ComparisonResult {
    let left = foldedForComparison(options)
    let right = other.foldedForComparison(options)
    if options.contains(.localeSensitive) { return left.localizedStandardCompare(right) }
    return ValueOrder.bytes(left.utf8, right.utf8)
  }
}
