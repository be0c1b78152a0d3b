import Foundation
import ObjectModel
import ObjectStore

/// Validates the objects that a migration created.
struct MigrationValidation {
  private let context: ManagedObjectContext

  /// The roots of hierarchies with rules, and the greatest key of each before the migration.
  private let formerKeys: [(root: EntityLayout, key: Int64)]

  private static let batchSize = 500

  /// How many objects an error lists.
  private static let greatestCount = 100

  /// - Parameter context: the destination's context, before anything is created.
  init(of context: ManagedObjectContext) throws {
    self.context = context
    let entities = context.model.entities
    let roots = entities.filter { root in
      root.rootNumber == root.number
        && entities[(root.number - 1)..<root.lastNumber].contains {
          !$0.validatedProperties.isEmpty || !$0.composites.isEmpty
        }
    }
    formerKeys = try roots.map { root in
      (root, try context.contextParent.keys(for: FetchPlan(layout: root)).keys.max() ?? 0)
    }
  }

  /// - Parameters:
  ///   - origin: returns the source object of an object and the mapping that created it; called
  ///     only for objects that are not valid.
  ///   - didCheck: called for each object; an error that it throws ends the check.
  /// - Throws: code 134110 listing the problem with each object.
  func check(
    origin: (ManagedObject) throws -> (source: ManagedObjectID, mapping: EntityMapping)?,
    didCheck: () throws -> Void
  ) throws {
    var problems: [ObjectGraphError] = []
    var count = 0
    for (root, former) in formerKeys {
      let keys = try context.contextParent.keys(for: FetchPlan(layout: root)).keys
        .filter { $0 > former }
      for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
        for object in try objects(keys[start..<min(start + Self.batchSize, keys.count)], root) {
          try didCheck()
          do {
            try ObjectValidator(object: object).validateValues()
          } catch {
            count += 1
            guard problems.count < Self.greatestCount else { continue }
            problems.append(Self.problem(error, with: object, try origin(object)))
          }
        }
      }
    }
    guard count > 0 else { return }
    throw ObjectGraphError(
      .migration,
      count == 1
        ? "a migrated object is not valid: \(problems.first?.message ?? "")"
        : "\(count) migrated objects are not valid",
      repair: "change their values in the mapping or a policy, or exclude them with a filter",
      underlyingErrors: problems)
  }

  /// Reads objects along with everything that is validated.
  private func objects(_ keys: ArraySlice<Int64>, _ root: EntityLayout) throws -> [ManagedObject] {
    let rows = try context.contextParent.rows(keys: Array(keys), root: root)
    let objects = context.objects(for: rows)
    for (number, objects) in Dictionary(grouping: objects, by: { $0.layout.number }) {
      let layout = context.model[number]
      let names = layout.validatedProperties.filter(\.isToMany).map(\.name)
      let steps = try PrefetchStep.steps(of: names, from: layout, in: context.model)
      _ = try context.prefetch(steps, for: objects)
    }
    for object in objects { try object.fireFault(forKey: nil) }
    return objects
  }

  /// Reports the error for the source object, because the new object will be discarded.
  private static func problem(
    _ error: any Error, with object: ManagedObject,
    _ origin: (source: ManagedObjectID, mapping: EntityMapping)?
  ) -> ObjectGraphError {
    var error = ObjectGraphError(error, otherwise: .managedObjectValidation)
    error.entityName = object.layout.name
    guard let (source, mapping) = origin else { return error }
    error.objectID = source
    error.message +=
      ", in what the mapping \(mapping.name) made from "
      + source.uriRepresentation().absoluteString
    return error
  }
}
