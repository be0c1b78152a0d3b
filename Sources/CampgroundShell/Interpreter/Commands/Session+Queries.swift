import Campground
import CommandKit
import ObjectGraph
import Rendering

/// `fetch`, `count`, `group` and `explain`, which ask the store in the engine's own language.
extension Session {
  func fetch(_ command: ParsedCommand) throws -> Answer {
    let clauses = try clauses(of: command)
    if clauses.asksForValues { return try values(clauses) }
    try clauses.checkObjectOptions()
    let objects = try context.fetch(try clauses.objectRequest())
    return .storedRows(try EntityTable(clauses.entity).table(of: objects))
  }

  func group(_ command: ParsedCommand) throws -> Answer {
    try values(clauses(of: command))
  }

  func count(_ command: ParsedCommand) throws -> Answer {
    let request = try clauses(of: command).request(for: ManagedObject.self)
    let count = try context.count(for: request)
    return .message("\(count)", record: [("count", .integer(Int64(count)))])
  }

  func explainFetch(_ command: ParsedCommand) throws -> Answer {
    let clauses = try clauses(of: command)
    if clauses.asksForValues { return try explainGroup(command) }
    try clauses.checkObjectOptions()
    return explanation("\(try context.explain(try clauses.objectRequest()))")
  }

  func explainGroup(_ command: ParsedCommand) throws -> Answer {
    explanation("\(try context.explain(try clauses(of: command).valueRequest().request))")
  }

  func explainCount(_ command: ParsedCommand) throws -> Answer {
    let request = try clauses(of: command).request(for: ManagedObject.self)
    return explanation("\(try context.explainCount(for: request))")
  }

  private func explanation(_ text: String) -> Answer {
    .message(text, record: [("explanation", .text(text))])
  }

  // MARK: Parts

  private func clauses(of command: ParsedCommand) throws -> QueryClauses {
    QueryClauses(command, of: try entity(of: command), variables: variables)
  }

  private func values(_ clauses: QueryClauses) throws -> Answer {
    let request = try clauses.valueRequest()
    let dictionaries = try context.fetch(request.request)
    let table = ValueTable(request.plan).table(of: dictionaries) { id in
      (try? context.existingObject(with: id)).map(ObjectLabel.text) ?? "deleted"
    }
    if hasUnsavedWork, clauses.command[.changes] == nil {
      warn(
        Diagnostic(
          "values are those that are saved, without the scratch pad's changes",
          hint: "save first, or fetch objects, which have them", severity: .warning))
    }
    return .storedRows(table)
  }

  /// The entity that a command names; capitals do not matter where that is clear.
  func entity(of command: ParsedCommand) throws(Diagnostic) -> EntityDescription {
    let word = try command.require(.entity)
    do throws(ValueFault) {
      return try entity(called: word)
    } catch {
      throw command.diagnostic(error.message, hint: error.hint, at: ParameterKey<String>.entity)
    }
  }

  /// The entity of that name, in whatever capitals.
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
}
