/// A line of source with marks under a part of it, cut to a width that a terminal can show.
struct SourceExcerpt {
  /// The line as it is shown.
  let text: String
  /// The space before the marks: a tab under each tab and two columns under each wide character.
  let indent: String
  /// `^~~~`, as wide as the marked characters.
  let marks: String

  /// The columns of source shown at most, and those kept before the mark when a line is cut.
  private static let widest = 160
  private static let context = 40

  init(_ source: [Character], column: Int, length: Int) {
    let mark = min(max(0, column - 1), source.count)
    let start = source.count > Self.widest ? max(0, mark - Self.context) : 0
    let end = min(source.count, start + Self.widest)
    let shown = source[start..<end].map(Self.printable)
    let before = start > 0 ? "…" : ""
    text = before + String(shown) + (end < source.count ? "…" : "")
    indent =
      String(repeating: " ", count: before.count)
      + shown.prefix(mark - start).map(Self.blank).joined()
    let marked = shown.dropFirst(mark - start).prefix(max(1, length))
    let width = marked.reduce(0) { $0 + ($1 == "\t" ? 1 : DisplayWidth.of($1)) }
    marks = "^" + String(repeating: "~", count: max(0, width - 1))
  }

  /// The character, or a sign in its place when showing it could move the cursor.
  static func printable(_ character: Character) -> Character {
    guard character != "\t" else { return character }
    let isControl = character.unicodeScalars.contains {
      $0.properties.generalCategory == .control || $0.properties.isBidiControl
    }
    return isControl ? "\u{FFFD}" : character
  }

  private static func blank(under character: Character) -> String {
    character == "\t" ? "\t" : String(repeating: " ", count: DisplayWidth.of(character))
  }
}
