import CommandKit
import ObjectGraph

/// The clauses of queries whose rows are values instead of objects.
extension QueryClauses {
  /// Whether the command asks for values.
  var asksForValues: Bool {
    command[.grouping] != nil || command[.select] != nil || command[.groupBy] != nil
  }

  /// A request for values, with the plan that it comes to.
  ///
  /// - Throws: a diagnostic at the clause, and within it at the key, that is wrong.
  func valueRequest() throws -> ValueRequest {
    try checkOptions()
    let groupTerms = command[.grouping]?.keys ?? command[.groupBy] ?? []
    let selected = (command[.grouping]?.columns ?? command[.select] ?? groupTerms).map(meaning)
    var properties: [FetchedProperty] = []
    for term in selected { properties.append(try property(of: term, besides: properties)) }
    let groups = try groupTerms.map { term in
      try properties.first { $0.key == term.name } ?? property(of: term)
    }
    try checkColumns(selected, properties, groups)
    let having = try command[.having].map { try self.having($0, selected, properties, groups) }
    let sorts = try sorts(properties, groups)
    let request = try request(for: [String: any Sendable].self)
    request.propertiesToFetch = properties
    request.propertiesToGroupBy = groups.isEmpty ? nil : groups
    request.havingPredicate = having
    request.returnsDistinctResults = command.has(.distinct)
    request.sortDescriptors = sorts
    let plan = try ResultResolver.resolve(
      properties, groupedBy: groups, having: having, isDistinct: command.has(.distinct),
      sortedBy: sorts, entity: entity)
    return ValueRequest(request: request, plan: plan)
  }

  /// Refuses what speaks of values in a query for objects.
  func checkObjectOptions() throws(Diagnostic) {
    if command[.having] != nil {
      throw command.diagnostic(
        "having speaks of groups, and there are none",
        hint: "write group by KEY, or where for single objects", at: ParameterKey<RawText>.having)
    }
    if command.has(.distinct) {
      throw command.diagnostic(
        "distinct needs select: no two objects are the same", hint: "write select KEY distinct",
        at: ParameterKey<Bool>.distinct)
    }
  }

  private func checkOptions() throws(Diagnostic) {
    for name in ["prefetch", "batch"] {
      guard let argument = command.arguments[name] else { continue }
      throw command.text.diagnostic(
        "\(name) is about objects, and select asks for values", hint: "leave \(name) out",
        at: argument.range)
    }
    if command[.changes] == true {
      throw command.diagnostic(
        "values are those that are saved, without the scratch pad's changes",
        hint: "leave changes out", at: ParameterKey<Bool>.changes)
    }
    if command[.having] != nil, command[.grouping] == nil, command[.groupBy] == nil {
      try checkObjectOptions()
    }
  }

  // MARK: Columns

  /// `count` by itself counts rows, where no attribute is called so.
  private func meaning(of term: SelectTerm) -> SelectTerm {
    let text = SelectTerm.compact(term.expression).lowercased()
    guard text == "count" || text == "count(*)", entity.propertiesByName["count"] == nil else {
      return term
    }
    let isNamed = term.name != SelectTerm.compact(term.expression)
    return SelectTerm(
      name: isNamed ? term.name : "count", expression: "count(SELF)", source: term.source)
  }

  private func property(
    of term: SelectTerm, besides others: [FetchedProperty] = []
  ) throws -> FetchedProperty {
    if others.contains(where: { $0.key == term.name }) {
      throw command.text.diagnostic(
        "two columns are called \(term.name)", hint: "give one another name: … AS NAME",
        at: term.source.range)
    }
    do {
      let expression = try FetchExpression(format: term.expression)
      let property: FetchedProperty
      if case .keyPath(let keys) = expression.node.kind, keys.joined(separator: ".") == term.name {
        property = .keyPath(term.name)
      } else {
        property = .expression(name: term.name, expression, .undefined)
      }
      _ = try ResultResolver.resolve([property], entity: entity)
      return property
    } catch let error as ObjectGraphError {
      throw diagnostic(error, in: term)
    }
  }

