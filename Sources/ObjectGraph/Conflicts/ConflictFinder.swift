import ObjectModel
import ObjectStore

/// Finds everything that stands against a save, for the one thing that a store named.
struct ConflictFinder {
  /// From the context that saves to the one nearest the store.
  private let chain: [ManagedObjectContext]
  private let error: ObjectGraphError
  private var merges: [MergeConflict] = []
  private var constraints: [ConstraintConflict] = []

  /// - Throws: what the store reports.
  init(_ chain: [ManagedObjectContext], error: ObjectGraphError) throws {
    self.chain = chain
    guard error.code == .managedObjectConstraintMerge else {
      self.error = try Self.completing(error, of: chain)
      merges = mergeConflicts()
      return
    }
    // Rows that changed come first: what they hold now may settle or bring about a violation.
    if let stale = try Self.staleness(of: chain) {
      self.error = stale
      merges = mergeConflicts()
    } else {
      self.error = error
      constraints = try UniquenessSurvey(chain, error: error).conflicts()
    }
  }

  var isEmpty: Bool { merges.isEmpty && constraints.isEmpty }

  /// What a merge policy is given.
  var list: [Any] { merges + constraints }

  /// The error with all conflicts as values.
  var described: ObjectGraphError {
    if !merges.isEmpty { return MergeConflict.error(for: merges) }
    return constraints.isEmpty ? error : ConstraintConflict.error(for: constraints)
  }

  private func mergeConflicts() -> [MergeConflict] {
    guard let coordinator = chain.first?.coordinator else { return [] }
    let found = error.details[ObjectGraphError.conflictListKey] as? [StoreConflict] ?? []
    // What is read from now on is what is there now.
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

  /// A store's refusal, with the conflicts in the other stores that a save did not come to.
  private static func completing(
    _ error: ObjectGraphError, of chain: [ManagedObjectContext]
  ) throws -> ObjectGraphError {
    guard let coordinator = chain.first?.coordinator, coordinator.persistentStores.count > 1,
      let found = error.details[ObjectGraphError.conflictListKey] as? [StoreConflict],
      let stale = try staleness(of: chain)?.details[ObjectGraphError.conflictListKey]
        as? [StoreConflict]
    else { return error }
    // A key says which store it is of; roots count keys by themselves.
    let known = Set(found.map { RowPlace($0.layout, $0.key) })
    let others = stale.filter { !known.contains(RowPlace($0.layout, $0.key)) }
    var error = error
    error.details[ObjectGraphError.conflictListKey] = found + others
    return error
  }

  /// The error of saved objects whose rows are not as they were read, or nil when all are.
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
