import Foundation
import ObjectModel
import SQLite

/// Compares the stores before and after a migration step.
struct StepSurvey {
  private let step: PlannedStep
  private let old: SurveyedStore
  private let new: SurveyedStore
  private let omitted: [OmittedObjects]

  /// - Parameters:
  ///   - omitted: the objects that the mapping model leaves out.
  ///   - identifier: the UUID of the store being migrated, for the URIs of its objects; nil if the
  ///     step's old objects are not those of the store.
  init(
    _ step: PlannedStep, from path: String, to newPath: String, omitted: [OmittedObjects],
    identifier: String?, _ interruption: @escaping () -> Bool
  ) throws {
    self.step = step
    self.omitted = omitted
    old = try SurveyedStore(path, step.difference.source, identifier, interruption)
    new = try SurveyedStore(newPath, step.difference.destination, identifier, interruption)
  }

  func report() throws -> MigrationReport.Step {
    let difference = step.difference
    return MigrationReport.Step(
      source: difference.source.versionTitle, destination: difference.destination.versionTitle,
      isMapped: step.isMapped, entities: try entities(),
      lostValues: try difference.entities.flatMap(lostValues) + omitted.compactMap(old.finding),
      brokenRules: try difference.entities.flatMap(brokenRules))
  }

  private func entities() throws -> [MigrationReport.Entity] {
    let (oldCounts, newCounts) = (try old.counts(), try new.counts())
    return step.difference.entities.compactMap { change in
      // An abstract entity has no objects of its own.
      if change.destination?.isAbstract ?? change.source?.isAbstract ?? true { return nil }
      let action: MigrationReport.Entity.Action =
        switch change.kind {
        case .added: .added
        case .removed: .dropped
        case .unchanged: step.isMapped ? .transformed : .copied
        case .changed: .transformed
        }
      return MigrationReport.Entity(
        source: change.source?.name, destination: change.destination?.name, action: action,
        oldCount: change.source?.name.flatMap { oldCounts[$0] } ?? 0,
        newCount: change.destination?.name.flatMap { newCounts[$0] } ?? 0)
    }
  }

  private func lostValues(_ change: EntityChange) throws -> [MigrationReport.Finding] {
    guard let source = change.source, !source.isAbstract else { return [] }
    if case .mapped(let mapping, _, _) = step {
      return try lostValues(of: source, mapping)
    }
    guard change.destination != nil else { return try old.objects(of: source).map { [$0] } ?? [] }
    return try change.properties.flatMap(\.leaves).flatMap { property in
      if let lost = property.lost { return [try old.values(of: lost, in: source)] }
      guard let former = property.source as? RelationshipDescription,
        let present = property.destination as? RelationshipDescription
      else { return [] }
      let left = step.difference.entities(leftBy: former, as: present)
      return [
        try left.isEmpty ? nil : old.references(of: former, to: left, in: source),
        try former.isOrdered && !present.isOrdered && present.isToMany
          ? old.orders(of: former, in: source) : nil,
      ]
    }.compactMap { $0 }
  }

  /// The attributes to which no expression of a mapping model refers; entities with custom policies
  /// are not checked.
  private func lostValues(
    of source: EntityDescription, _ mapping: MappingModel
  ) throws -> [MigrationReport.Finding] {
    let mappings = try mapping.completed(
      from: step.difference.source, to: step.difference.destination
    ).entityMappings.filter { $0.sourceEntityName == source.name && $0.mappingType != .remove }
    guard !mappings.isEmpty else { return try old.objects(of: source).map { [$0] } ?? [] }
    guard mappings.allSatisfy({ $0.entityMigrationPolicyClassName == nil }) else { return [] }
    let expressions = mappings.flatMap { $0.attributeMappings + $0.relationshipMappings }
      .compactMap(\.valueExpression)
    let named = Set(expressions.flatMap(\.node.variables))
    return try source.attributesByName.values.sorted { $0.name < $1.name }.compactMap {
      named.contains("source.\($0.name)") ? nil : try old.values(of: $0, in: source)
    }
  }

  private func brokenRules(_ change: EntityChange) throws -> [MigrationReport.Finding] {
    guard let destination = change.destination, !destination.isAbstract else { return [] }
    return try change.properties.flatMap { property -> [MigrationReport.Finding] in
      guard let property = property.destination else { return [] }
      let missing =
        property.isOptional ? nil : try new.missingValues(of: property, in: destination)
      return try [missing].compactMap { $0 } + new.refusedValues(of: property, in: destination)
        + new.refusedCounts(of: property, in: destination)
    }
  }
}
