import Foundation
import ObjectModel

/// The changes of one save to the external files of a store.
///
/// New files are on disk before the transaction commits, and obsolete files are removed afterwards,
/// so that no row ever refers to a missing file. A mark in the folder, created before the first
/// file and removed after the last one, tells the next process to open the store which files may be
/// left over.
final class ExternalWrites {
  private let folder: ExternalFolder
  private lazy var mark = ExternalFolder.markPrefix(of: storeIdentifier) + UUID().uuidString
  private let storeIdentifier: String
  private var isMarked = false
  private var written: [String] = []
  private var obsolete: [String] = []

  /// - Parameter storeIdentifier: the store's UUID, because other stores may share the folder.
  init(folder: ExternalFolder, storeIdentifier: String) {
    self.folder = folder
    self.storeIdentifier = storeIdentifier
  }

  /// Writes the large values of a row to files.
  ///
  /// - Parameters:
  ///   - properties: the properties that will be written to the store.
  ///   - known: the files to which the stored row refers, by property index.
  /// - Returns: the names of the new files, by property index.
  /// - Throws: code 134030 if a file cannot be written, or if the row refers to a missing file.
  func write(
    _ row: Row, _ layout: EntityLayout, _ properties: [PropertyLayout], known: [Int: String] = [:]
  ) throws -> [Int: String] {
    var files: [Int: String] = [:]
    for property in properties {
      let name = row.externalFileName(of: property)
      if let known = known[property.index] {
        if known == name { continue }
        try giveUp(known)
      }
      if let name {
        // The row may refer to a file that another save will remove, so it gets its own copy.
        guard let content = try folder.data(named: name) else {
          throw ObjectGraphError(
            .persistentStoreSave,
            "the data of \(layout.name).\(property.name) is missing: it was in the "
              + "file \(name)", repair: "set \(property.name) again, or to nil",
            entityName: layout.name, key: property.name)
        }
        files[property.index] = try write(content)
      } else if let content = row.largeContent(of: property) {
        files[property.index] = try write(content)
      }
    }
    return files
  }

  /// Records a file that becomes obsolete once the transaction commits.
  func giveUp(_ name: String) throws {
    try leaveMark(for: name)
    obsolete.append(name)
  }

  private func write(_ data: Data) throws -> String {
    let name = UUID().uuidString
    try leaveMark(for: name)
    try folder.write(data, named: name)
    written.append(name)
    return name
  }

  /// If the mark is lost in a power failure, an unneeded file may remain, but no row is left
  /// without its file.
  private func leaveMark(for name: String) throws {
    if !isMarked {
      try folder.prepare()
      try folder.write(Data(), named: mark)
      isMarked = true
      try folder.sync()
    }
    try folder.append(Data("\(name)\n".utf8), to: mark)
  }

  /// Syncs the new files to disk; the last step before the commit.
  func sync() throws {
    if !written.isEmpty { try folder.sync() }
  }

  /// Removes the obsolete files, after the commit.
  func finish() {
    for name in obsolete { folder.remove(name) }
    if isMarked { folder.remove(mark) }
  }

  /// Removes the new files, after a rollback.
  func discard() {
    for name in written { folder.remove(name) }
    if isMarked { folder.remove(mark) }
  }
}
