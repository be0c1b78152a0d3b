import Foundation
import ObjectModel
import SQLite

/// The external files of a store that is copied or destroyed as a whole.
extension ExternalFolder {
  /// Copies the files before and after a closure copies the database, so that all files to which
  /// its rows refer are included.
  ///
  /// Files that others remove in the meantime may be left over in the copy. Files already in the
  /// other folder belonged to a store that the copy replaces, and are removed.
  ///
  /// - Throws: errors of the closure, and code 134030 if a file cannot be written or both stores
  ///   would share a folder; then no copied files remain.
  func copyFiles(to other: ExternalFolder, around body: () throws -> Void) throws {
    let former = other.fileNames
    guard !fileNames.isEmpty || !former.isEmpty else { return try body() }
    guard other.path != path else {
      throw ObjectGraphError(
        .persistentStoreSave, "both stores would keep their large values in \(path)",
        repair: "choose a file name that differs in more than its extension",
        details: .init(.filePath, path))
    }
    var copied: [String] = []
    do {
      try copyFiles(to: other, &copied)
      try body()
      // The files written while the database was being copied.
      try copyFiles(to: other, &copied)
    } catch {
      for name in copied { other.remove(name) }
      throw error
    }
    guard !other.isShared else { return }
    let wanted = fileNames
    for name in former.subtracting(wanted) { other.remove(name) }
  }

  private func copyFiles(to other: ExternalFolder, _ copied: inout [String]) throws {
    let missing = fileNames.subtracting(other.fileNames)
    guard !missing.isEmpty else { return }
    try other.prepare()
    for name in missing.sorted() {
      guard let content = try data(named: name) else { continue }
      try other.write(content, named: name)
      copied.append(name)
    }
    try other.sync()
  }

  /// Moves the data of external files into the rows of a copy of the database.
  ///
  /// - Throws: code 134070 if a file is missing or cannot be read.
  func moveIntoRows(of copy: Connection, _ mapping: StoreMapping) throws {
    try replaceValues(of: copy, mapping, where: "= 38") { value in
      try value.fileName.map { name in
        guard let content = try data(named: name) else { throw Self.missingFile(name) }
        return ExternalData.inline(content)
      }
    }
  }

  /// Moves large values in the rows of a copy of the database to external files.
  ///
  /// - Throws: code 134030 if a file cannot be written; then no files remain.
  func moveOutOfRows(of copy: Connection, _ mapping: StoreMapping) throws {
    var written: [String] = []
    let threshold = ExternalData.threshold
    do {
      try replaceValues(of: copy, mapping, where: "> \(threshold)") { value in
        guard value.inlineCount > threshold else { return nil }
        if written.isEmpty { try prepare() }
        let name = UUID().uuidString
        try write(value.content, named: name)
        written.append(name)
        return ExternalData.reference(to: name)
      }
      if !written.isEmpty { try sync() }
    } catch {
      for name in written { remove(name) }
      throw error
    }
  }

  /// - Parameters:
  ///   - length: an SQL condition on the length of the values.
  ///   - replacement: returns the new value; nil to keep the old one.
  private func replaceValues(
    of copy: Connection, _ mapping: StoreMapping, where length: String,
    by replacement: (ExternalData) throws -> Data?
  ) throws {
    try copy.writeTransaction {
      for (table, column) in mapping.externalColumns {
        let found = try copy.integers(
          "SELECT Z_PK FROM \(table) WHERE length(\(column)) \(length)")
        for key in found {
          let data = try copy.rows(
            "SELECT \(column) FROM \(table) WHERE Z_PK = ?", .integer(key)
          ) { try replacement(ExternalData($0.blobBytes(0))) }
          guard let data = data.first ?? nil else { continue }
          try copy.run(
            "UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?", .blob(Array(data)), .integer(key))
        }
      }
    }
  }

  /// Removes the files of a destroyed store, unless another store shares the folder.
  func removeFiles() {
    guard !isShared else { return }
    for name in names where UUID(uuidString: name) != nil || name.hasPrefix("pending-") {
      remove(name)
    }
    // Removed only if they are empty.
    rmdir(path)
    rmdir(path.parentFolder)
  }

  /// The names of the files of values.
  var fileNames: Set<String> { Set(names.filter { UUID(uuidString: $0) != nil }) }

  /// Whether there is another file that could be a store with this folder.
  var isShared: Bool {
    let store = storePath as NSString
    let own = store.lastPathComponent
    let base = (own as NSString).deletingPathExtension
    let all =
      (try? FileManager.default.contentsOfDirectory(atPath: storePath.parentFolder)) ?? []
    return all.contains { name in
      !name.hasPrefix(own) && (name as NSString).deletingPathExtension == base
    }
  }
}
