import Foundation
import ObjectModel

/// The steps from the version that created a store to the one that it is opened with.
struct MigrationPlan {
  let source: ManagedObjectModel
  let destination: ManagedObjectModel
  let steps: [PlannedStep]

  /// - Parameters:
  ///   - settings: the known versions and mapping models.
  ///   - isExplicit: whether the destination was requested explicitly, even if it is older.
  /// - Throws: code 134130 for a store whose version is not known to be older, 134140 if a step
  ///   needs a mapping model that is missing, 134190 if none can be inferred.
  init(
    from source: ManagedObjectModel, to destination: ManagedObjectModel,
    _ settings: MigrationSettings, isExplicit: Bool, path: String
  ) throws {
    self.source = source
    self.destination = destination
    var chain = settings.versions
    if !chain.contains(where: { $0.isSameVersion(as: destination) }) { chain.append(destination) }
    let start = chain.firstIndex { $0.isSameVersion(as: source) }
    let end = chain.firstIndex { $0.isSameVersion(as: destination) } ?? chain.count - 1
    if let start, start < end {
      steps = try Self.steps(through: [source] + chain[(start + 1)..<end] + [destination], settings)
    } else {
      steps = [try Self.step(from: source, to: destination, settings)]
    }
    // A mistake in a mapping model must not fall back to an inferred mapping, which could lose data
    // that the mapping model was meant to keep.
    try settings.mapper?.checkUse(
      between: start == nil ? [source] + chain : chain,
      steps: steps.filter { !$0.isMapped }.map(\.difference))
    if let start, start < end { return }
    if isExplicit { return }
    guard start == nil, settings.versions.isEmpty, !steps[0].losesAnything else {
      throw Self.isNotOlder(source, path, steps[0])
    }
  }

  private static func steps(
    through chain: [ManagedObjectModel], _ settings: MigrationSettings
  ) throws -> [PlannedStep] {
    // A mapping model for the whole way takes precedence over the individual steps.
    if chain.count > 2, let whole = try mapped(from: chain[0], to: chain[chain.count - 1], settings)
    {
      return [whole]
    }
    return try zip(chain, chain.dropFirst()).map { try step(from: $0, to: $1, settings) }
  }

  private static func step(
    from source: ManagedObjectModel, to destination: ManagedObjectModel,
    _ settings: MigrationSettings
  ) throws -> PlannedStep {
    if let mapped = try mapped(from: source, to: destination, settings) { return mapped }
    guard settings.infersMapping else {
      throw ObjectGraphError(
        .migrationMissingMappingModel,
        "there is no mapping model from \(source.versionTitle) to \(destination.versionTitle)",
        repair: "add one to mappingModels, or set shouldInferMappingModelAutomatically")
    }
    return .inferred(try ModelDifference(from: source, to: destination).checked())
  }

  private static func mapped(
    from source: ManagedObjectModel, to destination: ManagedObjectModel,
    _ settings: MigrationSettings
  ) throws -> PlannedStep? {
    guard let mapper = settings.mapper,
      let mapping = try mapper.mapping(from: source, to: destination)
    else { return nil }
    return .mapped(mapping, ModelDifference(from: source, to: destination), mapper)
  }

  private static func isNotOlder(
    _ source: ManagedObjectModel, _ path: String, _ step: PlannedStep
  ) -> ObjectGraphError {
    let lost = step.difference.losses.map { "\($0)" }
    let what = lost.isEmpty ? "" : "; migrating it would drop \(lost.joined(separator: ", "))"
    return ObjectGraphError(
      .migrationMissingSourceModel,
      "the store \(path) was made with \(source.versionTitle), which is not known to be older than the "
        + "model it is opened with\(what)",
      repair: "open it with the newest version of the program, or list that version among the "
        + "modelVersions of the store's description", details: .init(.filePath, path))
  }
}

/// One step of a migration.
enum PlannedStep {
  /// Copies rows by SQL.
  case inferred(ModelDifference)
  /// Creates objects from objects, following a mapping model.
  case mapped(MappingModel, ModelDifference, any MappedMigration)

  var difference: ModelDifference {
    switch self {
    case .inferred(let difference), .mapped(_, let difference, _): difference
    }
  }

  var isMapped: Bool { if case .mapped = self { true } else { false } }

  var losesAnything: Bool { !difference.losses.isEmpty }
}

extension ModelDifference {
  /// What the newer version cannot keep: entities and properties that it lacks, as `Note` or
  /// `Note.image`, and the order or the references of relationships.
  var losses: [String] {
    entities.flatMap { entity -> [String] in
      guard let source = entity.source, !source.isAbstract, let name = source.name else {
        return []
      }
      if entity.destination == nil { return [name] }
      return entity.properties.flatMap(\.leaves).compactMap(\.lost).map { "\(name).\($0.keyPath)" }
        + entity.properties.flatMap { property -> [String] in
          guard let former = property.source as? RelationshipDescription,
            let present = property.destination as? RelationshipDescription
          else { return [] }
          let place = "\(name).\(former.name)"
          // A removed entity is named by itself.
          let left = entities(leftBy: former, as: present).filter { destination(of: $0) != nil }
          return (former.isOrdered && !present.isOrdered ? ["the order of \(place)"] : [])
            + left.compactMap(\.name).map { "references of \(place) to \($0)" }
        }
    }
  }
}
