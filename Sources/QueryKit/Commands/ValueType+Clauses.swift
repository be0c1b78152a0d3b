import CommandKit
import ObjectGraph

/// Value types of query clauses, each of which extends to the name of the next option.
extension ValueType where Context: QueryContext {
  /// A clause about the properties of the query's entity.
  fileprivate static func clause(
    _ placeholder: String, _ summary: String, _ nature: ValueNature = .clause, role: String? = nil,
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

extension ValueType where Context: QueryContext, Value == Condition {
  /// A predicate.
  static func predicate(_ summary: String) -> Self {
    condition(summary) { $0.predicate($1) }
  }

  /// A predicate on groups, which refers to columns by name.
  static func predicateOnGroups(_ summary: String) -> Self {
    condition(summary) { $0.predicate($1, isOnGroups: true) }
  }

  private static func condition(
    _ summary: String,
    completing complete: @escaping @MainActor (QueryCompletion<Context>, String) -> CompletionList
  ) -> Self {
    clause(
      "PREDICATE", summary, .condition,
      value: { Condition(raw: $0.raw, variables: $0.context.variables) }, completing: complete)
  }
}

extension ValueType where Context: QueryContext, Value == [SortTerm] {
  /// Keys to sort by.
  static var sort: Self {
    clause(
      "KEY [asc|desc] [caseinsensitive|localized][, …]", "keys to sort by",
      value: { try $0.sortTerms() }, completing: { $0.sort($1) })
  }
}

extension ValueType where Context: QueryContext, Value == [SelectTerm] {
  /// Key paths and expressions, with optional names.
  static var select: Self {
    clause(
      "KEY [AS NAME][, …]", "values to show", role: "select", value: { try $0.selectTerms() },
      completing: { $0.select($1) })
  }

  /// A list of keys preceded by `by`.
  static var keysBehindBy: Self {
    let usage = "by KEY[, …]"
    return clause(
      usage, "one row for each group of equal values",
      value: { try $0.keysBehindBy("\($0.name) \(usage)") }, completing: { $0.keysBehindBy($1) })
  }

  /// Relationship key paths.
  static var relationships: Self {
    let usage = "PATH[, …]"
    return clause(
      usage, "relationships to read at the same time",
      value: { try $0.keys("\($0.name) \(usage)") }, completing: { $0.keys($1) })
  }
}

extension ValueType where Context: QueryContext, Value == SelectTerm {
  /// One key path.
  static var key: Self {
    clause(
      "KEY", "key that the rows of a section share",
      value: { try $0.key("\($0.name) KEY") }, completing: { $0.keys($1) })
  }
}

extension ValueType where Context: QueryContext, Value == Grouping {
  /// Keys to group by, with aggregates.
  static var grouping: Self {
    clause(
      "KEY[, …] [count] [sum KEY …]", "keys to group by, and what to calculate",
      role: "grouping", value: { try $0.grouping() }, completing: { $0.grouping($1) })
  }
}

extension ArgumentText {
  /// Parses the terms of a `select` clause.
  func selectTerms() throws -> [SelectTerm] { try terms("\(name) KEY [AS NAME][, …]") }
}

extension ClauseText {
  /// The names of the columns selected by the preceding clauses.
  var columns: [String] {
    let terms =
      argument(with: "grouping").map { (try? $0.grouping())?.columns }
      ?? argument(with: "select").map { try? $0.selectTerms() }
    return (terms ?? [])?.map(\.name) ?? []
  }
}
