import Foundation
import ObjectModel

/// What one save does to the files beside the store.
///
/// New files are on disk before the transaction commits, and files that are not needed any more are
/// removed after it did, so that no row ever refers to a missing file. A mark in the folder, made
/// before the first file and removed after the last one, tells whoever opens the store next that
/// files may be left over.
final class ExternalWrites {
  private let folder: ExternalFolder
  private let mark = "\(ExternalSweep.markPrefix)\(UUID().uuidString)"
  private var isMarked = false
  private var written: [String] = []
  private var obsolete: [String] = []

  init(folder: ExternalFolder) {
    self.folder = folder
  }

  /// A copy of a row in which large values are the names of files that were written for them.
  ///
  /// - Parameters:
  ///   - properties: those that are about to be written to the store.
  ///   - known: the files that the row in the store refers to, by the index of the property.
  /// - Throws: code 134030 when a file cannot be written, or when the row refers to a file that is
  ///   not there any more.
  func prepared(
    _ row: Row, _ layout: EntityLayout, _ properties: [PropertyLayout], known: [Int: String] = [:]
  ) throws -> Row {
    let copy = row.copy(extraBytes: properties.count * 40)
    for property in properties where !row.isNull(property.index) {
      let content = try row.withBytes(slot: property.slot) { bytes -> Data? in
        let data = ExternalData(bytes)
        guard let name = data.fileName else {
          return data.inlineCount > SQLiteStore.externalDataThreshold ? data.content : nil
        }
        // A row may refer to a file that another save took away: it gets one of its own.
        if known[property.index] == name { return nil }
        guard let content = try folder.data(named: name) else {
          throw vanished(name, property, layout)
        }
        return content
      }
      guard let content else { continue }
      try ExternalData.reference(to: write(content)).withUnsafeBytes { bytes in
        guard copy.set(property.index, slot: property.slot, bytes: bytes) else {
          throw vanished("", property, layout)
        }
      }
    }
    for (index, name) in known {
      let keeps =
        !row.isNull(index)
        && row.withBytes(slot: layout.properties[index].slot) { ExternalData($0).fileName } == name
      if !keeps { try giveUp(name) }
    }
    return copy
  }

  /// Takes note of a file that no row refers to any more once the transaction has committed.
  func giveUp(_ name: String) throws {
    try leaveMark()
    obsolete.append(name)
  }

  private func write(_ data: Data) throws -> String {
    try leaveMark()
    let name = UUID().uuidString
    try folder.write(data, named: name)
    written.append(name)
    return name
  }

  private func leaveMark() throws {
    guard !isMarked else { return }
    try folder.prepare()
    try folder.write(Data(), named: mark)
    isMarked = true
    try folder.sync()
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

  private func vanished(
    _ name: String, _ property: PropertyLayout, _ layout: EntityLayout
  ) -> ObjectGraphError {
    ObjectGraphError(
      .persistentStoreSave,
      "the data of \(layout.name).\(property.name) is not there any more: it was in the file \(name)",
      repair: "set \(property.name) anew, or to nil", entityName: layout.name, key: property.name)
  }
}
