import Rendering

/// A line of source with marks under a part of it, cut to a width that a terminal can show.
struct SourceExcerpt {
  /// The line as it is shown.
  let text: String
  /// The space before the marks: a tab under each tab and two columns under each wide character.
  let indent: String
  /// `^~~~`, as wide as the marked characters.
  let marks: String

  /// The most columns of source that are shown, and those kept before the mark when a line is cut.
  private static let widest = 160
  private static let context = 40

  /// - Parameter width: the columns of the terminal; nil for no limit.
  init(_ source: [Character], column: Int, length: Int, width: Int? = nil) {
    let line = source.map(Self.printable)
    let mark = min(max(0, column - 1), line.count)
    // A line that fills the terminal would wrap before the mark below it; one column is reserved
    // for a mark after the end.
    let widest = min(Self.widest, max(Self.narrowest, (width ?? .max) - 1))
    var (start, end) = (0, line.count)
    let isCut = line.count > widest || line.reduce(0) { $0 + Self.columns(of: $1) } > widest
    if isCut {
      let room = widest - 2
      let context = min(Self.context, room / 3)
      start = mark
      var before = 0
      while start > 0, before + Self.columns(of: line[start - 1]) <= context {
        start -= 1
        before += Self.columns(of: line[start])
      }
      end = start
      var shown = 0
      while end < line.count, shown + Self.columns(of: line[end]) <= room {
        shown += Self.columns(of: line[end])
        end += 1
      }
      // A short rest after the mark leaves more room before it.
      while end == line.count, start > 0, shown + Self.columns(of: line[start - 1]) <= room {
        start -= 1
        shown += Self.columns(of: line[start])
      }
    }
    let shown = line[start..<end]
    let before = start > 0 ? "…" : ""
    text = before + String(shown) + (end < line.count ? "…" : "")
    indent =
      String(repeating: " ", count: before.count)
      + shown.prefix(mark - start).map(Self.blank).joined()
    let marked = shown.dropFirst(mark - start).prefix(max(1, length))
    let columns = marked.reduce(0) { $0 + ($1 == "\t" ? 1 : DisplayWidth.of($1)) }
    marks = "^" + String(repeating: "~", count: max(0, columns - 1))
  }

  /// The fewest columns shown of a line, even on a narrow terminal.
  private static let narrowest = 20

  /// The most columns that a character takes.
  private static func columns(of character: Character) -> Int {
    character == "\t" ? 8 : DisplayWidth.of(character)
  }

  /// The character, or a replacement if showing it could move the cursor.
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
