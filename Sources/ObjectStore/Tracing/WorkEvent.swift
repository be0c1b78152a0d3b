/// Something that a stack did for its user and that takes time.
public enum WorkEvent: Sendable {
  /// A statement of a SQLite store. It comes before the event that it was run for.
  case statement(SQLStatement)
  /// A fetch or a count of a context.
  case fetch(Fetch)
  /// A fault that fired and whose values were not at hand.
  case objectFault(ObjectFault)
  /// A to-many relationship that was asked for its objects for the first time.
  case relationshipFault(RelationshipFault)
  /// A look for rows in the coordinator's cache.
  case rowLookup(RowLookup)
  /// A save that reached the stores.
  case save(Save)

  /// A fetch or a count of a context.
  public struct Fetch: Sendable {
    public let entityName: String
    public let isCount: Bool
    /// How many objects there are.
    public let resultCount: Int
    public let duration: Duration
  }

  /// A fault that fired and had to look for its values outside of its context.
  ///
  /// Faults that a fetch returns carry their values, so that firing those is no work.
  public struct ObjectFault: Sendable {
    public let entityName: String
    /// How many rows were asked for together: 1, and those of other faults that were waiting.
    public let batchCount: Int
    public let duration: Duration
  }

  /// A to-many relationship that was asked for its objects for the first time.
  public struct RelationshipFault: Sendable {
    public let entityName: String
    /// The relationship's name.
    public let key: String
    /// How many objects' relationships were read together: 0 when it had been read ahead with that
    /// of another object, and nothing was to do.
    public let batchCount: Int
    /// How many objects it leads to.
    public let resultCount: Int
    public let duration: Duration
  }

  /// A look for rows in the coordinator's cache; what it lacks is read from a store.
  public struct RowLookup: Sendable {
    /// The entity at the root of the rows' hierarchy.
    public let entityName: String
    public let hitCount: Int
    public let missCount: Int
  }

  /// A save that reached the stores.
  public struct Save: Sendable {
    public let insertedCount: Int
    public let updatedCount: Int
    public let deletedCount: Int
    public let duration: Duration
  }
}

extension WorkEvent: CustomStringConvertible {
  /// What was done, for how many, and how long it took, in a line.
  public var description: String {
    switch self {
    case .statement(let statement): return "\(statement)"
    case .fetch(let work):
      let what = work.isCount ? "count" : "fetch"
      return
        "\(what) of \(work.entityName): \(work.resultCount.text(of: "object")), \(work.duration.shortText)"
    case .objectFault(let work):
      return
        "fault of \(work.entityName): \(work.batchCount.text(of: "row")) asked for, \(work.duration.shortText)"
    case .relationshipFault(let work):
      let batch =
        work.batchCount == 0
        ? "read ahead before" : "read for \(work.batchCount.text(of: "object"))"
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
