import Foundation
import ObjectModel
import SQLite

/// The file of a store: operations before SQLite opens it, and on whole files, without a model.
struct StoreFile {
  let path: String

  /// - Throws: code 134000 for a type without files, 134080 if the URL is not a file URL.
  init(type: StoreType, url: URL) throws {
    guard type == .sqlite else {
      throw ObjectGraphError(
        .persistentStoreInvalidType, "a store of type \(type.rawValue) has no file",
        repair: "use .sqlite")
    }
    guard url.isFileURL, !url.path.isEmpty else {
      throw ObjectGraphError(
        .persistentStoreOpen, "\(url.absoluteString) does not name a file",
        repair: "give the URL of a file")
    }
    path = Self.target(of: url.path)
  }

  /// The file to which a path leads: a link is followed even if there is no file yet, so that the
  /// store's other files are next to the file itself, and a new file is created at the end of the
  /// link rather than by SQLite, which does not restrict access to it.
  private static func target(of path: String) -> String {
    let files = FileManager.default
    var (path, isLink) = (path, false)
    // As many links as the kernel follows.
    for _ in 0..<40 {
      guard let target = try? files.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : path.parentFolder + "/" + target
      isLink = true
    }
    guard isLink else { return path }
    // The name may be that of a new file, which has no links to resolve; its folder exists.
    let url = URL(fileURLWithPath: path)
    return url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appendingPathComponent(url.lastPathComponent).path
  }

