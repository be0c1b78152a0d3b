import CommandKit
import ObjectGraph
import Rendering

/// The commands that query a store with the engine's predicates.
package struct QueryCommands<Context: QueryContext> {
  /// The word that precedes the commands' names; empty for none.
  private let noun: String

  /// The argument that names the store to query; nil if the session determines the store.
  private let store: Argument<Context, Void>?

  /// The examples for each command, by its name without the noun.
  private let examples: [String: [String]]

  package init(
    under noun: String = "", of store: Argument<Context, Void>? = nil,
    examples: [String: [String]]
  ) {
    self.noun = noun
    self.store = store
    self.examples = examples
  }

  /// The commands that run a query.
  @CommandList<Context>
  package var answers: [Command<Context>] {
    Command(
      name("fetch"), aliases: short("fetch"), synonyms: ["select"], "List objects of an entity",
      query(.fetch),
      details: """
        With select, rows have only the selected values, which may be expressions and follow \
        to-one relationships. With group by, there is one row per group, and having filters groups \
        by the selected values. A predicate ends at the bare name of the next option; put a \
        comparison of an attribute with such a name in parentheses. "help predicate" explains \
        predicates.
        """,
      examples: examples["fetch"] ?? [], answering: .data
    ) { session, clauses in
      guard !clauses.asksForValues else { return try session.values(clauses) }
      let objects = try session.context.fetch(try clauses.objectRequest(session.cellStyle))
      let (table, unread) = try EntityTable(clauses.entity, session.cellStyle).table(of: objects)
      let answer = Answer.storedRows(table, empty: "Nothing found")
      return unread.isEmpty ? answer : .incomplete(answer, clauses.diagnostic(unread))
    }

    Command(
      name("count"), aliases: short("count"), synonyms: ["how many", "tally"],
      "Count objects of an entity", query(.count), examples: examples["count"] ?? [],
      answering: .data
    ) { session, clauses in
      let count = try session.context.count(for: clauses.request(for: ManagedObject.self))
      return .message("\(count)", record: [("count", Cell(count))])
    }

    Command(
      name("group"), synonyms: ["pivot", "totals", "average"],
      "Count and total objects of an entity by group", query(.groups),
      details: """
        The aggregates follow the keys: count, and sum, average, min, max, median, mode and \
        stddev, each followed by keys; the default is count. Columns are named as written, such \
        as sum(KEY), or after AS; having and sort use these names.
        """,
      examples: examples["group"] ?? [], answering: .data
    ) { session, clauses in try session.values(clauses) }
  }

  /// The commands that explain how a query would run.
  @CommandList<Context>
  package var explanations: [Command<Context>] {
    explanation(
      of: "fetch", synonyms: ["slow", "index"], "objects would be fetched", .fetch,
      details: """
        Shows the SQL with its values, the query plan, the index used for each table, and warnings \
        about missing indexes. Nothing is fetched.
        """
    ) { session, clauses in
      clauses.asksForValues
        ? try session.context.explain(clauses.valueRequest().request)
        : try session.context.explain(clauses.objectRequest(session.cellStyle))
    }

    explanation(of: "count", "objects would be counted", .count) { session, clauses in
      try session.context.explainCount(for: clauses.request(for: ManagedObject.self))
    }

    explanation(of: "group", "groups would be made", .groups) { session, clauses in
      try session.context.explain(clauses.valueRequest().request)
    }
  }

  private func name(_ words: String) -> String { noun.isEmpty ? words : "\(noun) \(words)" }

  /// The alias without the noun, if commands have one.
  private func short(_ word: String) -> [String] { noun.isEmpty ? [] : [word] }

  private func query(
    _ clauses: Argument<Context, QueryClauses>
  ) -> Argument<Context, QueryClauses> {
    guard let store else { return clauses }
    return .group(store, clauses) { _, clauses in clauses }
  }

  private func explanation(
    of query: String, synonyms: [String] = [], _ what: String,
    _ clauses: Argument<Context, QueryClauses>, details: String = "",
    explain: @escaping @MainActor (Context, QueryClauses) throws -> FetchExplanation
  ) -> Command<Context> {
    Command(
      name("explain \(query)"), aliases: short("explain \(query)"),
      synonyms: ["query plan"] + synonyms, "Explain how \(what)",
      self.query(clauses), details: details, examples: examples["explain \(query)"] ?? [],
      answering: .data
    ) { session, clauses in
      let text = "\(try explain(session, clauses))"
      return .message(text, record: [("explanation", .text(text))])
    }
  }
}

extension QueryCommands where Context: WatchContext {
  /// The `watch` command, which lists objects and shows changes to them.
  package var watch: Command<Context> {
    Command(
      name("watch"), aliases: short("watch"), synonyms: ["live", "monitor"],
      "List objects of an entity and watch them change", query(.watchedList),
      // A year. Longer watches can simply omit the limit.
      .option("for", .integer(in: 0...31_536_000, "SECONDS", "seconds to watch")),
      details: """
        On a terminal the list fills the screen. Arrows, Page Up, Page Down, Home and End scroll; \
        typing filters, ignoring capitals and accents; Escape clears the filter; Ctrl-C or Ctrl-D \
        returns to the prompt. Elsewhere, and in formats other than box and table, the rows are \
        written once, then a line for each change: + added, - removed, ~ moved or changed. In csv, \
        json and jsonl the first value of a row is insert, delete, move or update, and empty in \
        the first list. Without for it runs until Ctrl-C or the end of the input.
        """,
      examples: examples["watch"] ?? []
    ) { session, clauses, seconds in
      try session.watch(clauses, WatchPace(seconds: seconds))
      return .nothing
    }
  }
}

extension QueryContext {
  fileprivate func values(_ clauses: QueryClauses) throws -> Answer {
    let request = try clauses.valueRequest()
    let table = ValueTable(plan: request.plan, style: cellStyle)
      .table(of: try context.fetch(request.request), from: try context)
    if hasUnsavedWork, clauses.changes == nil {
      warn(
        Diagnostic(
          "these are saved values, without the scratch pad's changes",
          hint: "save first, or fetch whole objects", severity: .warning))
    }
    return .storedRows(table, empty: "Nothing found")
  }
}
