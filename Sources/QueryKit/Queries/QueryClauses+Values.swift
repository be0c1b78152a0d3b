import CommandKit
import ObjectGraph

/// Requests for values instead of objects.
extension QueryClauses {
  /// Whether the query returns values rather than objects.
  var asksForValues: Bool { selected != nil || groups != nil }

  /// Creates a request for values, along with its result plan.
  ///
  /// - Throws: a diagnostic at the invalid clause, or at the invalid key in it.
  func valueRequest() throws -> ValueRequest {
    try checkOptions()
    let groupTerms = groups ?? []
    let selected = (selected ?? groupTerms).map(meaning)
    var properties: [FetchedProperty] = []
    for term in selected { properties.append(try property(of: term, besides: properties)) }
    let groups = try groupTerms.map { term in
      try properties.first { $0.key == term.name } ?? property(of: term)
    }
    try checkColumns(selected, properties, groups)
    let having = try having.map { try self.having($0, selected, properties, groups) }
    let sorts = try sorts(properties, groups)
    let request = try request(for: [String: any Sendable].self)
    request.propertiesToFetch = properties
    request.propertiesToGroupBy = groups.isEmpty ? nil : groups
    request.havingPredicate = having
    request.returnsDistinctResults = isDistinct
    request.sortDescriptors = sorts
    let plan = try ResultResolver.resolve(
      properties, groupedBy: groups, having: having, isDistinct: isDistinct,
      sortedBy: sorts, entity: entity)
    return ValueRequest(request: request, plan: plan)
  }

  private func checkOptions() throws(ValueFault) {
    for (name, isGiven) in [("prefetch", prefetch != nil), ("batch", batch != nil)] where isGiven {
      throw ValueFault(
        "\(name) works on objects, and select returns values", hint: "leave out \(name)", at: name)
    }
    if changes == true {
      throw ValueFault(
        "select reads only saved values, without the scratch pad's changes",
        hint: "leave out changes", at: "changes")
    }
    try checkGroups()
  }

  // MARK: Columns

  /// Resolves a bare `count` to the number of rows, unless the entity has a property of that name.
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
      throw text.diagnostic(
        "two columns are named \(term.name)", hint: "rename one of them with AS NAME",
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
    return text.diagnostic(
      error.message, hint: error.repair,
      at: place(of: error.key ?? "", in: term.source))
  }

  private func checkColumns(
    _ terms: [SelectTerm], _ properties: [FetchedProperty], _ groups: [FetchedProperty]
  ) throws {
    do {
      _ = try ResultResolver.resolve(
        properties, groupedBy: groups, isDistinct: isDistinct, entity: entity)
    } catch let error as ObjectGraphError {
      let name = error.key ?? ""
      guard let term = terms.first(where: { $0.name == name }) else {
        let keys = self.groups ?? []
        throw text.diagnostic(
          error.message, hint: "group by keys, and select the aggregate",
          at: SourceRange(
            start: (keys.first?.source.range ?? text.range).start,
            end: (keys.last?.source.range ?? text.range).end))
      }
      guard error.message.contains("no single value") else { throw diagnostic(error, in: term) }
      throw hasManyValues(term, groups)
    }
  }

  private func hasManyValues(_ term: SelectTerm, _ groups: [FetchedProperty]) -> Diagnostic {
    let list = (groups.map(\.key) + [term.source.text]).joined(separator: ", ")
    return text.diagnostic(
      "\(term.name) has no single value in a group",
      hint: "use group by \(list), or select min(\(term.source.text)) or max(…)",
      at: term.source.range)
  }

  // MARK: Groups

  private func having(
    _ condition: Condition, _ terms: [SelectTerm], _ properties: [FetchedProperty],
    _ groups: [FetchedProperty]
  ) throws -> FetchPredicate {
    var names: [ExpressionNode: String] = [:]
    for case .expression(let name, let expression, _) in properties {
      names[expression.node] = name
    }
    do {
      let having = FetchPredicate(try condition.parsed().node.naming(names))
      _ = try ResultResolver.resolve(
        properties, groupedBy: groups, having: having, entity: entity)
      return having
    } catch var error as ObjectGraphError {
      let prefix = "havingPredicate: "
      if error.message.hasPrefix(prefix) {
        error.message.removeFirst(prefix.count)
        if let key = error.key, error.message.contains(" has no ") {
          error.message = "no column \"\(key)\""
        }
        error.repair = "having can use \(terms.map(\.name).joined(separator: ", "))"
      }
      throw diagnostic(error, in: condition.raw)
    }
  }

  private func sorts(
    _ properties: [FetchedProperty], _ groups: [FetchedProperty]
  ) throws -> [FetchSortDescriptor] {
    let names = properties.map(\.key)
    return try sort.map { term in
      do {
        _ = try ResultResolver.resolve(
          properties, groupedBy: groups, isDistinct: isDistinct,
          sortedBy: [term.descriptor], entity: entity)
      } catch let error as ObjectGraphError {
        let isUnknown = error.message.hasPrefix("the results are not objects")
        throw text.diagnostic(
          isUnknown ? "no column \"\(term.descriptor.key)\"" : error.message,
          hint: isUnknown
            ? Suggestion.hint(for: term.descriptor.key, in: names)
              ?? "sort by \(names.joined(separator: ", "))" : error.repair, at: term.range)
      }
      return term.descriptor
    }
  }
}

/// A request for values, along with its result plan.
struct ValueRequest {
  let request: FetchRequest<[String: any Sendable]>
  let plan: ResultPlan
}

// MARK: Aggregates in having

extension PredicateNode {
  /// Replaces each expression that defines a column with the column's name.
  fileprivate func naming(_ names: [ExpressionNode: String]) -> PredicateNode {
    replacing { node in
      if let name = names[node] { return .keyPath([name], at: node.position) }
      switch node.kind {
      case .aggregate, .cast: return nil
      case .function(let function, _) where function.isArithmetic: return nil
      default: return node
      }
    }
  }
}
