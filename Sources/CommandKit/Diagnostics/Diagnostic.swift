/// A message to the user about a command: what is wrong, where, and how to fix it.
package struct Diagnostic: Error, Sendable, Hashable {
  /// The severity.
  package enum Severity: String, Sendable, Hashable {
    /// The command failed and changed nothing.
    case error
    /// The command succeeded, but this deserves a look.
    case warning
    /// The command succeeded; this is how it was understood.
    case note
  }

  /// The severity.
  package var severity: Severity

  /// What is wrong, as a phrase in lower case without a period.
  package var message: String

  /// How to fix it.
  package var hint: String?

  /// The script; nil for typed text.
  package var file: String?

  /// The place; nil for a store error, which belongs to no particular word.
  package var range: SourceRange?

  /// The line of text that `range` begins on.
  package var sourceLine: String?

  /// The exit status of a batch that ends with this diagnostic.
  package var exitStatus: ExitStatus

  /// The line, counted from 1.
  package var line: Int? { range?.start.line }

  /// The column in characters, counted from 1.
  package var column: Int? { range?.start.column }

  /// The number of characters to mark on the first line of the place, at least 1.
  package var length: Int? {
    guard let range else { return nil }
    guard range.end.line > range.start.line else {
      return max(1, range.end.column - range.start.column)
    }
    return max(1, (sourceLine?.count ?? 0) - range.start.column + 1)
  }

  /// Makes a diagnostic.
  package init(
    _ message: String, hint: String? = nil, severity: Severity = .error, file: String? = nil,
    at range: SourceRange? = nil, sourceLine: String? = nil, exitStatus: ExitStatus = .data
  ) {
    self.severity = severity
    self.message = message
    self.hint = hint
    self.file = file
    self.range = range
    self.sourceLine = sourceLine
    self.exitStatus = exitStatus
  }
}

extension Diagnostic: CustomStringConvertible {
  /// What is wrong.
  package var description: String { message }
}
