import ObjectModel
import ObjectStore

/// Finds all conflicts of a save, given the one that a store reported.
struct ConflictFinder {
  private let error: ObjectGraphError
  private var merges: [MergeConflict] = []
  private var constraints: [ConstraintConflict] = []

  /// - Parameter chain: from the context that saves to the one nearest the store.
  /// - Throws: errors of the store.
  init(_ chain: [ManagedObjectContext], error: ObjectGraphError) throws {
    let isAboutRows = error.code == .managedObjectMerge
    var found = error.details[.conflictList] ?? []
    // Check changed rows before constraints: their current values may resolve or cause a violation.
    // A save does not reach the stores that follow the first one with a conflict.
    if !isAboutRows || chain[0].coordinator.persistentStores.count > 1 {
      // A key identifies its store, but each root entity counts keys separately.
      let known = Set(found.map { RowPlace($0.layout, $0.key) })
      found += try Self.staleRows(of: chain).filter { !known.contains(RowPlace($0.layout, $0.key)) }
    }
    var error = error
    if isAboutRows {
      error.details[.conflictList] = found
    } else if let first = found.first, let store = chain[0].storeIdentity(ofKey: first.key) {
      error = .conflict(found, in: store)
    } else {
      constraints = try UniquenessSurvey(chain, error: error).conflicts()
    }
    self.error = error
    merges = Self.conflicts(about: found, in: chain, cause: error)
  }

  var isEmpty: Bool { merges.isEmpty && constraints.isEmpty }

  /// The list that is passed to a merge policy.
  var list: [Any] { merges + constraints }

  /// The error with all conflicts as values.
  var described: ObjectGraphError {
    if !merges.isEmpty { return MergeConflict.error(for: merges) }
    return constraints.isEmpty ? error : ConstraintConflict.error(for: constraints)
  }

  private static func conflicts(
    about found: [StoreConflict], in chain: [ManagedObjectContext], cause: ObjectGraphError
  ) -> [MergeConflict] {
    let coordinator = chain[0].coordinator
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
      return MergeConflict(levels: levels, conflict: conflict, cached: cached, cause: cause)
    }
  }

  /// The rows of changed saved objects that have changed in the store since they were read.
  private static func staleRows(of chain: [ManagedObjectContext]) throws -> [StoreConflict] {
    var expected: [Int: [Int64: (layout: EntityLayout, version: Int64)]] = [:]
    for context in chain.reversed() {
      context.tracker.changes.visit { object in
        let root = object.layout.rootNumber
        guard object.key > 0, !object.isInserted, object.row != nil,
          !object.state.isDeletedInStore, expected[root]?[object.key] == nil
        else { return }
        expected[root, default: [:]][object.key] = (object.layout, object.knownVersion)
      }
    }
    return try expected.sorted { $0.key < $1.key }.flatMap { root, known -> [StoreConflict] in
      let rows = try chain[0].coordinator.rows(
        keys: known.keys.sorted(), root: chain[0].model[root], maximumAge: 0)
      let byKey = Dictionary(firstOf: rows.map { ($0.key, $0) })
      return known.sorted { $0.key < $1.key }.compactMap { key, one in
        guard byKey[key]?.version != one.version else { return nil }
        return StoreConflict(
          layout: one.layout, key: key, expectedVersion: one.version, persisted: byKey[key])
      }
    }
  }
}
