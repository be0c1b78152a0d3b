import Foundation

/// The rules for names and other single lines of text.
enum NameRule {
  /// The most Unicode characters of a line.
  static let longest = 250

  /// The trimmed name.
  ///
  /// - Throws: `CampgroundError.invalidValue` when nothing is left, and for a text that is too long
  ///   or not one line.
  static func checked(_ name: String, of what: String) throws(CampgroundError) -> String {
    guard let trimmed = try line(name, of: what) else { throw .emptyName(of: what) }
    return trimmed
  }

  /// The trimmed name of something that people also find by codes.
  ///
  /// - Throws: `CampgroundError.invalidValue` for a name with the form of a code, and as
  ///   `checked(_:of:)`.
  static func unlikeCodes(_ name: String, of what: String) throws(CampgroundError) -> String {
    let name = try checked(name, of: what)
    guard let word = CodeWord(name) else { return name }
    throw CampgroundError(
      .invalidValue, about: [.property("name"), .named(what, name)],
      "\(CampgroundError.articled(what)) cannot be called \(name): that is how the code of "
        + "\(CampgroundError.articled("\(word.kind)")) looks", fix: .advice("choose another name"))
  }

  /// The trimmed text; nil when nothing is left.
  ///
  /// - Throws: `CampgroundError.invalidValue` when it is too long, or has line breaks or other
  ///   control characters, which a terminal showing it would obey.
  static func line(_ text: String?, of what: String) throws(CampgroundError) -> String? {
    guard let trimmed = optional(text) else { return nil }
    let scalars = trimmed.unicodeScalars
    guard scalars.count <= longest else {
      throw .textTooLong(of: what, characters: scalars.count, most: longest)
    }
    guard !scalars.contains(where: breaksLines) else {
      throw CampgroundError(
        .invalidValue, about: [.property("name")],
        "the text of \(CampgroundError.articled(what)) must be one line, without line breaks or "
          + "control characters")
    }
    return trimmed
  }

  /// A text turned into a valid line: trimmed, with spaces in place of line breaks, and cut off
  /// where it is too long; nil when nothing is left.
  static func mended(_ text: String?) -> String? {
    guard let trimmed = optional(text) else { return nil }
    let scalars = trimmed.unicodeScalars
    guard scalars.count > longest || scalars.contains(where: breaksLines) else { return trimmed }
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars.lazy.map { breaksLines($0) ? " " : $0 }.prefix(longest))
    return optional(String(line))
  }

  /// The trimmed text; nil when nothing is left.
  static func optional(_ text: String?) -> String? {
    let printed = UInt8(ascii: "!")...UInt8(ascii: "~")
    if let ends = text?.utf8, let first = ends.first, let last = ends.last,
      printed.contains(first), printed.contains(last)
    {
      return text
    }
    let trimmed = text?.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed?.isEmpty == false ? trimmed : nil
  }

  /// Whether a terminal or a reader would take a character for a command: to begin a new line, or to
  /// show what follows from right to left.
  private static func breaksLines(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format:
      ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    default: false
    }
  }
}
