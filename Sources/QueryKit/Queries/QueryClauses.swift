import CommandKit
import Foundation
import ObjectGraph

/// The parsed clauses of a query, which are checked against the entity so that errors point at the
/// invalid clause.
struct QueryClauses {
  /// The effect of one clause on the query.
  let entity: EntityDescription
  let text: CommandText
  var condition: Condition?
  var sort: [SortTerm] = []
  var limit = 0
  var offset = 0
  /// The values to show; nil for objects.
  var selected: [SelectTerm]?
  /// The keys to group by.
  var groups: [SelectTerm]?
  var having: Condition?
  var isDistinct = false
  /// The key that divides a watched list into sections.
  var sections: SelectTerm?
  /// The relationships to prefetch.
  var prefetch: [SelectTerm]?
  /// The number of rows to read at a time.
  var batch: Int?
  /// Whether to include unsaved changes; nil if not specified.
  var changes: Bool?
  var hasSubentities = true

  init(of entity: EntityDescription, in text: CommandText) {
    self.entity = entity
    self.text = text
  }

  /// Creates a request of the given result type from the clauses for the condition, the limit, the
  /// offset, and the objects to consider.
  func request<Result>(for result: Result.Type) throws -> FetchRequest<Result> {
    let request = FetchRequest<Result>(entityName: entity.name ?? "")
    request.predicate = try condition.map(predicate)
    request.fetchLimit = limit
    request.fetchOffset = offset
    request.includesSubentities = hasSubentities
    request.includesPendingChanges = changes ?? true
    return request
  }

  /// Creates a request for objects.
  ///
  /// The relationships that labels need are prefetched.
  ///
  /// - Parameter style: how objects are shown.
  /// - Throws: an error at the invalid clause.
  func objectRequest(_ style: CellStyle) throws -> FetchRequest<ManagedObject> {
    try checkGroups()
    if isDistinct {
      throw ValueFault(
        "distinct needs select: no two objects are the same", hint: "use select KEY distinct",
        at: "distinct")
    }
    let request = try request(for: ManagedObject.self)
    request.sortDescriptors = try sortDescriptors()
    request.fetchBatchSize = batch ?? 0
    var paths = EntityTable(entity, style).relationships
    for term in prefetch ?? [] {
      try checkPrefetch(term)
      if !paths.contains(term.name) { paths.append(term.name) }
    }
    request.relationshipKeyPathsForPrefetching = paths
    return request
  }

  private func predicate(_ condition: Condition) throws -> FetchPredicate {
    do {
      let predicate = try condition.parsed()
      _ = try PredicateResolver(entity: entity).resolve(predicate)
      return predicate
    } catch let error as ObjectGraphError {
      throw diagnostic(error, in: condition.raw)
    }
  }

  /// Throws an error if there is a `having` clause without groups.
  func checkGroups() throws(ValueFault) {
    guard having != nil, groups == nil else { return }
    throw ValueFault(
      "having needs groups, and there are none",
      hint: "use group by KEY, or where for single objects", at: "having")
  }

  // MARK: Order and relationships

  private func sortDescriptors() throws -> [FetchSortDescriptor] {
    try sort.map { term in
      do {
        _ = try ResolvedSortOrder([term.descriptor], entity: entity)
      } catch let error as ObjectGraphError {
        throw text.diagnostic(error.message, hint: error.repair, at: term.range)
      }
      return term.descriptor
    }
  }

  private func checkPrefetch(_ term: SelectTerm) throws(Diagnostic) {
    var current: EntityDescription? = entity
    for key in term.name.split(separator: ".", omittingEmptySubsequences: false) {
      let relationships = current?.relationshipsByName ?? [:]
      guard let relationship = relationships[String(key)] else {
        let isAttribute = current?.propertiesByName[String(key)] != nil
        let name = current?.name ?? ""
        let names = relationships.keys.sorted()
        throw text.diagnostic(
          isAttribute ? "\(key) is not a relationship" : "\(name) has no \"\(key)\"",
          hint: isAttribute
            ? "values load with their objects; prefetch only relationships"
            : Suggestion.hint(for: String(key), in: names)
              ?? "its relationships are \(names.joined(separator: ", "))",
          at: place(of: String(key), in: term.source))
      }
      current = relationship.destinationEntity
    }
  }

  // MARK: Diagnostics

  /// A diagnostic at the error's position in a text, or at the whole text if it has none.
  func diagnostic(_ error: ObjectGraphError, in raw: RawText) -> Diagnostic {
    let hint = error.message.contains("%") ? nil : error.repair
    guard let position = error.position else {
      return text.diagnostic(error.message, hint: hint, at: raw.range)
    }
    let length = raw.wordLength(at: position)
    return text.diagnostic(
      error.message, hint: hint, at: raw.range(ofOffset: position, length: length))
  }

  /// The error for values whose files cannot be read.
  func diagnostic(_ unread: [ObjectGraphError]) -> Diagnostic {
    let most = 10
    let lines = unread.prefix(most).map { error in
      let object = error.objectID?.uriRepresentation().lastPathComponent ?? ""
      return "\n- \(error.entityName ?? "")/\(object) \(error.key ?? ""): \(error.message)"
    }
    let rest = unread.count - lines.count
    return Diagnostic(
      "\(unread.count == 1 ? "a value" : "\(unread.count) values") could not be read"
        + lines.joined() + (rest > 0 ? "\n- and \(rest) more" : ""),
      hint: "restore the folder _EXTERNAL_DATA next to the store from a backup", file: text.file,
      at: text.range, exitStatus: unread.first?.exitStatus() ?? .inputOutput)
  }

  /// The range of a key in a text, or of the whole text if the key is not in it.
  func place(of key: String, in raw: RawText) -> SourceRange {
    guard !key.isEmpty, let found = raw.text.range(of: key) else { return raw.range }
    let offset = raw.text.distance(from: raw.text.startIndex, to: found.lowerBound)
    return raw.range(ofOffset: offset, length: key.count)
  }
}

/// The text of a predicate, and the variables that it may use.
struct Condition {
  let raw: RawText
  let variables: [String: VariableValue]

  /// Parses the predicate, without checking it against an entity.
  func parsed() throws -> FetchPredicate {
    let predicate = try FetchPredicate(format: raw.text)
    // Parse only the variables that are used, as a list may be long.
    let mentioned = variables.filter { raw.text.contains("$\($0.key)") }
    return try predicate.withSubstitutionVariables(mentioned.mapValues { try $0.expression() })
  }
}

extension VariableValue {
  /// The value as a predicate expression.
  func expression() throws -> FetchExpression {
    guard let literal else { return FetchExpression(forConstantValue: text) }
    return try FetchExpression(format: literal)
  }
}

extension RawText {
  /// The length of the name, number or quoted string at an offset; at least 1.
  func wordLength(at offset: Int) -> Int {
    let rest = text.dropFirst(offset)
    guard let first = rest.first else { return 1 }
    if first == "\"" || first == "'" {
      return
        (rest.dropFirst().firstIndex(of: first).map { rest.distance(from: rest.startIndex, to: $0) }
        ?? 0) + 1
    }
    let length = rest.prefix { $0.isLetter || $0.isNumber || "_.@$".contains($0) }.count
    return max(1, length)
  }
}
