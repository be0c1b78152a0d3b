import Foundation
import ObjectModel

/// Carries out the migration steps that need a mapping model, object by object.
///
/// The module above implements this, and sets it on a description along with the mapping models.
package protocol MappedMigration: Sendable {
  /// The mapping model for a step; nil if there is none, so that it must be inferred.
  ///
  /// - Throws: problems with the mapping models, for example if several fit.
  func mapping(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) throws -> MappingModel?

  /// Checks that each mapping model is for some step between the versions.
  ///
  /// - Throws: code 134110 listing those that are for none, and why they do not fit one of the
  ///   steps.
  func checkUse(between versions: [ManagedObjectModel], steps: [ModelDifference]) throws

  /// Copies the objects of one store into another, empty one.
  ///
  /// - Returns: the objects that no mapping migrates.
  func migrate(_ step: MappedStep) throws -> [OmittedObjects]
}

/// The objects of an entity that a mapping model's filters leave out.
package struct OmittedObjects: Sendable {
  package let entityName: String
  package let count: Int
  /// The keys of the first objects, at most `MigrationReport.greatestObjectCount`.
  package let keys: [Int64]

  package init(entityName: String, count: Int, keys: [Int64]) {
    (self.entityName, self.count, self.keys) = (entityName, count, keys)
  }
}

/// Migrates a store to a version of its model in stages, between which the application can work on
/// it.
package protocol StagedMigration: Sendable {
  func migrate(_ settings: StoreSettings, to model: ManagedObjectModel) throws
}

/// A migration step with a mapping model.
package struct MappedStep: Sendable {
  package let mapping: MappingModel
  package let sourceModel: ManagedObjectModel
  package let destinationModel: ManagedObjectModel
  package let sourceURL: URL
  package let destinationURL: URL
  package let configuration: String?
  /// Called with the completed fraction of this step; throws to cancel it.
  package let progress: @Sendable (Double) throws -> Void
}
