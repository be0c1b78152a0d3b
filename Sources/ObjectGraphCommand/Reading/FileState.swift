import Foundation

/// What tells whether a file was changed.
struct FileState: Equatable {
  private let path: String
  private let size: Int?
  private let modified: Date?
  private let number: Int?

  init(_ path: String) {
    self.path = path
    let facts = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    size = facts?[.size] as? Int
    modified = facts?[.modificationDate] as? Date
    number = facts?[.systemFileNumber] as? Int
  }

  /// Whether the file differs from what it was.
  var isChanged: Bool { FileState(path) != self }
}
