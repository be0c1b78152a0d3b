import Foundation
import ObjectModel
import ObjectStore

/// Where a context reads from and saves to: a coordinator, now or at an earlier moment, or another
/// context.
enum ContextParent: Sendable {
  case coordinator(PersistentStoreCoordinator)
  case generation(QueryGeneration)
  case context(ContextHandle)

  var isContext: Bool {
    if case .context = self { return true }
    return false
  }

  /// Whether what a coordinator has is read as it is now.
  var readsNewest: Bool {
    switch self {
    case .coordinator: true
    case .generation(let generation): !generation.isPinned
    case .context: false
    }
  }

  /// The coordinator at the end of the chain.
  var coordinator: PersistentStoreCoordinator {
    switch self {
    case .coordinator(let coordinator): coordinator
    case .generation(let generation): generation.coordinator
    case .context(let handle): handle.read { $0.coordinator }
    }
  }

  /// Lets the parent keep the key that an unsaved object will get, for a child that knows it.
  func keepKeyForChildren(key: Int64, root: Int) {
    guard case .context(let handle) = self else { return }
    handle.read { $0.keepKeyForChildren(key: key, root: root) }
  }

  func rows(for plan: FetchPlan) throws -> [Row] {
    switch self {
    case .coordinator(let coordinator): try coordinator.fetch(plan)
    case .generation(let generation): try generation.reader().fetch(plan)
    case .context(let handle): try handle.read { try $0.rowsForChild(plan) }
    }
  }

  /// The values of the columns of a fetch in the store; nil where unsaved changes of a parent
  /// have to be laid over them.
  func values(_ fetch: ValueFetch, withPendingChanges: Bool) throws -> [[AttributeValue]]? {
    switch self {
    case .coordinator(let coordinator): try coordinator.values(fetch)
    case .generation(let generation): try generation.reader().values(fetch)
    case .context(let handle):
      try handle.read { parent in
        if withPendingChanges, !parent.changedObjects(of: fetch.rows).isEmpty { return nil }
        return try parent.contextParent.values(fetch, withPendingChanges: withPendingChanges)
      }
    }
  }

  func count(_ plan: FetchPlan) throws -> Int {
    switch self {
    case .coordinator(let coordinator): try coordinator.count(plan)
    case .generation(let generation): try generation.reader().count(plan)
    case .context(let handle): try handle.read { try $0.countForChild(plan) }
    }
  }

  /// - Parameter maximumAge: how many seconds ago a row that nobody changed may have been read.
  func rows(
    keys: [Int64], root: EntityLayout, maximumAge: TimeInterval = -1
  ) throws -> [Row] {
    switch self {
    case .coordinator(let coordinator):
      try coordinator.rows(keys: keys, root: root, maximumAge: maximumAge)
    case .generation(let generation): try generation.reader().rows(keys: keys, root: root)
    case .context(let handle):
      try handle.read {
        try $0.rowsForChild(keys: keys, root: root, maximumAge: maximumAge)
      }
    }
  }

  /// The rows at the other end of a relationship of each source, or nil where unsaved changes of a
  /// parent must be laid over them, one source at a time.
  func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]]? {
    switch self {
    case .coordinator(let coordinator):
      try coordinator.destinations(of: relationship, sources: sources)
    case .generation(let generation):
      try generation.reader().destinations(of: relationship, sources: sources)
    case .context(let handle):
      try handle.read {
        guard $0.tracker.changes.isEmpty else { return nil }
        return try $0.contextParent.destinations(of: relationship, sources: sources)
      }
    }
  }

  func row(key: Int64, root: EntityLayout) throws -> Row? {
    switch self {
    case .coordinator(let coordinator): try coordinator.row(key: key, root: root)
    case .generation(let generation): try generation.reader().row(key: key, root: root)
    case .context(let handle):
      try handle.read { try $0.rowForChild(key: key, root: root) }
    }
  }

  /// - Parameter entityNumber: that of the source's own entity.
  func destinations(
    of relationship: PropertyLayout, source: Int64, entityNumber: Int
  ) throws -> [Row] {
    switch self {
    case .coordinator(let coordinator):
      try coordinator.destinations(of: relationship, source: source)
    case .generation(let generation):
      try generation.reader().destinations(of: relationship, source: source)
    case .context(let handle):
      try handle.read {
        try $0.destinationsForChild(
          of: relationship, source: source, entityNumber: entityNumber)
      }
    }
  }
}
