import CommandKit

/// Reads `dateFrom desc, camper.fullName localized`.
struct SortReader {
  /// What may stand behind a key.
  static let words = ["asc", "desc", "caseinsensitive", "localized"]

  private let list: ListReader
  private var text: CommandText { list.reader.text }

  init(_ reader: ValueReader) {
    list = ListReader(reader)
  }

  func read(_ indices: Range<Int>) throws(Diagnostic) -> [SortTerm] {
    var terms: [SortTerm] = []
    for item in try list.items(indices) { terms.append(try term(item)) }
    return terms
  }

  private func term(_ item: ListReader.Item) throws(Diagnostic) -> SortTerm {
    guard let key = item.pieces.first else {
      throw text.diagnostic(
        "sort needs a key here", hint: "sort KEY [asc|desc], KEY …", at: item.end)
    }
    var isAscending: Bool?
    var comparison: SortTerm.Comparison?
    for piece in item.pieces.dropFirst() {
      let word = piece.text.lowercased()
      if isAscending == nil, word == "asc" || word == "desc" {
        isAscending = word == "asc"
      } else if comparison == nil, word != "binary", let found = SortTerm.Comparison(rawValue: word)
      {
        comparison = found
      } else {
        throw unexpected(piece, isFirst: isAscending == nil && comparison == nil)
      }
    }
    return SortTerm(
      key: SelectTerm.compact(key.word), isAscending: isAscending ?? true,
      comparison: comparison ?? .binary, range: key.range)
  }

  private func unexpected(_ piece: ListReader.Piece, isFirst: Bool) -> Diagnostic {
    guard isFirst else {
      return text.diagnostic(
        "a comma belongs before the next sort key", hint: "separate keys with commas",
        at: piece.range)
    }
    return text.diagnostic(
      "after a sort key comes asc, desc, caseinsensitive, localized or a comma, not "
        + "\"\(piece.text)\"",
      hint: Suggestion.hint(for: piece.text, in: Self.words) ?? "separate keys with commas",
      at: piece.range)
  }
}
