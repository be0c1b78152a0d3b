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
  // MARK: Conditions

  fileprivate static var condition: Self {
    clause("where", .condition("condition") { $0.predicate($1) }) { $0.condition = $1 }
  }

  /// A predicate on groups, which refers to columns by name.
  fileprivate static var having: Self {
    clause("having", .condition("condition on the groups") { $0.predicate($1, isOnGroups: true) }) {
      $0.having = $1
    }
  }

  // MARK: Keys

  fileprivate static var sort: Self {
    clause(
      "sort",
      .clause(
        "KEY [asc|desc] [caseinsensitive|localized][, …]", "keys to sort by",
        value: { try $0.sortTerms() }, completing: { $0.sort($1) })
    ) { $0.sort = $1 }
  }

  fileprivate static var select: Self {
    clause(
      "select",
      .clause(
        "KEY [AS NAME][, …]", "values to show", role: "select", value: { try $0.terms() },
        completing: { $0.select($1) })
    ) { $0.selected = $1 }
  }

  fileprivate static var groupBy: Self {
    clause(
      "group",
      .clause(
        "by KEY[, …]", "one row for each group of equal values",
        value: { try $0.keysBehindBy() }, completing: { $0.keysBehindBy($1) })
    ) { $0.groups = $1 }
  }

  fileprivate static var grouping: Self {
    Argument<Context, Grouping>.requiredOption(
      "by",
      .clause(
        "KEY[, …] [count] [sum KEY …]", "keys to group by, and what to calculate",
        role: "grouping", value: { try $0.grouping() }, completing: { $0.grouping($1) })
    ).map { grouping in
      { ($0.selected, $0.groups) = (grouping.columns, grouping.keys) }
    }
  }

  fileprivate static var sections: Self {
    clause(
      "by",
      .clause(
        "KEY", "key that the rows of a section share", value: { try $0.key() },
        completing: { $0.keys($1) })
    ) { $0.sections = $1 }
  }

  fileprivate static var prefetch: Self {
    clause(
      "prefetch",
      .clause(
        "PATH[, …]", "relationships to read at the same time", value: { try $0.keys() },
        completing: { $0.keys($1) })
    ) { $0.prefetch = $1 }
  }

  // MARK: Rows

  fileprivate static var limit: Self {
    clause("limit", .integer(in: 1...Int.max, "N", "most rows")) { $0.limit = $1 }
  }

  fileprivate static var offset: Self {
    clause("offset", .integer("N", "rows to skip")) { $0.offset = $1 }
  }

  fileprivate static var distinct: Self {
    let change: Change<QueryClauses> = { $0.isDistinct = true }
    return Argument<Context, Bool>.flag("distinct", "show equal rows once").map {
      $0 ? change : nil
    }
  }

  fileprivate static var batch: Self {
    clause("batch", .integer(in: 1...Int.max, "N", "rows to read at a time")) { $0.batch = $1 }
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

extension ValueType where Context: QueryContext {
  /// A clause about the properties of the query's entity, up to the name of the next option.
  fileprivate static func clause(
    _ placeholder: String, _ summary: String, _ nature: ValueNature = .keys, role: String? = nil,
    value: @escaping @MainActor (ArgumentText<Context>) throws -> Value,
    completing complete: @escaping @MainActor (QueryCompletion<Context>, String) -> CompletionList
  ) -> Self {
    ValueType(placeholder, summary, nature, extent: .upToOption, role: role, value: value)
      .completingClause { clause in
        QueryCompletion(clause).map { complete($0, clause.text) }
          ?? CompletionList(replacedCount: 0, candidates: [])
      }
  }
}

extension ValueType where Context: QueryContext, Value == Condition {
  /// A predicate.
  fileprivate static func condition(
    _ summary: String,
    completing complete: @escaping @MainActor (QueryCompletion<Context>, String) -> CompletionList
  ) -> Self {
    clause(
      "PREDICATE", summary, .condition,
      value: { Condition(raw: $0.raw, variables: $0.context.variables) }, completing: complete)
  }
}

extension ValueType where Context: QueryContext, Value == EntityDescription {
  /// An entity of the model, regardless of case.
  package static var entity: Self {
    found("ENTITY", "entity", role: "entity") { text in
      let word = try text.word()
      return { session in try session.entity(called: word) }
    }
    // If this fails, completion offers nothing; running the command reports the error.
    .completing { _, session in ((try? session.entities) ?? [:]).keys.sorted() }
  }
}

extension ClauseText {
  /// The names of the columns selected by the preceding clauses.
  var columns: [String] {
    let terms =
      argument(with: "grouping").map { (try? $0.grouping())?.columns }
      ?? argument(with: "select").map { try? $0.terms() }
    return (terms ?? [])?.map(\.name) ?? []
  }
}
