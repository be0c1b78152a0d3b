import Foundation
import ObjectModel
import ObjectStore

/// Validates the objects that a migration created.
struct MigrationValidation {
  private let context: ManagedObjectContext

  /// The greatest key of each hierarchy before the migration, indexed by the root's number - 1.
  private let formerKeys: [Int64]

  private static let batchSize = 500

  /// How many objects an error lists.
  private static let greatestCount = 100

  /// - Parameter context: the destination's context, before anything is created.
  init(of context: ManagedObjectContext) throws {
    self.context = context
    formerKeys = try context.model.entities.map { entity in
      guard entity.rootNumber == entity.number else { return 0 }
      return try context.contextParent.keys(for: FetchPlan(layout: entity)).keys.max() ?? 0
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
    for root in context.model.entities where root.rootNumber == root.number && needsChecks(root) {
      let former = formerKeys[root.number - 1]
      let keys = try context.contextParent.keys(for: FetchPlan(layout: root)).keys
        .filter { $0 > former }
      for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
        for object in try objects(keys[start..<min(start + Self.batchSize, keys.count)], root) {
          try didCheck()
          guard let error = error(of: object) else { continue }
          count += 1
          if problems.count < Self.greatestCount {
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

  private func needsChecks(_ root: EntityLayout) -> Bool {
    context.model.entities[(root.number - 1)..<root.lastNumber].contains {
      !$0.validatedProperties.isEmpty || !$0.composites.isEmpty
    }
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

  private func error(of object: ManagedObject) -> ObjectGraphError? {
    do {
      try ObjectValidator(object: object).validateValues()
      return nil
    } catch {
      return ObjectGraphError(error, otherwise: .managedObjectValidation)
    }
  }

  /// Reports the error for the source object, because the new object will be discarded.
  private static func problem(
    _ error: ObjectGraphError, with object: ManagedObject,
    _ origin: (source: ManagedObjectID, mapping: EntityMapping)?
  ) -> ObjectGraphError {
    var error = error
    error.entityName = object.layout.name
    guard let (source, mapping) = origin else { return error }
    error.objectID = source
    error.message +=
      ", in what the mapping \(mapping.name) made from "
      + source.uriRepresentation().absoluteString
    return error
  }
}
