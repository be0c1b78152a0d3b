import Rendering

/// The file for an answer, as a command names it: `arrivals to today.csv`.
package struct AnswerFile: Sendable, Hashable {
  /// The path as it was written.
  package let path: String

  /// Whether an existing file is overwritten.
  package let isReplacing: Bool

  /// Whether a CSV file has its texts as they are, even those that a spreadsheet would compute.
  package let isRaw: Bool

  /// The place at which the command names it; nil where an earlier command did.
  let range: SourceRange?

  /// Makes the name of a file, which an earlier command gave.
  package init(path: String, isReplacing: Bool, isRaw: Bool) {
    self.init(path: path, isReplacing: isReplacing, isRaw: isRaw, at: nil)
  }

  init(path: String, isReplacing: Bool, isRaw: Bool, at range: SourceRange?) {
    self.range = range
    self.path = path
    self.isReplacing = isReplacing
    self.isRaw = isRaw
  }

  /// The format that its ending names; nil for none.
  package var format: OutputFormat? { FileEnding(of: path).format }

  /// The word before the file.
  package static let keyword = "to"

  /// The words that may follow the file.
  package static let flags = ["raw", "replace"]
}

/// What a command answers with.
package enum AnswerContent: Sendable {
  /// A message about what was done.
  case message
  /// Data, which `to FILE` writes to a file.
  case data
  /// Data without anybody's name; others may read the file.
  case openData
  /// Data that may have a chart, which an .svg file gets.
  case charted
}
