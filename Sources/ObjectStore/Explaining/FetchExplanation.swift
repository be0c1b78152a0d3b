import Foundation
import ObjectModel

/// How a fetch or a count would be carried out, and what could make it cheaper.
///
///     print(try context.explain(request))
///
/// Its description is a page for people. Nothing is fetched for it.
public struct FetchExplanation: Sendable {
  /// The entity that is asked for.
  public let entityName: String

  /// Whether the objects are to be counted only.
  public let isCount: Bool

  /// How many new, changed and deleted objects of the context and of its parents are laid over what
  /// the stores give. With any, a count fetches too.
  public internal(set) var pendingObjectCount = 0

  /// How many objects are read at a time, by statements of their own, after the statement here has
  /// found which ones there are; 0 where it reads them as well.
  public package(set) var batchSize = 0

  /// The relationships that are read along, by their key paths: one statement for each step, and
  /// another where a join table lies between.
  public package(set) var prefetchedKeyPaths: [String] = []

  /// The stores that are asked, each by itself.
  public let stores: [Store]

  /// What one store does.
  public struct Store: Sendable {
    /// Where the store is.
    public let url: URL

    /// The kind of store.
    public let type: StoreType

    /// The statement that it runs, with a `?` for each parameter.
    public let sql: String

    /// The parameters' values in their order.
    public let bindings: [SQLParameter]

    /// How SQLite carries the statement out.
    public let queryPlan: QueryPlan

    /// How each table is read, in the plan's order.
    public let tables: [TableAccess]

    /// What could be cheaper.
    public let warnings: [Warning]
  }

  /// The statement of the first store.
  public var sql: String? { stores.first?.sql }

  /// What could be cheaper, for any of the stores.
  public var warnings: [Warning] {
    stores.reduce(into: []) { all, store in all += store.warnings.filter { !all.contains($0) } }
  }

  /// The same with unsaved objects laid over it.
  package func overlaid(count: Int, isCount: Bool) -> FetchExplanation {
    var copy = FetchExplanation(entityName: entityName, isCount: isCount, stores: stores)
    copy.pendingObjectCount = pendingObjectCount + count
    return copy
  }
}

extension FetchExplanation {
  /// Something about a fetch that could be cheaper, and how.
  public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// What a warning is about.
    public enum Kind: Sendable, Hashable, CaseIterable {
      /// A whole table is read, where an index could lead to the rows.
      case fullScan
      /// No index can serve a term of the predicate.
      case unindexableTerm
      /// An expensive term stands before a cheap one.
      case expensiveTermFirst
      /// All rows are sorted, for want of an index in that order.
      case unindexedSort
      /// Many rows are found only to be left out.
      case largeOffset
      /// A search looks at each value, for want of the store's search index.
      case missingSearchIndex
    }

    public let kind: Kind

    /// What is expensive.
    public let message: String

    /// What to do about it.
    public let hint: String

    /// The index that would help, and the entity to add it to; nil where none would.
    public internal(set) var index: FetchIndexDescription?
    public internal(set) var entityName: String?

    public var description: String { "\(message)\nhint: \(hint)" }
  }
}

extension FetchExplanation: CustomStringConvertible {
  public var description: String {
    var lines = ["\(isCount ? "count" : "fetch") of \(entityName)"]
    if pendingObjectCount > 0 {
      lines.append(
        "unsaved: \(pendingObjectCount.text(of: "changed object")) laid over what the store gives")
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
