import ObjectModel
import ObjectStore

/// Finds all conflicts of a save, given the one that a store reported.
struct ConflictFinder {
  /// From the context that saves to the one nearest the store.
  private let chain: [ManagedObjectContext]
  private let error: ObjectGraphError
  private var merges: [MergeConflict] = []
  private var constraints: [ConstraintConflict] = []

  /// - Throws: errors of the store.
  init(_ chain: [ManagedObjectContext], error: ObjectGraphError) throws {
    self.chain = chain
    guard error.code == .managedObjectConstraintMerge else {
      self.error = try Self.completing(error, of: chain)
      merges = mergeConflicts()
      return
    }
    // Check changed rows first: their current values may resolve or cause a violation.
    if let stale = try Self.staleness(of: chain) {
      self.error = stale
      merges = mergeConflicts()
    } else {
      self.error = error
      constraints = try UniquenessSurvey(chain, error: error).conflicts()
    }
  }

  var isEmpty: Bool { merges.isEmpty && constraints.isEmpty }

  /// The list that is passed to a merge policy.
  var list: [Any] { merges + constraints }

  /// The error with all conflicts as values.
  var described: ObjectGraphError {
    if !merges.isEmpty { return MergeConflict.error(for: merges) }
    return constraints.isEmpty ? error : ConstraintConflict.error(for: constraints)
  }

  private func mergeConflicts() -> [MergeConflict] {
    guard let coordinator = chain.first?.coordinator else { return [] }
    let found = error.details[ObjectGraphError.conflictListKey] as? [StoreConflict] ?? []
    // Read current data from now on.
    defer { coordinator.readAgain(found) }
    return found.compactMap { conflict in
      let root = conflict.layout.rootNumber
      let levels = chain.reversed().compactMap { context in
        context.registered(key: conflict.key, root: root).flatMap { object in
          object.hasChanges || context.isWatched(object) ? object : nil
        }
      }
      let cached = coordinator.cachedRow(key: conflict.key, root: root)
      guard !levels.isEmpty else { return nil }
      return MergeConflict(levels: levels, conflict: conflict, cached: cached, cause: error)
    }
  }

  /// Adds the conflicts in other stores, which the save did not reach, to a store's error.
  private static func completing(
    _ error: ObjectGraphError, of chain: [ManagedObjectContext]
  ) throws -> ObjectGraphError {
    guard let coordinator = chain.first?.coordinator, coordinator.persistentStores.count > 1,
      let found = error.details[ObjectGraphError.conflictListKey] as? [StoreConflict],
      let stale = try staleness(of: chain)?.details[ObjectGraphError.conflictListKey]
        as? [StoreConflict]
    else { return error }
    // A key identifies its store, but each root entity counts keys separately.
    let known = Set(found.map { RowPlace($0.layout, $0.key) })
    let others = stale.filter { !known.contains(RowPlace($0.layout, $0.key)) }
    var error = error
    error.details[ObjectGraphError.conflictListKey] = found + others
    return error
  }

  /// The error for saved objects whose rows have changed since they were read, or nil if none have.
  private static func staleness(of chain: [ManagedObjectContext]) throws -> ObjectGraphError? {
    guard let context = chain.first else { return nil }
    var expected: [Int: [Int64: (object: ManagedObject, version: Int64)]] = [:]
    for context in chain.reversed() {
      context.tracker.changes.visit { object in
        let root = object.layout.rootNumber
        guard object.key > 0, !object.isInserted, object.row != nil,
          !object.state.contains(.settledDeletion), expected[root]?[object.key] == nil
        else { return }
        expected[root, default: [:]][object.key] = (object, object.knownVersion)
      }
    }
    var conflicts: [(object: ManagedObject, conflict: StoreConflict)] = []
    for (root, objects) in expected.sorted(by: { $0.key < $1.key }) {
      let rows = try context.coordinator.rows(
        keys: objects.keys.sorted(), root: context.model[root], maximumAge: 0)
      let byKey = Dictionary(firstOf: rows.map { ($0.key, $0) })
      for (key, known) in objects.sorted(by: { $0.key < $1.key })
      where byKey[key]?.version != known.version {
        conflicts.append(
          (
            known.object,
            StoreConflict(
              layout: known.object.layout, key: key, expectedVersion: known.version,
              persisted: byKey[key])
          ))
      }
    }
    guard let first = conflicts.first, let identity = context.storeIdentity(ofKey: first.object.key)
    else { return nil }
    var error = ObjectGraphError.conflict(conflicts.map(\.conflict), in: identity)
    error.objectID = first.object.objectID
    return error
  }
}
