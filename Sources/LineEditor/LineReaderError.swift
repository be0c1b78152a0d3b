import Foundation

/// Why no line could be read.
package enum LineReaderError: Error, Equatable, Sendable {
  /// A line is not UTF-8; `line` and `byte` count from 1.
  case invalidUTF8(line: Int, byte: Int)
  /// A line has more than `limit` bytes; `line` counts from 1.
  case lineTooLong(line: Int, limit: Int)
  /// The system could not read; `code` is its errno.
  case readFailed(code: Int32)
  /// The system could not write; `code` is its errno.
  case writeFailed(code: Int32)
  /// Line editing was requested on something other than a terminal.
  case notATerminal
  /// A line was requested from inside a callback of the same reader.
  case alreadyReading
  /// The history cannot be read or written; lines are read without it.
  case historyUnusable(path: String, reason: String)
}

extension LineReaderError: CustomStringConvertible, LocalizedError {
  /// What went wrong, where, and how to fix it.
  package var description: String {
    switch self {
    case .invalidUTF8(let line, let byte):
      "line \(line), byte \(byte): the text is not UTF-8; save it as UTF-8 and try again"
    case .lineTooLong(let line, let limit):
      "line \(line): longer than \(limit) bytes; split it, or check that this is a text file"
    case .readFailed(let code):
      "the input cannot be read: \(String(cString: strerror(code)))"
    case .writeFailed(let code):
      "the terminal cannot be written: \(String(cString: strerror(code)))"
    case .notATerminal:
      "line editing needs a terminal; use a plain reader for files and pipes"
    case .alreadyReading:
      "a line is being read already; ask for the next one when it is finished"
    case .historyUnusable(let path, let reason):
      "the history \(path) cannot be used: \(reason)"
    }
  }

  package var errorDescription: String? { description }
}
