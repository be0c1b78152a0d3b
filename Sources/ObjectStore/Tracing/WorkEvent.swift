/// Work done by a stack that takes time.
public enum WorkEvent: Sendable {
  /// A statement executed by an SQLite store. It is reported before the event that caused it.
  case statement(SQLStatement)
  /// A fetch or a count of a context.
  case fetch(Fetch)
  /// An object fault that fired without its values at hand.
  case objectFault(ObjectFault)
  /// A to-many relationship whose objects were first accessed.
  case relationshipFault(RelationshipFault)
  /// A lookup of rows in the coordinator's cache.
  case rowLookup(RowLookup)
  /// A save that reached the stores.
  case save(Save)

  /// A fetch or a count of a context.
  public struct Fetch: Sendable {
    /// The entity of the request.
    public let entityName: String
    /// Whether the results were only counted.
    public let isCount: Bool
    /// The number of results.
    public let resultCount: Int
    /// The time until the results were there, work of the stores included.
    public let duration: Duration
  }

  /// An object fault that fired and needed values from outside its context.
  ///
  /// Faults returned by a fetch have their values, so firing them is not reported.
  public struct ObjectFault: Sendable {
    /// The object's entity.
    public let entityName: String
    /// The number of rows requested together: 1, plus those of other waiting faults.
    public let batchCount: Int
    /// The time until the values were there.
    public let duration: Duration
  }

  /// A to-many relationship whose objects were first accessed.
  public struct RelationshipFault: Sendable {
    /// The entity of the object whose relationship was accessed.
    public let entityName: String
    /// The relationship's name.
    public let key: String
    /// The number of objects whose relationships were read together; 0 if it had already been read
    /// ahead with another object's.
    public let batchCount: Int
    /// The number of destinations.
    public let resultCount: Int
    /// The time until the destinations were there.
    public let duration: Duration
  }

  /// A lookup of rows in the coordinator's cache; missing ones are read from a store.
  public struct RowLookup: Sendable {
    /// The root entity of the rows' hierarchy.
    public let entityName: String
    /// The number of rows found in the cache.
    public let hitCount: Int
    /// The number of rows that a store had to read.
    public let missCount: Int
  }

  /// A save that reached the stores.
  public struct Save: Sendable {
    /// The number of inserted rows.
    public let insertedCount: Int
    /// The number of updated rows.
    public let updatedCount: Int
    /// The number of deleted rows.
    public let deletedCount: Int
    /// The time that the stores took, commits included.
    public let duration: Duration
  }
}

extension WorkEvent: CustomStringConvertible {
  /// A one-line summary of the work, with its amount and duration.
  public var description: String {
    switch self {
    case .statement(let statement): return "\(statement)"
    case .fetch(let work):
      let what = work.isCount ? "count" : "fetch"
      return
        "\(what) of \(work.entityName): \(work.resultCount.text(of: "object")), \(work.duration.shortText)"
    case .objectFault(let work):
      return
        "fault of \(work.entityName): \(work.batchCount.text(of: "row")) read, \(work.duration.shortText)"
    case .relationshipFault(let work):
      let batch =
        work.batchCount == 0
        ? "already read ahead" : "read for \(work.batchCount.text(of: "object"))"
      return "fault of \(work.entityName).\(work.key): \(work.resultCount.text(of: "object")), "
        + "\(batch), \(work.duration.shortText)"
    case .rowLookup(let work):
      return
        "row cache of \(work.entityName): \(work.hitCount.text(of: "hit")), \(work.missCount) missing"
    case .save(let work):
      return "save: \(work.insertedCount) inserted, \(work.updatedCount) updated, "
        + "\(work.deletedCount) deleted, \(work.duration.shortText)"
    }
  }
}

/// Events reported by contexts.
extension WorkEvent {
  package static func fetch(
    of plan: FetchPlan, isCount: Bool, count: Int, duration: Duration
  ) -> WorkEvent {
    .fetch(
      Fetch(entityName: plan.layout.name, isCount: isCount, resultCount: count, duration: duration))
  }

  package static func fault(
    of layout: EntityLayout, batchCount: Int, duration: Duration
  ) -> WorkEvent {
    .objectFault(
      ObjectFault(entityName: layout.name, batchCount: batchCount, duration: duration))
  }

  package static func fault(
    of layout: EntityLayout, _ property: PropertyLayout, batchCount: Int, count: Int,
    duration: Duration
  ) -> WorkEvent {
    .relationshipFault(
      RelationshipFault(
        entityName: layout.name, key: property.name, batchCount: batchCount, resultCount: count,
        duration: duration))
  }
}
