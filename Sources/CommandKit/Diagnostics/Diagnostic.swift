/// Something to tell the user about a command: what, where, and how to mend it.
public struct Diagnostic: Error, Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable {
    /// The command failed and changed nothing.
    case error
    /// The command went through; this deserves a look.
    case warning
  }

  /// How bad it is.
  public var severity: Severity

  /// What is wrong, as a phrase without a capital and without a final stop.
  public var message: String

  /// How to mend it.
  public var hint: String?

  /// The script, nil for what was typed in.
  public var file: String?

  /// The place; nil for a fault of the store, which is at no one word.
  public var range: SourceRange?

  /// The line of text that `range` begins on.
  public var sourceLine: String?

  /// The exit status of a batch that ends with this.
  public var exitStatus: ExitStatus

  /// The line, counted from 1.
  public var line: Int? { range?.start.line }

  /// The column in characters, counted from 1.
  public var column: Int? { range?.start.column }

  /// The number of characters to mark on the first line of the place, at least 1.
  public var length: Int? {
    guard let range else { return nil }
    guard range.end.line > range.start.line else {
      return max(1, range.end.column - range.start.column)
    }
    return max(1, (sourceLine?.count ?? 0) - range.start.column + 1)
  }

  /// Makes a diagnostic.
  public init(
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
  public var description: String { message }
}
