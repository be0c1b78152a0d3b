import Foundation
import ObjectModel

/// How a fetch or a count would be executed, and how to make it cheaper.
///
///     print(try context.explain(request))
///
/// The description is formatted for reading. Nothing is fetched.
public struct FetchExplanation: Sendable {
  /// The entity to fetch.
  public let entityName: String

  /// Whether the objects are only counted.
  public let isCount: Bool

  /// The number of new, changed and deleted objects of the context and its parents that are merged
  /// with the stores' results. If there are any, a count also fetches.
  public internal(set) var pendingObjectCount = 0

  /// The number of objects read at a time by separate statements, after the statement here has
  /// found their keys; 0 if it reads them itself.
  public package(set) var batchSize = 0

  /// The key paths of prefetched relationships: one statement for each step, and another for each
  /// join table.
  public package(set) var prefetchedKeyPaths: [String] = []

  /// The stores that are queried, each separately.
  public let stores: [Store]

  /// The part of the fetch in one store.
  public struct Store: Sendable {
    /// The store's location.
    public let url: URL

    /// The kind of store.
    public let type: StoreType

    /// The statement, with a `?` for each parameter.
    public let sql: String

    /// The values of the parameters, in order.
    public let bindings: [SQLParameter]

    /// SQLite's plan for the statement.
    public let queryPlan: QueryPlan

    /// How each table is read, in the order of the plan.
    public let tables: [TableAccess]

    /// Possible improvements.
    public let warnings: [Warning]
  }

  /// The statement of the first store.
  public var sql: String? { stores.first?.sql }

  /// Possible improvements, for all stores.
  public var warnings: [Warning] {
    stores.reduce(into: []) { all, store in all += store.warnings.filter { !all.contains($0) } }
  }

  /// The same explanation, with unsaved objects merged.
  package func overlaid(count: Int, isCount: Bool) -> FetchExplanation {
    var copy = FetchExplanation(entityName: entityName, isCount: isCount, stores: stores)
    copy.pendingObjectCount = pendingObjectCount + count
    return copy
  }
}

extension FetchExplanation {
  /// A possible improvement of a fetch.
  public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// The subject of a warning.
    public enum Kind: Sendable, Hashable, CaseIterable {
      /// A whole table is read, although an index could find the rows.
      case fullScan
      /// No index can be used for a term of the predicate.
      case unindexableTerm
      /// An expensive term precedes a cheap one.
      case expensiveTermFirst
      /// All rows are sorted, because no index has that order.
      case unindexedSort
      /// Many rows are found only to be skipped.
      case largeOffset
      /// A search scans all values, because the store has no search index.
      case missingSearchIndex
    }

    /// What the warning is about.
    public let kind: Kind

    /// The problem.
    public let message: String

    /// The advice.
    public let hint: String

    /// The index that would help; nil if none would.
    public internal(set) var index: FetchIndexDescription?

    /// The entity to which to add the index; nil without one.
    public internal(set) var entityName: String?

    public var description: String { "\(message)\nhint: \(hint)" }
  }
}

extension FetchExplanation: CustomStringConvertible {
  public var description: String {
    var lines = ["\(isCount ? "count" : "fetch") of \(entityName)"]
    if pendingObjectCount > 0 {
      lines.append(
        "unsaved: \(pendingObjectCount.text(of: "changed object")) merged with the store's results")
    }
    if batchSize > 0 {
      lines.append("rows: read later, up to \(batchSize) in a statement")
    }
    if !prefetchedKeyPaths.isEmpty {
      lines.append("read along: \(prefetchedKeyPaths.joined(separator: ", "))")
    }
    if stores.isEmpty { lines.append("no store holds the entity") }
    for store in stores { lines += store.lines }
    for warning in warnings {
      lines.append("warning: \(warning.message)")
      lines.append("   hint: \(warning.hint)")
    }
    return lines.joined(separator: "\n")
  }
}

extension FetchExplanation.Store {
  fileprivate var lines: [String] {
    let name = type.isInMemory(at: url) ? StoreType.nameInMemory : url.lastPathComponent
    var lines = ["store: \(name)", "  \(sql)"]
    for (index, value) in bindings.enumerated() {
      lines.append("  ?\(index + 1) = \(value) (\(value.typeName))")
    }
    lines.append("plan:")
    lines += queryPlan.lines.map { "  \($0)" }
    lines.append("tables:")
    lines += tables.map { "  \($0)" }
    return lines
  }
}
