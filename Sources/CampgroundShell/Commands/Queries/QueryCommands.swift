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
      "query fetch", aliases: ["fetch"], "List objects of an entity", .fetch,
      details: """
        With select the rows have these values alone, which may go over to-one relationships and be \
        expressions; with group by there is a row for each group, and having chooses among them by \
        the values that are selected. A predicate reaches up to the bare name of the next option; an \
        attribute of such a name is put in brackets together with its comparison. "help predicate" \
        tells what a predicate can say.
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
      "query count", aliases: ["count"], "Count objects of an entity", .count,
      examples: ["count Camper where ANY reservations.status == \"Reserved\""]
    ) { session, clauses in
      let count = try session.context.count(for: clauses.request(for: ManagedObject.self))
      return .message("\(count)", record: [("count", Cell(count))])
    }
  }

  private static var group: Self {
    Command(
      "query group", "Count and add up objects of an entity by groups", .groups,
      details: """
        Behind the keys come the aggregates: count, and sum, average, min, max, median, mode and \
        stddev, each with the keys that it is taken of; without any it counts. Columns are called as \
        they are written, sum(totalMinor), or by a name behind AS; having and sort use these names.
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
      "query watch", aliases: ["watch"], "List objects of an entity and follow their changes",
      .watchedList,
      // A year; who wants more has no end in mind.
      .option("for", .integer(in: 0...31_536_000, "SECONDS", "how many seconds it goes on")),
      details: """
        On a terminal the list fills the screen. The arrows, Page Up, Page Down, Home and End \
        scroll; typing filters, capitals and accents aside, and Escape clears the filter; Ctrl-C or \
        Ctrl-D goes back to the prompt. Elsewhere, and in any form but box and table, the rows are \
        written once, then a line for each change: + came, - went, ~ moved or changed. In csv, json \
        and jsonl the first value of a row says insert, delete, move or update, and nothing in the \
        first list. Without for that ends with Ctrl-C, or when the input ends.
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
      "query explain fetch", "Say how objects would be fetched, and at what cost", .fetch,
      details: """
        The answer is the SQL with its values, the store's plan, the index that serves each table, \
        and warnings with the index that is missing. Nothing is fetched.
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
      "query explain count", "Say how objects would be counted, and at what cost", .count,
      examples: ["query explain count Camper where fullName CONTAINS \"Rivera\""]
    ) { session, clauses in
      answer(try session.context.explainCount(for: clauses.request(for: ManagedObject.self)))
    }
  }

  private static var explainGroup: Self {
    Command(
      "query explain group", "Say how groups would be made, and at what cost", .groups,
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
          "values are those that are saved, without the scratch pad's changes",
          hint: "save first, or fetch objects, which have them", severity: .warning))
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
