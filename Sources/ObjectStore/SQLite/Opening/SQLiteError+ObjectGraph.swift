import ObjectModel
import SQLite

extension SQLiteError {
  /// The error as reported to users of the store.
  ///
  /// - Parameters:
  ///   - path: the store's file; nil for an in-memory store.
  ///   - isOpening: whether the store was being opened, rather than used.
  func graphError(path: String?, isOpening: Bool = false) -> ObjectGraphError {
    if kind == .interrupted { return .cancelledFetch }
    if let failure = MatchesPattern.failure(saying: message) { return failure }
    let code: ObjectGraphError.Code = isOpening ? .persistentStoreOpen : .persistentStoreOperation
    let (text, repair) = explanation(path: path ?? StoreType.nameInMemory, isFile: path != nil)
    var details = ObjectGraphError.Details(
      (.sqliteResultCode, Int(extendedCode)), (.sqliteMessage, message))
    details[.filePath] = path
    return ObjectGraphError(
      kind == .locked ? .persistentStoreTimeout : code, text, repair: repair, details: details)
  }

  private func explanation(path: String, isFile: Bool) -> (String, repair: String?) {
    switch kind {
    case .locked:
      (
        "the store \(path) is locked by another process",
        "wait until the other process is done, or end it, and try again"
      )
    case .full where !isFile:
      ("the in-memory store has reached its page limit", "raise its max_page_count pragma")
    case .full:
      ("the disk is full, so the store \(path) cannot be written", "free some space and try again")
    case .readOnly:
      (
        "the store \(path) cannot be written",
        "check the permissions of the file and of its directory, or open the store read-only"
      )
    case .inputOutput:
      ("the store \(path) cannot be read or written: \(message)", "check the disk and try again")
    case .damaged:
      ("the store \(path) is damaged: \(message)", "restore it from a backup")
    case .notADatabase:
      (
        "\(path) is not a store: it is not a SQLite database",
        "check the path; the file is unchanged"
      )
    case .cannotOpen:
      (
        "the store \(path) cannot be opened: \(message)",
        "check the path and the permissions of the file and of its directory"
      )
    case .tooBig:
      (
        "a value is too big for the store \(path): SQLite allows 1,000,000,000 bytes per row",
        "keep large data in files"
      )
    case .notUnique, .interrupted, .refused, .other:
      ("the store \(path) rejected a statement: \(description)", nil)
    }
  }
}
