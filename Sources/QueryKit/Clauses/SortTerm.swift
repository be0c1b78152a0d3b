import CommandKit
import ObjectGraph

/// A key to sort by, with its direction.
struct SortTerm {
  /// What may stand behind a key.
  static let words = ["asc", "desc"] + comparisons.keys.sorted()

  /// How text is compared other than by its bytes.
  fileprivate static let comparisons: [String: FetchSortDescriptor.Comparison] = [
    "caseinsensitive": .caseInsensitive, "localized": .localizedStandard,
  ]

  /// What requests sort by: an attribute or key path, or the name of a column.
  let descriptor: FetchSortDescriptor

  /// Where the key stands.
  let range: SourceRange
}

extension ArgumentText {
  /// `year desc, owner.name localized`
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
