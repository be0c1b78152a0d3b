import CommandKit
import ObjectGraph

/// A sort key, with its direction and comparison.
struct SortTerm {
  /// The words that may follow a key.
  static let words = ["asc", "desc"] + comparisons.keys.sorted()

  /// The comparisons other than the default, which is by bytes.
  fileprivate static let comparisons: [String: FetchSortDescriptor.Comparison] = [
    "caseinsensitive": .caseInsensitive, "localized": .localizedStandard,
  ]

  /// The sort descriptor, whose key is a key path or a column name.
  let descriptor: FetchSortDescriptor

  /// The key's position in the command.
  let range: SourceRange
}

extension ArgumentText {
  /// Parses sort keys such as `year desc, owner.name localized`.
  func sortTerms() throws -> [SortTerm] {
    try items().map { item in
      guard let key = item.pieces.first else {
        throw command.diagnostic(
          "sort needs a key here", hint: "sort KEY [asc|desc], KEY …", at: item.end)
      }
      var isAscending: Bool?
      var comparison: FetchSortDescriptor.Comparison?
      for piece in item.pieces.dropFirst() {
        let word = piece.text.lowercased()
        if isAscending == nil, word == "asc" || word == "desc" {
          isAscending = word == "asc"
        } else if comparison == nil, let found = SortTerm.comparisons[word] {
          comparison = found
        } else {
          throw unexpected(piece, isFirst: isAscending == nil && comparison == nil)
        }
      }
      return SortTerm(
        descriptor: FetchSortDescriptor(
          key: SelectTerm.compact(key.word), ascending: isAscending ?? true,
          comparison: comparison ?? .binary), range: key.range)
    }
  }

  private func unexpected(_ piece: ClausePiece, isFirst: Bool) -> Diagnostic {
    guard isFirst else {
      return command.diagnostic(
        "a comma is missing before the next sort key", hint: "separate keys with commas",
        at: piece.range)
    }
    return command.diagnostic(
      "a sort key is followed by asc, desc, caseinsensitive, localized or a comma, not "
        + "\"\(piece.text)\"",
      hint: Suggestion.hint(for: piece.text, in: SortTerm.words) ?? "separate keys with commas",
      at: piece.range)
  }
}
