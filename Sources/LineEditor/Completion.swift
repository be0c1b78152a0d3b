import Foundation

/// One way to go on from what is typed before the cursor.
package struct Completion: Equatable, Sendable {
  /// What is put in, quotes, escapes and a closing space included.
  package let text: String
  /// What the list of candidates shows.
  package let displayText: String
  /// How many characters before the cursor `text` replaces; nil for all back to a space or tab.
  package let replacing: Int?

  /// Makes a candidate, shown as its own text without surrounding space unless told otherwise.
  package init(_ text: String, displayText: String? = nil, replacing: Int? = nil) {
    self.text = text
    self.displayText = displayText ?? text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.replacing = replacing
  }
}