  private func diagnostic(_ problem: ObjectGraphError, in term: SelectTerm) -> Diagnostic {
    var error = problem
    let prefix = "\(term.name): "
    if error.message.hasPrefix(prefix) { error.message.removeFirst(prefix.count) }
    if error.key == nil, term.source.text == term.expression, error.position != nil {
      return diagnostic(error, in: term.source)
    }
    return command.text.diagnostic(
      error.message, hint: error.repair,
      at: place(of: error.key ?? "", in: term.source))
  }

  private func checkColumns(
    _ terms: [SelectTerm], _ properties: [FetchedProperty], _ groups: [FetchedProperty]
  ) throws {
    do {
      _ = try ResultResolver.resolve(
        properties, groupedBy: groups, isDistinct: command.has(.distinct), entity: entity)
    } catch let error as ObjectGraphError {
      let name = error.key ?? ""
      guard let term = terms.first(where: { $0.name == name }) else {
        let place = command.arguments["group"] ?? command.arguments["by"]
        throw command.text.diagnostic(
          error.message, hint: "group by keys, and select the aggregate",
          at: place?.range ?? command.text.range)
      }
      guard error.message.contains("no single value") else { throw diagnostic(error, in: term) }
      throw hasManyValues(term, groups)
    }
  }

  private func hasManyValues(_ term: SelectTerm, _ groups: [FetchedProperty]) -> Diagnostic {
    let list = (groups.map(\.key) + [term.source.text]).joined(separator: ", ")
    return command.text.diagnostic(
      "\(term.name) has no single value in a group",
      hint: "write group by \(list), or select min(\(term.source.text)) or max(…)",
      at: term.source.range)
  }

  // MARK: Groups

  private func having(
    _ raw: RawText, _ terms: [SelectTerm], _ properties: [FetchedProperty],
    _ groups: [FetchedProperty]
  ) throws -> FetchPredicate {
    var names: [ExpressionNode: String] = [:]
    for case .expression(let name, let expression, _) in properties {
      names[expression.node] = name
    }
    do {
      let having = FetchPredicate(try parsed(raw).node.naming(names))
      _ = try ResultResolver.resolve(
        properties, groupedBy: groups, having: having, entity: entity)
      return having
    } catch var error as ObjectGraphError {
      let prefix = "havingPredicate: "
      if error.message.hasPrefix(prefix) {
        error.message.removeFirst(prefix.count)
        if let key = error.key, error.message.contains(" has no ") {
          error.message = "\(key) is none of the columns"
        }
        error.repair = "having can speak of \(terms.map(\.name).joined(separator: ", "))"
      }
      throw diagnostic(error, in: raw)
    }
  }

  private func sorts(
    _ properties: [FetchedProperty], _ groups: [FetchedProperty]
  ) throws -> [FetchSortDescriptor] {
    let names = properties.map(\.key)
    return try (command[.sort] ?? []).map { term in
      do {
        _ = try ResultResolver.resolve(
          properties, groupedBy: groups, isDistinct: command.has(.distinct),
          sortedBy: [term.descriptor], entity: entity)
      } catch let error as ObjectGraphError {
        let isUnknown = error.message.hasPrefix("the results are not objects")
        throw command.text.diagnostic(
          isUnknown ? "\(term.key) is none of the columns" : error.message,
          hint: isUnknown
            ? Suggestion.hint(for: term.key, in: names)
              ?? "sort by \(names.joined(separator: ", "))" : error.repair, at: term.range)
      }
      return term.descriptor
    }
  }
}

/// A request for values, and the plan that it comes to.
struct ValueRequest {
  let request: FetchRequest<[String: any Sendable]>
  let plan: ResultPlan
}

// MARK: Aggregates under having

extension PredicateNode {
  /// The tree with each expression that is a column's as the name of that column.
  fileprivate func naming(_ names: [ExpressionNode: String]) -> PredicateNode {
    replacing { node in
      if let name = names[node] { return .keyPath([name], at: node.position) }
      switch node.kind {
      case .negative, .arithmetic, .aggregate, .cast: return nil
      default: return node
      }
    }
  }
}
