import CommandKit
import ObjectGraph

extension Argument where Context: QueryContext, Value == QueryClauses {
  /// The arguments of `fetch`.
  static var fetch: Self {
    query(
      [.condition] + window + [
        .select, .distinct, .groupBy, .having, .prefetch, .batch,
      ] + objects)
  }

  /// The arguments of `count`.
  static var count: Self { query([.condition] + objects) }

  /// The arguments of `group`.
  static var groups: Self {
    query([.grouping, .condition, .having] + window + [.subentities])
  }

  /// The arguments of `watch`.
  static var watchedList: Self { query([.sections, .condition, .sort]) }

  private static var window: [Clause<Context>] { [.sort, .limit, .offset] }

  /// The clauses that determine which objects a query considers.
  private static var objects: [Clause<Context>] {
    (Context.hasScratchPad ? [.changes] : []) + [.subentities]
  }

  private static func query(_ clauses: [Clause<Context>]) -> Self {
    .group(
      .required("entity", .entity),
      Argument<Context, [Change<QueryClauses>]>.all(clauses),
      .commandText
    ) { entity, changes, text in
      var clauses = QueryClauses(of: entity, in: text)
      for change in changes { try change(&clauses) }
      return clauses
    }
  }
}

/// An optional clause, parsed into a change to the query.
private typealias Clause<Context: QueryContext> = Argument<Context, Change<QueryClauses>?>

extension Argument where Context: QueryContext, Value == Change<QueryClauses>? {
  fileprivate static var condition: Self {
    clause("where", .predicate("condition")) { $0.condition = $1 }
  }

  fileprivate static var sort: Self { clause("sort", .sort) { $0.sort = $1 } }

  fileprivate static var limit: Self {
    clause("limit", .integer(in: 1...Int.max, "N", "most rows")) { $0.limit = $1 }
  }

  fileprivate static var offset: Self {
    clause("offset", .integer("N", "rows to skip")) { $0.offset = $1 }
  }

  fileprivate static var select: Self { clause("select", .select) { $0.selected = $1 } }

  fileprivate static var distinct: Self {
    Argument<Context, Bool>.flag("distinct", "show equal rows once").map {
      isGiven -> Change<QueryClauses>? in
      guard isGiven else { return nil }
      return { $0.isDistinct = true }
    }
  }

  fileprivate static var groupBy: Self { clause("group", .keysBehindBy) { $0.groups = $1 } }

  fileprivate static var grouping: Self {
    Argument<Context, Grouping>.requiredOption("by", .grouping).map {
      grouping -> Change<QueryClauses>? in
      return {
        $0.selected = grouping.columns
        $0.groups = grouping.keys
      }
    }
  }

  fileprivate static var sections: Self { clause("by", .key) { $0.sections = $1 } }

  fileprivate static var having: Self {
    clause("having", .predicateOnGroups("condition on the groups")) {
      $0.having = $1
    }
  }

  fileprivate static var prefetch: Self {
    clause("prefetch", .relationships) { $0.prefetch = $1 }
  }

  fileprivate static var batch: Self {
    clause("batch", .integer(in: 1...Int.max, "N", "rows to read at a time")) {
      $0.batch = $1
    }
  }

  fileprivate static var changes: Self {
    clause(
      "changes",
      .boolean.described("include the scratch pad's changes; yes by default")
    ) { $0.changes = $1 }
  }

  fileprivate static var subentities: Self {
    clause(
      "subentities",
      .boolean.described("include objects of subentities; yes by default")
    ) { $0.hasSubentities = $1 }
  }

  private static func clause<Part>(
    _ name: String, _ type: ValueType<Context, Part>,
    change: @escaping @MainActor (inout QueryClauses, Part) -> Void
  ) -> Self {
    Argument<Context, Part?>.option(name, type).changing(change)
  }
}
