/// The possible completions of a line at the cursor.
package struct CompletionList: Sendable, Hashable {
  /// Makes a list.
  package init(
    replacedCount: Int, candidates: [String], notes: [String: String] = [:],
    isKeyPath: Bool = false, words: Set<String> = []
  ) {
    self.replacedCount = replacedCount
    self.candidates = candidates
    self.notes = notes
    self.isKeyPath = isKeyPath
    self.words = words
  }

  /// The number of characters before the cursor that a candidate replaces.
  package let replacedCount: Int

  /// The candidates as they should be written, quoted where necessary, in display order.
  package let candidates: [String]

  /// What some of the candidates are, for a list of them.
  package let notes: [String: String]

  /// Whether the candidates are parts of a key path, which a period may continue.
  package var isKeyPath = false

  /// Candidates besides key paths that are complete words.
  package var words: Set<String> = []

  /// Whether a candidate may be continued: a folder by its files, a relationship by a key, a
  /// function by its argument.
  package func goesOn(_ candidate: String) -> Bool {
    if candidate.hasSuffix("/") || candidate.hasSuffix("(") { return true }
    return isKeyPath && !words.contains(candidate)
  }
}
