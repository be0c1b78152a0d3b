import Foundation
import ObjectModel

/// Carries out the steps of a migration that need a mapping model, object by object.
///
/// The objects are a matter of the module above, which gives a description one of these together with
/// the mapping models.
package protocol MappedMigration: Sendable {
  /// The mapping model for a step; nil where there is none, so that it must be inferred.
  ///
  /// - Throws: what is wrong with the mapping models, such as that several fit.
  func mapping(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) throws -> MappingModel?

  /// Checks that each of the mapping models is for some step between the versions.
  ///
  /// - Throws: code 134110 with those that are for none, and why they do not fit one of the steps.
  func checkUse(between versions: [ManagedObjectModel], steps: [ModelDifference]) throws

  /// Puts the objects of one store into another, which is there and empty.
  ///
  /// - Returns: those that no mapping takes.
  func migrate(_ step: MappedStep) throws -> [OmittedObjects]
}

/// Objects of an entity that the filters of a mapping model leave out.
package struct OmittedObjects: Sendable {
  package let entityName: String
  package let count: Int
  /// The keys of the first ones, at most `MigrationReport.greatestObjectCount`.
  package let keys: [Int64]

  package init(entityName: String, count: Int, keys: [Int64]) {
    (self.entityName, self.count, self.keys) = (entityName, count, keys)
  }
}

/// Brings a store to a version of its model through stages, between which an application works on it.
package protocol StagedMigration: Sendable {
  func migrate(_ settings: StoreSettings, to model: ManagedObjectModel) throws
}

/// A step of a migration by a mapping model.
package struct MappedStep: Sendable {
  package let mapping: MappingModel
  package let sourceModel: ManagedObjectModel
  package let destinationModel: ManagedObjectModel
  package let sourceURL: URL
  package let destinationURL: URL
  package let configuration: String?
  /// Is told what fraction of this step is done; throws to cancel it.
  package let progress: @Sendable (Double) throws -> Void
}
