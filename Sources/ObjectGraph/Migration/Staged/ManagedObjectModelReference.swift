import Foundation
import ObjectModel

/// A version of a model that is read when a migration comes to it, and must then have the checksum that
/// it is known by.
public final class ManagedObjectModelReference: Sendable {
  private enum Source: Sendable {
    case model(ManagedObjectModel)
    case file(URL)
  }

  private let source: Source

  /// The version checksum of the model; see `ManagedObjectModel.versionChecksum`.
  public let versionChecksum: String

  /// - Parameter versionChecksum: what the model must have; nil for whatever it has.
  public init(model: ManagedObjectModel, versionChecksum: String? = nil) {
    source = .model(model)
    self.versionChecksum = versionChecksum ?? model.versionChecksum
  }

  /// - Parameter url: a file or folder as `ManagedObjectModel(contentsOf:)` reads it.
  public init(fileURL url: URL, versionChecksum: String) {
    source = .file(url)
    self.versionChecksum = versionChecksum
  }

  /// The model.
  ///
  /// - Throws: code 134504 when it cannot be read or has another checksum.
  public func resolvedModel() throws -> ManagedObjectModel {
    let model: ManagedObjectModel
    switch source {
    case .model(let known): model = known
    case .file(let url):
      do {
        model = try ManagedObjectModel(contentsOf: url)
      } catch {
        throw ObjectGraphError(
          .stagedMigrationModelNotFound,
          "a model of the migration's stages cannot be read: \(error)",
          repair: "check the path")
      }
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
