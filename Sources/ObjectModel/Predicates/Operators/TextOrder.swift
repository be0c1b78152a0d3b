import Foundation

extension String {
  /// The order of the string and another under the options: by the UTF-8 bytes of their folded
  /// forms or, with `[l]`, by comparing the folded forms with `localizedStandardCompare`.
  ///
  /// Strings that are canonically equivalent but have different scalars differ.
  package func ordered(to other: String, options: ComparisonOptions = []) -> ComparisonResult {
    let left = foldedForComparison(options)
    let right = other.foldedForComparison(options)
    if options.contains(.localeSensitive) { return left.localizedStandardCompare(right) }
    return ValueOrder.bytes(left.utf8, right.utf8)
  }
}
