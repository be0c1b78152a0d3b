import Foundation
import ObjectModel

/// The folder next to a store with the files of its large values: `.<name of the
/// store>_SUPPORT/_EXTERNAL_DATA`.
struct ExternalFolder: Sendable {
  let path: String
  private let supportPath: String
  let storePath: String

  /// - Parameter storePath: the path of the store's main file.
  init(storePath: String) {
    self.storePath = storePath
    let store = storePath as NSString
    let name = (store.lastPathComponent as NSString).deletingPathExtension
    supportPath = (storePath.parentFolder as NSString)
      .appendingPathComponent(".\(name)_SUPPORT")
    path = (supportPath as NSString).appendingPathComponent("_EXTERNAL_DATA")
  }

  func filePath(_ name: String) -> String { (path as NSString).appendingPathComponent(name) }

  /// The data of a file, or nil if it does not exist.
  ///
  /// - Throws: code 134070 if it cannot be read.
  func data(named name: String) throws -> Data? {
    let file = filePath(name)
    do {
      return try Data(contentsOf: URL(fileURLWithPath: file))
    } catch CocoaError.fileReadNoSuchFile {
      // Another writer may remove it at any moment, so its existence is not checked first.
      return nil
    } catch {
      throw failure("cannot be read", file, repair: "check the permissions of the file")
    }
  }

  /// The names of all files in the folder; empty if it does not exist.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Creates the folder, which only its owner can access.
  func prepare() throws {
    for folder in [supportPath, path] {
      guard mkdir(folder, 0o700) != 0 else {
        try Self.sync(folder: folder.parentFolder)
        continue
      }
      guard errno == EEXIST else {
        throw failure("cannot be created", folder, repair: "check the permissions around the store")
      }
    }
  }

  /// Removes the folder if it is empty; call this only while nothing can save.
  func removeIfEmpty() {
    for folder in [path, supportPath] { rmdir(folder) }
  }

  /// Writes a new file and syncs it to disk, except for its entry in the folder.
  ///
  /// - Throws: code 134030 if it cannot be written; the file then does not exist.
  func write(_ data: Data, named name: String) throws {
    let file = filePath(name)
    let descriptor = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw failure("cannot be created", file, repair: "check the permissions of the folder")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.synchronize()
      try handle.close()
    } catch {
      remove(name)
      throw failure("cannot be written", file, repair: "free up disk space and save again")
    }
  }

  /// Appends to an existing file.
  func append(_ data: Data, to name: String) throws {
    let file = filePath(name)
    do {
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
      try handle.seekToEnd()
      try handle.write(contentsOf: data)
      try handle.close()
    } catch {
      throw failure("cannot be written", file, repair: "free up disk space and save again")
    }
  }

  func remove(_ name: String) { unlink(filePath(name)) }

  /// Syncs the folder's own entries to disk.
  func sync() throws { try Self.sync(folder: path) }

  static func sync(folder: String) throws {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder, and report an error.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw ObjectGraphError(
        .persistentStoreSave, "the folder \(folder) cannot be synced to disk",
        repair: "check the disk, and save again", details: .init(.filePath, folder))
    }
  }

  static func missingFile(_ name: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreOperation, "the store's external data file \(name) is missing",
      repair: "refresh the object, in case its data has changed, or restore the "
        + "_EXTERNAL_DATA folder next to the store from a backup",
      details: .init(.filePath, name))
  }

  private func failure(_ what: String, _ path: String, repair: String) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreSave, "\(path), which contains data of the store, \(what)", repair: repair,
      details: .init(.filePath, path))
  }
}
