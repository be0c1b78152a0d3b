import CommandKit
import ObjectGraph
import Rendering

/// The commands that ask a store in the engine's own predicate language.
package struct QueryCommands<Context: QueryContext> {
  /// The word before those of the commands; empty where there is none.
  private let noun: String

  /// The argument that says which store is asked, where the session does not.
  private let store: Argument<Context, Void>?

  /// Commands that show the use of each of them, by its words.
  private let examples: [String: [String]]

  package init(
    under noun: String = "", of store: Argument<Context, Void>? = nil,
    examples: [String: [String]]
  ) {
    self.noun = noun
    self.store = store
    self.examples = examples
  }

  /// Those that answer a query.
  package var answers: [Command<Context>] { [fetch, count, group] }

  /// Those that explain how it would be answered.
  package var explanations: [Command<Context>] { [explainFetch, explainCount, explainGroup] }

  private func name(_ words: String) -> String { noun.isEmpty ? words : "\(noun) \(words)" }

  /// The short form of a command that stands under a noun.
  private func short(_ word: String) -> [String] { noun.isEmpty ? [] : [word] }

  private func query(
    _ clauses: Argument<Context, QueryClauses>
  ) -> Argument<Context, QueryClauses> {
    guard let store else { return clauses }
    return .group(store, clauses) { _, clauses in clauses }
  }

  private var fetch: Command<Context> {
    Command(
      name("fetch"), aliases: short("fetch"), synonyms: ["select"], "List objects of an entity",
      query(.fetch),
      details: """
        With select, rows have only these values, which may be expressions and follow to-one \
        relationships; with group by there is a row for each group, and having filters groups by \
        the selected values. A predicate ends at the bare name of the next option; put an \
        attribute of such a name in brackets with its comparison. "help predicate" explains \
        predicates.
        """,
      examples: examples["fetch"] ?? []
    ) { session, clauses in
      guard !clauses.asksForValues else { return try session.values(clauses) }
      let objects = try session.context.fetch(try clauses.objectRequest(session.cellStyle))
      return .storedRows(
        try EntityTable(clauses.entity, session.cellStyle).table(of: objects),
        empty: "Nothing found")
    }
  }

  private var count: Command<Context> {
    Command(
      name("count"), aliases: short("count"), synonyms: ["how many", "tally"],
      "Count objects of an entity", query(.count), examples: examples["count"] ?? []
    ) { session, clauses in
      let count = try session.context.count(for: clauses.request(for: ManagedObject.self))
      return .message("\(count)", record: [("count", Cell(count))])
    }
  }

  private var group: Command<Context> {
    Command(
      name("group"), synonyms: ["pivot", "totals", "average"],
      "Count and total objects of an entity by group", query(.groups),
      details: """
        The aggregates follow the keys: count, and sum, average, min, max, median, mode and \
        stddev, each with its keys; without any it counts. Columns are named as written, \
        sum(KEY), or after AS; having and sort use these names.
        """,
      examples: examples["group"] ?? []
    ) { session, clauses in try session.values(clauses) }
  }

  // MARK: Explanations

  private var explainFetch: Command<Context> {
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
  }

  private var explainCount: Command<Context> {
    explanation(of: "count", "objects would be counted", .count) { session, clauses in
      try session.context.explainCount(for: clauses.request(for: ManagedObject.self))
    }
  }

  private var explainGroup: Command<Context> {
    explanation(of: "group", "groups would be made", .groups) { session, clauses in
      try session.context.explain(clauses.valueRequest().request)
    }
  }

  private func explanation(
    of query: String, synonyms: [String] = [], _ what: String,
    _ clauses: Argument<Context, QueryClauses>, details: String = "",
    explain: @escaping @MainActor (Context, QueryClauses) throws -> FetchExplanation
  ) -> Command<Context> {
    Command(
      name("explain \(query)"), synonyms: ["query plan"] + synonyms, "Explain how \(what)",
      self.query(clauses), details: details, examples: examples["explain \(query)"] ?? []
    ) { session, clauses in
      let text = "\(try explain(session, clauses))"
      return .message(text, record: [("explanation", .text(text))])
    }
  }
}

extension QueryCommands where Context: WatchContext {
  /// The one that shows what changes.
  package var watch: Command<Context> {
    Command(
      name("watch"), aliases: short("watch"), synonyms: ["live", "monitor"],
      "List objects of an entity and watch them change", query(.watchedList),
      // A year; who wants more has no end in mind.
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
