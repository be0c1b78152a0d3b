/// The text of a format string. The lexer works on Unicode scalars, so that a combining mark cannot
/// hide the quote before it, but errors count characters, as a reader does.
struct FormatText: Sendable {
  let scalars: [Unicode.Scalar]

  /// The character that each scalar belongs to; empty if each scalar is a character.
  private let characters: [Int]

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    if text.count == scalars.count {
      characters = []
    } else {
      characters = text.enumerated().flatMap { index, character in
        repeatElement(index, count: character.unicodeScalars.count)
      }
    }
  }

  /// The character offset for a scalar offset, which may be the end.
  func character(at scalar: Int) -> Int {
    if characters.isEmpty { return scalar }
    return scalar < characters.count ? characters[scalar] : (characters.last ?? -1) + 1
  }

  subscript(range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  /// The scalar at an offset, or nil after the end.
  subscript(offset: Int) -> Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  func error(_ message: String, repair: String? = nil, at scalar: Int) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, message, repair: repair, position: character(at: scalar))
  }
}
