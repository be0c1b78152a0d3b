import Foundation
import ObjectModel
import SQLite

extension PersistentStore {
  /// Copies a snapshot of the store, with the external files to which its rows refer, to a file that
  /// does not exist yet. Others may write in the meantime.
  ///
  /// The copy has a rollback journal, so that it can be read from a place where nothing can be
  /// written. If a file is missing, the copy lacks it too.
  ///
  /// - Parameter name: the place in messages, where it is not that of the file.
  /// - Throws: code 134080 if the file cannot be created or written, 134070 if the store cannot be
  ///   read, 3072 if requests are interrupted.
  func copySnapshot(to file: StoreFile, called name: String) throws {
    guard let path = store.path else {
      throw ObjectGraphError(
        .persistentStoreOperation, "a store in memory has no file to copy",
        repair: "migrate it to a file with migratePersistentStore(_:to:type:)")
    }
    try file.prepareNew()
    do {
      let source = try store.settings.connect(to: path, isReadOnly: true)
      source.standingInterruption = { [store] in store.interruption.isSet }
      let target = try Connection(path: file.path, busyTimeout: store.settings.busyTimeout)
      let folder = ExternalFolder(storePath: file.path)
      var missing: Set<String>?
      repeat {
        missing = try source.readTransaction { () -> Set<String>? in
          let lacking = try copyExternalFiles(to: folder, of: source)
          // A file that is missing may have been removed after the snapshot began, together with its
          // row. If the next one lacks it too, it is lost.
          guard lacking.isEmpty || lacking == missing else { return lacking }
          try target.copy(from: source, checking: store.interruption.check)
          return nil
        }
      } while missing != nil
      if try target.text("PRAGMA journal_mode = DELETE") != "delete" {
        throw ObjectGraphError(
          .persistentStoreOperation, "the copy \(name) could not be finished",
          repair: "check the disk, and try again")
      }
    } catch let error as SQLiteError {
      if error.kind == .interrupted { try store.interruption.check() }
      throw error.graphError(path: error.kind == .damaged ? path : name)
    }
  }

  /// Copies the external files to which the rows of a snapshot refer, and removes others.
  ///
  /// - Returns: the names of files that do not exist.
  private func copyExternalFiles(
    to folder: ExternalFolder, of snapshot: Connection
  ) throws -> Set<String> {
    guard let own = self.folder else { return [] }
    let names = try own.referencedNames(snapshot, store.mapping)
    for name in folder.fileNames.subtracting(names) { folder.remove(name) }
    return try own.copy(names, to: folder, checking: store.interruption.check)
  }
}

extension ExternalFolder {
  /// Copies files that the other folder lacks.
  ///
  /// - Returns: the names of files that do not exist here.
  func copy(
    _ names: Set<String>, to other: ExternalFolder, checking check: () throws -> Void = {}
  ) throws -> Set<String> {
    var lacking: Set<String> = []
    let wanted = names.subtracting(other.fileNames)
    guard !wanted.isEmpty else { return [] }
    for name in wanted.sorted() {
      try check()
      guard let content = try data(named: name) else {
        lacking.insert(name)
        continue
      }
      try other.prepare()
      try other.write(content, named: name)
    }
    if lacking.count < wanted.count { try other.sync() }
    return lacking
  }
}
