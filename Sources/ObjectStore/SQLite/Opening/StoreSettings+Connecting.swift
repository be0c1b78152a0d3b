import ObjectModel
import SQLite

extension StoreSettings {
  /// Opens a connection to the store's file, and registers the SQL functions.
  func connect(to path: String, isReadOnly: Bool) throws -> Connection {
    let connection = try Connection(
      path: path, isReadOnly: isReadOnly,
      uri: isReadOnly && leavesNoTrace ? TracelessFile(path: path).uri : nil,
      busyTimeout: busyTimeout)
    try SQLFunctions.register(on: connection)
    // 64 MB, of which a small file uses only as much as its size.
    try connection.execute("PRAGMA cache_size = -65536")
    return connection
  }

  /// Applies the description's pragmas, ordered by name.
  ///
  /// - Parameter isReader: whether the connection only reads, so that pragmas stored in the file
  ///   are skipped.
  /// - Throws: code 134061 for an invalid pragma.
  func applyPragmas(to connection: Connection, isReader: Bool = false) throws {
    func isPlain(_ text: String) -> Bool {
      !text.isEmpty
        && text.allSatisfy { "_-".contains($0) || $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    for (name, value) in pragmas.sorted(by: { $0.key < $1.key }) {
      guard isPlain(name), isPlain(value) else {
        throw ObjectGraphError(
          .invalidArgument, "\(name) = \(value) is not a pragma",
          repair: "give names and values of letters, digits, - and _")
      }
      do {
        try connection.execute("PRAGMA \(name) = \(value)")
      } catch let error as SQLiteError where isReader && error.kind == .readOnly {}
    }
  }
}
