import Foundation
import ObjectModel

/// What one save does to the files beside the store.
///
/// New files are on disk before the transaction commits, and files that are not needed any more are
/// removed after it did, so that no row ever refers to a missing file. A mark in the folder, made
/// before the first file and removed after the last one, tells whoever opens the store next which
/// files may be left over.
final class ExternalWrites {
  private let folder: ExternalFolder
  private lazy var mark = ExternalFolder.markPrefix(of: storeIdentifier) + UUID().uuidString
  private let storeIdentifier: String
  private var isMarked = false
  private var written: [String] = []
  private var obsolete: [String] = []

  /// - Parameter storeIdentifier: that of the store: others may have the same folder.
  init(folder: ExternalFolder, storeIdentifier: String) {
    self.folder = folder
    self.storeIdentifier = storeIdentifier
  }

  /// Writes the large values of a row into files.
  ///
  /// - Parameters:
  ///   - properties: those that are about to be written to the store.
  ///   - known: the files that the row in the store refers to, by the index of the property.
  /// - Returns: the names of the new files by the index of the property.
  /// - Throws: code 134030 when a file cannot be written, or when the row refers to a file that is
  ///   not there any more.
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
        // A row may refer to a file that another save took away: it gets one of its own.
        guard let content = try folder.data(named: name) else {
          throw ObjectGraphError(
            .persistentStoreSave,
            "the data of \(layout.name).\(property.name) is not there any more: it was in the "
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

  /// Takes note of a file that no row refers to any more once the transaction has committed.
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

  /// A name that does not outlive a loss of power leaves a file behind that nobody needs, not a row
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

  /// Makes sure that what was written outlives a loss of power; the last step before the commit.
  func sync() throws {
    if !written.isEmpty { try folder.sync() }
  }

  /// Removes what the committed rows do not refer to any more.
  func finish() {
    for name in obsolete { folder.remove(name) }
    if isMarked { folder.remove(mark) }
  }

  /// Removes what was written for rows that were rolled back.
  func discard() {
    for name in written { folder.remove(name) }
    if isMarked { folder.remove(mark) }
  }
}
