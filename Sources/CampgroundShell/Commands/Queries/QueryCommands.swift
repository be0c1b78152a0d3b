import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands that ask the store in the engine's own predicate language.
extension Command where Context == Session {
  /// The commands about queries.
  static var aboutQueries: [Self] {
    [fetch, count, group, watch, explainFetch, explainCount, explainGroup]
  }

  private static var fetch: Self {
    Command(
      "query fetch", aliases: ["fetch"], synonyms: ["select"], "List objects of an entity",
      .fetch,
      details: """
        With select, rows have only these values, which may be expressions and follow to-one \
        relationships; with group by there is a row for each group, and having filters groups by \
        the selected values. A predicate ends at the bare name of the next option; put an \
        attribute of such a name in brackets with its comparison. "help predicate" explains \
        predicates.
        """,
      examples: [
        "fetch Reservation where campSite.siteNumber == 15 sort dateFrom desc limit 10",
        "fetch CampSite select name, rateMinor / 100 AS rate sort name localized",
        "fetch Reservation select camper.fullName, count group by camper.fullName having count > 1",
      ]
    ) { session, clauses in
      guard !clauses.asksForValues else { return try session.values(clauses) }
      let objects = try session.context.fetch(try clauses.objectRequest())
      return .storedRows(
        try EntityTable(clauses.entity).table(of: objects), empty: Session.nothingFound)
    }
  }

  private static var count: Self {
    Command(
      "query count", aliases: ["count"], synonyms: ["how many", "tally"],
      "Count objects of an entity", .count,
      examples: ["count Camper where ANY reservations.status == \"Reserved\""]
    ) { session, clauses in
      let count = try session.context.count(for: clauses.request(for: ManagedObject.self))
      return .message("\(count)", record: [("count", Cell(count))])
    }
  }

  private static var group: Self {
    Command(
      "query group", synonyms: ["pivot", "totals", "average"],
      "Count and total objects of an entity by group", .groups,
      details: """
        The aggregates follow the keys: count, and sum, average, min, max, median, mode and \
        stddev, each with its keys; without any it counts. Columns are named as written, \
        sum(totalMinor), or after AS; having and sort use these names.
        """,
      examples: [
        "query group Reservation by status",
        "query group Reservation by status count sum totalMinor having count > 1 sort count desc",
        "query group Reservation by year(dateFrom) count average party.adults AS adults",
      ]
    ) { session, clauses in try session.values(clauses) }
  }

  private static var watch: Self {
    Command(
      "query watch", aliases: ["watch"], synonyms: ["live", "monitor"],
      "List objects of an entity and watch them change",
      .watchedList,
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
      examples: [
        "watch Reservation by status",
        "watch Reservation by campSite.loop where status == \"Reserved\" sort dateFrom",
      ]
    ) { session, clauses, seconds in
      try session.watch(clauses, WatchPace(seconds: seconds))
      return .nothing
    }
  }

  // MARK: Explanations

  private static var explainFetch: Self {
    Command(
      "query explain fetch", synonyms: ["query plan", "slow", "index"],
      "Explain how objects would be fetched", .fetch,
      details: """
        Shows the SQL with its values, the query plan, the index used for each table, and warnings \
        about missing indexes. Nothing is fetched.
        """,
      examples: ["query explain fetch Reservation where status == \"Reserved\" sort dateFrom"]
    ) { session, clauses in
      clauses.asksForValues
        ? answer(try session.context.explain(clauses.valueRequest().request))
        : answer(try session.context.explain(clauses.objectRequest()))
    }
  }

  private static var explainCount: Self {
    Command(
      "query explain count", synonyms: ["query plan"], "Explain how objects would be counted",
      .count,
      examples: ["query explain count Camper where fullName CONTAINS \"Rivera\""]
    ) { session, clauses in
      answer(try session.context.explainCount(for: clauses.request(for: ManagedObject.self)))
    }
  }

  private static var explainGroup: Self {
    Command(
      "query explain group", synonyms: ["query plan"], "Explain how groups would be made", .groups,
      examples: ["query explain group Reservation by status"]
    ) { session, clauses in
      answer(try session.context.explain(clauses.valueRequest().request))
    }
  }

  private static func answer(_ explanation: FetchExplanation) -> Answer {
    .message("\(explanation)", record: [("explanation", .text("\(explanation)"))])
  }
}

extension Session {
  fileprivate func values(_ clauses: QueryClauses) throws -> Answer {
    let request = try clauses.valueRequest()
    let dictionaries = try context.fetch(request.request)
    let table = ValueTable(request.plan).table(of: dictionaries) { id in
      (try? context.existingObject(with: id)).map(ObjectLabel.text) ?? "deleted"
    }
    if hasUnsavedWork, clauses.changes == nil {
      warn(
        Diagnostic(
          "these are saved values, without the scratch pad's changes",
          hint: "save first, or fetch whole objects", severity: .warning))
    }
    return .storedRows(table, empty: Self.nothingFound)
  }

  fileprivate static let nothingFound = "Nothing found"

  /// The entity of a name, in whatever capitals where these are clear.
  func entity(called word: String) throws(ValueFault) -> EntityDescription {
    let entities = stack.managedObjectModel.entitiesByName
    if let entity = entities[word] { return entity }
    let names = entities.keys.sorted()
    let alike = names.filter { $0.lowercased() == word.lowercased() }
    if alike.count == 1, let entity = entities[alike[0]] { return entity }
    throw ValueFault(
      "there is no entity \"\(word)\"",
      hint: Suggestion.hint(for: word, in: names) ?? "there are \(names.joined(separator: ", "))")
  }

  /// What is meant by a query that is written without the word for it; nil for what is none.
  func advice(aboutQuery text: CommandText) -> String? {
    let words = text.tokens.map(\.text)
    let isQuery =
      switch words.first {
      case "explain": true
      case "group":
        words.contains("by")
          || words.dropFirst().first.map { stack.managedObjectModel.entitiesByName[$0] != nil }
            ?? false
      default: false
      }
    return isQuery ? "write query \(words.prefix(2).joined(separator: " ")) …" : nil
  }
}
