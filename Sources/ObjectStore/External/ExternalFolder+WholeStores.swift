import Foundation
import ObjectModel

/// The files of a store that is copied or destroyed as a whole.
extension ExternalFolder {
  /// Copies the files around the copying of the database, so that whatever
  /// its rows refer to is there.
  ///
  /// Files that others take away meanwhile may be left over in the copy. What was in the other
  /// folder before belonged to a store that the copy replaces, and goes.
  ///
  /// - Throws: what the body throws, and code 134030 when a file cannot be written or both stores
  ///   would have the same folder; then none of the copies is left.
  func copyFiles(to other: ExternalFolder, around body: () throws -> Void) throws {
    let former = other.fileNames
    guard !fileNames.isEmpty || !former.isEmpty else { return try body() }
    guard other.path != path else {
      throw ObjectGraphError(
        .persistentStoreSave, "both stores would keep their large values in \(path)",
        repair: "choose a file name that differs in more than its extension",
        details: ["NSFilePath": path])
    }
    var copied: [String] = []
    do {
      try copyFiles(to: other, &copied)
      try body()
      // Those that were written while the database was copied.
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

  /// Removes the files of a store that was destroyed, unless another store has the same folder.
  func removeFiles() {
    guard !isShared else { return }
    for name in names where UUID(uuidString: name) != nil || name.hasPrefix("pending-") {
      remove(name)
    }
    // Only where nothing else is in them.
    rmdir(path)
    rmdir((path as NSString).deletingLastPathComponent)
  }

  private var fileNames: Set<String> { Set(names.filter { UUID(uuidString: $0) != nil }) }

  /// Whether there is another file that a store with this folder could be.
  private var isShared: Bool {
    let store = storePath as NSString
    let own = store.lastPathComponent
    let base = (own as NSString).deletingPathExtension
    let all =
      (try? FileManager.default.contentsOfDirectory(atPath: store.deletingLastPathComponent)) ?? []
    return all.contains { name in
      !name.hasPrefix(own) && (name as NSString).deletingPathExtension == base
    }
  }
}
