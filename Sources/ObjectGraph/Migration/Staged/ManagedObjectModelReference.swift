import Foundation
import ObjectModel

/// A version of a model that is read only when a migration needs it, and is then checked against
/// its version checksum.
public final class ManagedObjectModelReference: Sendable {
  private let read: @Sendable () throws -> ManagedObjectModel

  /// The version checksum of the model; see `ManagedObjectModel.versionChecksum`.
  public let versionChecksum: String

  /// - Parameter versionChecksum: the checksum that the model must have; nil to accept any.
  public init(model: ManagedObjectModel, versionChecksum: String? = nil) {
    read = { model }
    self.versionChecksum = versionChecksum ?? model.versionChecksum
  }

  /// - Parameter url: a file or folder that `ManagedObjectModel(contentsOf:)` can read.
  public init(fileURL url: URL, versionChecksum: String) {
    read = { try ManagedObjectModel(contentsOf: url) }
    self.versionChecksum = versionChecksum
  }

  /// Reads the model.
  ///
  /// - Throws: code 134504 if it cannot be read or has another checksum.
  public func resolvedModel() throws -> ManagedObjectModel {
    let model: ManagedObjectModel
    do {
      model = try read()
    } catch {
      throw ObjectGraphError(
        .stagedMigrationModelNotFound,
        "a model of the migration's stages cannot be read: \(error)", repair: "check the path")
    }
    guard model.versionChecksum == versionChecksum else {
      throw ObjectGraphError(
        .stagedMigrationModelNotFound,
        "a model of the migration's stages has the version checksum \(model.versionChecksum), not "
          + versionChecksum, repair: "refer to the model that has this checksum")
    }
    return model
  }
}
