/// Marks the escape sequences of a prompt, so that libedit does not count them as columns.
enum PromptMarkup {
  /// The prompt with each run of escape sequences between two U+0001.
  ///
  /// libedit attaches a run to the character after it and drops one at the very end, which would
  /// let the color of a prompt extend into the typed text; so such a run is moved before the last
  /// character.
  static func marked(_ prompt: String) -> String {
    var pieces: [(escapes: String, character: Character)] = []
    var escapes = ""
    var rest = Substring(prompt.filter { $0 != "\0" && $0 != "\u{1}" })
    while let character = rest.first {
      if let sequence = rest.prefixMatch(of: #/\u{1B}\[[0-9;:?]*[@-~]/#) {
        escapes += rest[sequence.range]
        rest = rest[sequence.range.upperBound...]
      } else {
        pieces.append((escapes, character))
        escapes = ""
        rest = rest.dropFirst()
      }
    }
    if !escapes.isEmpty, let last = pieces.indices.last { pieces[last].escapes += escapes }
    return pieces.map { piece in
      (piece.escapes.isEmpty ? "" : "\u{1}\(piece.escapes)\u{1}") + String(piece.character)
    }.joined()
  }
}
