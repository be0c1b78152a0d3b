import Foundation

extension ObjectGraphError.Code {
  /// A file exists but cannot be read.
  public static let fileReadUnknown = ObjectGraphError.Code(rawValue: 256)
  /// A file is not of the form that it should have.
  public static let fileReadCorruptFile = ObjectGraphError.Code(rawValue: 259)
  /// The disk is full.
  public static let fileWriteOutOfSpace = ObjectGraphError.Code(rawValue: 640)
  /// There is no file.
  public static let fileReadNoSuchFile = ObjectGraphError.Code(rawValue: 260)
}

/// Words what is wrong with a model file: which file, where in it, and how to mend it.
struct ModelFileError {
  let path: String

  /// The facts of an error at a place of the file, the first under NSFilePathErrorKey.
  func details(line: Int, column: Int) -> [String: any Sendable] {
    ["NSFilePath": path, "line": line, "column": column]
  }

  /// A file that is not of the form that it should have.
  func damaged(
    _ message: String, repair: String? = nil, line: Int, column: Int
  ) -> ObjectGraphError {
    ObjectGraphError(
      .fileReadCorruptFile, "\(path):\(line):\(column): \(message)",
      repair: repair ?? "restore the file, or save it again with Xcode",
      details: details(line: line, column: column))
  }

  /// A file or a folder that is not there, not readable or of another kind.
  func unreadable(
    _ message: String, code: ObjectGraphError.Code = .fileReadUnknown, repair: String
  ) -> ObjectGraphError {
    ObjectGraphError(code, "\(path): \(message)", repair: repair, details: ["NSFilePath": path])
  }
}
