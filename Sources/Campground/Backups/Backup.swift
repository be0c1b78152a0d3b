import Foundation
import ObjectGraph

/// A copy of a store that was made by `BackupService`.
public struct Backup: Sendable, Hashable {
  /// The file.
  public let url: URL

  /// What it says about itself.
  public let mark: BackupMark

  /// The bytes of the file and of the files beside it that belong to it.
  public let size: Int64

  /// The UUID of the store that it is a copy of.
  public let storeIdentifier: String?

  /// How many files of pictures it lacks, because they were lost in the store.
  public var lackingFiles = 0

  /// The backup in a file.
  ///
  /// - Returns: nil for a file that is no backup.
  /// - Throws: errors of `PersistentStoreCoordinator.metadataForPersistentStore(type:at:)`.
  init?(at url: URL) throws {
    let metadata = try PersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    guard let mark = BackupMark(metadata: metadata) else { return nil }
    self.url = url
    self.mark = mark
    size = PersistentStoreCoordinator.size(ofPersistentStoreAt: url)
    storeIdentifier = metadata["NSStoreUUID"] as? String
  }
}