  /// Checks that there is a file to open; a new one is created so that only its owner can access
  /// it.
  ///
  /// - Throws: code 134080 if this is not possible.
  func prepare(isReadOnly: Bool) throws {
    switch Self.kind(of: path) {
    case S_IFREG: return
    case S_IFDIR: throw failure("it is a directory", repair: "give the path of a file")
    case nil: break
    default: throw failure("it is not a regular file", repair: "give the path of a file")
    }
    let parent = path.parentFolder
    switch Self.kind(of: parent) {
    case S_IFDIR: break
    case nil:
      throw failure(
        "the directory \(parent) does not exist", repair: "create the directory, or check the path")
    default:
      throw failure("\(parent) is not a directory", repair: "check the path")
    }
    if isReadOnly {
      throw failure("there is no such file", repair: "check the path")
    }
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Another process has created it in the meantime, so it is opened like any other.
      if errno == EEXIST { return }
      throw failure(
        String(cString: strerror(errno)).lowercased(),
        repair: "check the permissions of the directory \(parent)")
    }
    close(descriptor)
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  private func failure(_ reason: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOpen, "the store \(path) cannot be opened: \(reason)", repair: repair,
      details: .init(.filePath, path))
  }

  /// How long to wait for another connection's lock, in milliseconds.
  private static let busyTimeout: Int32 = 10_000

  /// Whether the path exists.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  // MARK: Metadata

  func metadata() throws -> [String: any Sendable] {
    try withStore(isReadOnly: true) { try StoreMetadata(from: $0, path: path).values }
  }

  func setMetadata(_ values: [String: any Sendable]) throws {
    try StoreMetadata.check(values)
    try changeMetadata { $0.replaceFacts(values) }
  }

  /// Turns the file, which is a copy, into a separate store.
  func makeOwn(of type: StoreType) throws { try changeMetadata { $0.makeOwn(of: type) } }

  private func changeMetadata(_ body: (inout StoreMetadata) -> Void) throws {
    try withStore(isReadOnly: false) { connection in
      _ = try connection.writeTransaction {
        try StoreMetadata.change(in: connection, path: path, body)
      }
    }
  }

  // MARK: Whole files

  /// Empties the store's database; other connections find it empty.
  func destroy() throws {
    guard exists else { return }
    try connected(isReadOnly: false) { connection in
      do {
        // Destroy only files that are, or were, stores.
        if try StoreCreation.isNeeded(on: connection) { return }
        try requireStore(connection)
      } catch let error as SQLiteError where error.kind == .damaged {}
      try connection.resetDatabase()
      ExternalFolder(storePath: path).removeFiles()
    }
  }

  /// Replaces this store with a snapshot of another one.
  ///
  /// - Parameter check: called between pieces of the content; if it throws, nothing is replaced.
  func replace(by other: StoreFile, checking check: () throws -> Void = {}) throws {
    guard path != other.path else {
      throw ObjectGraphError(
        .invalidArgument, "the store \(path) cannot be replaced by itself",
        repair: "give the URL of another store")
    }
    let isNew = !exists
    do {
      try other.withStore(isReadOnly: true) { source in
        try prepare(isReadOnly: false)
        let folder = ExternalFolder(storePath: path)
        try ExternalFolder(storePath: other.path).copyFiles(to: folder) {
          try connected(isReadOnly: false) { _ = try $0.copy(from: source, checking: check) }
        }
      }
    } catch {
      if isNew { erase() }
      throw error
    }
  }

  /// Creates a file for a store that must not exist yet.
  func prepareNew() throws {
    try requireAbsent()
    try prepare(isReadOnly: false)
  }

  /// - Throws: code 134080 if the file exists.
  func requireAbsent() throws {
    guard !exists else {
      throw ObjectGraphError(
        .persistentStoreOpen, "a file already exists at \(path)",
        repair: "destroy that store first, or choose another location",
        details: .init(.filePath, path))
    }
  }

  /// Deletes the files of a store that this process has just created and nothing else uses, those
  /// of large values included.
  func erase() {
    ExternalFolder(storePath: path).removeFiles()
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  // MARK: Connections

  private func connected<Result>(
    isReadOnly: Bool, leavesNoTrace: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    do {
      // Missing files are not created.
      try prepare(isReadOnly: true)
      func call(_ path: String, _ uri: String?) throws -> Result {
        try body(
          Connection(
            path: path, isReadOnly: isReadOnly, uri: uri, busyTimeout: Self.busyTimeout))
      }
      return try leavesNoTrace ? TracelessFile(path: path).reading(call) : call(path, nil)
    } catch let error as SQLiteError {
      throw error.graphError(path: path, isOpening: true)
    }
  }

  func withStore<Result>(
    isReadOnly: Bool, leavesNoTrace: Bool = false, _ body: (Connection) throws -> Result
  ) throws -> Result {
    try connected(isReadOnly: isReadOnly, leavesNoTrace: leavesNoTrace) { connection in
      try requireStore(connection)
      return try body(connection)
    }
  }

  func requireStore(_ connection: Connection) throws {
    if try connection.tableNames().contains("Z_METADATA") { return }
    throw try StoreCreation.isNeeded(on: connection)
      ? ObjectGraphError(
        .persistentStoreOpen, "there is no store in \(path): the file is empty",
        repair: "add the store to a coordinator first")
      : ObjectGraphError.noMetadata(in: path)
  }
}

extension ObjectGraphError {
  /// Code 134020: a database is not a store.
  static func noMetadata(in path: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreIncompatibleSchema,
      "\(path) is a SQLite database but not a store: it has no metadata",
      repair: "check the path; the file is unchanged")
  }
}

extension PersistentStoreDescription {
  /// Whether the file exists.
  package var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Removes the file of a store that is not open, along with its companion files.
  package func eraseFile() throws {
    try StoreFile(type: type, url: url).erase()
  }
}

extension StoreFile {
  /// The model embedded in the store.
  ///
  /// - Throws: code 134130 if there is none.
  func model() throws -> ManagedObjectModel {
    try withStore(isReadOnly: true, leavesNoTrace: true) { connection in
      guard let model = try connection.carriedModel() else {
        throw ObjectGraphError(
          .migrationMissingSourceModel, "the store \(path) has no embedded model",
          repair: "give the model that it was made with", details: .init(.filePath, path))
      }
      return model
    }
  }
}
