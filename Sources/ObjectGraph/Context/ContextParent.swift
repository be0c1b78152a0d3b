import Foundation
import ObjectModel
import ObjectStore

/// Where a context reads from and saves to: a coordinator, as it is now or was at an earlier
/// moment, or another context.
enum ContextParent: Sendable {
  case coordinator(PersistentStoreCoordinator)
  case generation(QueryGeneration)
  case context(ParentLink)

  var isContext: Bool {
    if case .context = self { return true }
    return false
  }

  /// Whether the coordinator's current data is read.
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
    case .context(let parent): parent.read { $0.coordinator }
    }
  }

  static func child(of parent: ContextHandle) -> ContextParent {
    .context(ParentLink(handle: parent))
  }

  /// Looks up the identity of a new object for its temporary reference, in the parent and its
  /// ancestors.
  func findIdentity(of reference: Int64) {
    guard case .context(let parent) = self else { return }
    parent.read { context in
      if !context.identities.knows(reference) { context.contextParent.findIdentity(of: reference) }
      parent.identities.adopt(context.identities.identity(of: reference), of: reference)
    }
  }

  // MARK: Reading

  /// Reads from the stores, at the current or an earlier moment, or from the parent context.
  @inline(__always)
  func ask<Answer>(
    _ stores: (PersistentStoreCoordinator) throws -> Answer,
    _ parent: (ParentLink) throws -> Answer
  ) throws -> Answer {
    switch self {
    case .coordinator(let coordinator): try stores(coordinator)
    case .generation(let generation): try stores(generation.reader())
    case .context(let link): try parent(link)
    }
  }

  func rows(for plan: FetchPlan) throws -> [Row] {
    try ask({ try $0.fetch(plan) }, { try $0.rows { try $0.rowsForChild(plan) } })
  }

  /// The column values that a fetch reads from the store; nil if unsaved changes of a parent have
  /// to be merged with them.
  func values(_ fetch: ValueFetch, withPendingChanges: Bool) throws -> [[AttributeValue]]? {
    try ask(
      { try $0.values(fetch) },
      {
        try $0.read { parent in
          if withPendingChanges, parent.hasChanges(of: fetch.rows) { return nil }
          return try parent.contextParent.values(fetch, withPendingChanges: withPendingChanges)
        }
      })
  }

  func count(_ plan: FetchPlan) throws -> Int {
    try ask({ try $0.count(plan) }, { try $0.read { try $0.countForChild(plan) } })
  }

  func keys(for plan: FetchPlan) throws -> RowKeys {
    try ask({ try $0.keys(for: plan) }, { try $0.keys { try $0.keysForChild(plan) } })
  }

  /// The keys of a plan and the values of a fetch, read at one moment; nil if several stores are
  /// read, or unsaved changes of a parent have to be merged with them.
  func keys(
    for plan: FetchPlan, and fetch: ValueFetch
  ) throws -> (keys: RowKeys, values: [[AttributeValue]])? {
    try ask(
      { try $0.keys(for: plan, and: fetch) },
      {
        try $0.read { parent in
          try !parent.hasChanges(of: plan)
            ? parent.contextParent.keys(for: plan, and: fetch) : nil
        }
      })
  }

  /// The content stamp of a plan's data in the stores; nil if there is none, or if unsaved changes
  /// of a parent have to be merged with the data.
  func contentStamp(of plan: FetchPlan) throws -> ContentStamp? {
    try ask(
      { try $0.contentStamp(of: plan) },
      {
        try $0.read { parent in
          try !parent.hasChanges(of: plan)
            ? parent.contextParent.contentStamp(of: plan) : nil
        }
      })
  }

  /// - Parameter maximumAge: the maximum age in seconds of cached rows that nobody has changed;
  ///   ignored when reading a query generation.
  func rows(keys: [Int64], root: EntityLayout, maximumAge: TimeInterval = -1) throws -> [Row] {
    if case .generation(let generation) = self {
      return try generation.reader().rows(keys: keys, root: root)
    }
    return try ask(
      { try $0.rows(keys: keys, root: root, maximumAge: maximumAge) },
      { try $0.rows { try $0.rowsForChild(keys: keys, root: root, maximumAge: maximumAge) } })
  }

  func row(key: Int64, root: EntityLayout) throws -> Row? {
    try ask(
      { try $0.row(key: key, root: root) },
      { try $0.rows { try $0.rowForChild(key: key, root: root).map { [$0] } ?? [] }.first })
  }

  /// The rows at the other end of a relationship of each source, or nil if unsaved changes of a
  /// parent must be merged with them, one source at a time.
  func destinations(of relationship: PropertyLayout, sources: [Int64]) throws -> [[Row]]? {
    try ask(
      { try $0.destinations(of: relationship, sources: sources) },
      {
        try $0.lists { parent in
          guard parent.tracker.changes.isEmpty else { return nil }
          return try parent.contextParent.destinations(of: relationship, sources: sources)
        }
      })
  }

  /// - Parameter entityNumber: the number of the source's own entity.
  func destinations(
    of relationship: PropertyLayout, source: Int64, entityNumber: Int
  ) throws -> [Row] {
    try ask(
      { try $0.destinations(of: relationship, source: source) },
      {
        try $0.rows {
          try $0.destinationsForChild(of: relationship, source: source, entityNumber: entityNumber)
        }
      })
  }
}
