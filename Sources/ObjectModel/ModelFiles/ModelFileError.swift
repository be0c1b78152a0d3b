import Foundation

extension ObjectGraphError.Code {
  /// A file exists but cannot be read.
  public static let fileReadUnknown = ObjectGraphError.Code(rawValue: 256)
  /// A file does not have the expected form.
  public static let fileReadCorruptFile = ObjectGraphError.Code(rawValue: 259)
  /// The disk is full.
  public static let fileWriteOutOfSpace = ObjectGraphError.Code(rawValue: 640)
  /// The file does not exist.
  public static let fileReadNoSuchFile = ObjectGraphError.Code(rawValue: 260)
}

/// Formats errors in a model file: the file, the position, and how to fix it.
struct ModelFileError {
  let path: String

  /// The error details for a position in the file.
  func details(line: Int, column: Int) -> [String: any Sendable] {
    ["NSFilePath": path, "line": line, "column": column]
  }

  /// The error for a file with an unexpected form.
  func damaged(
    _ message: String, repair: String? = nil, line: Int, column: Int
  ) -> ObjectGraphError {
    ObjectGraphError(
      .fileReadCorruptFile, "\(path):\(line):\(column): \(message)",
      repair: repair ?? "restore the file, or save it again with Xcode",
      details: details(line: line, column: column))
  }

  /// The error for a file or folder that is missing, unreadable or of another kind.
  func unreadable(
    _ message: String, code: ObjectGraphError.Code = .fileReadUnknown, repair: String
  ) -> ObjectGraphError {
    ObjectGraphError(code, "\(path): \(message)", repair: repair, details: ["NSFilePath": path])
  }
}
