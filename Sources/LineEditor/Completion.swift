import Foundation

/// One possible completion of the text before the cursor.
package struct Completion: Equatable, Sendable {
  /// The text to insert, including quotes, escapes and a closing space.
  package let text: String
  /// The text in the list of candidates.
  package let displayText: String
  /// How many characters before the cursor `text` replaces; nil for everything back to a space or
  /// tab.
  package let replacing: Int?

  /// Makes a candidate, shown as its own text without surrounding space unless told otherwise.
  package init(_ text: String, displayText: String? = nil, replacing: Int? = nil) {
    self.text = text
    self.displayText = displayText ?? text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.replacing = replacing
  }
}
