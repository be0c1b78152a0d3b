import CommandKit
import Foundation
import ObjectGraph

/// The clauses of a query, checked against its entity, so that what is wrong with
/// one is shown at its place.
struct QueryClauses {
  let command: ParsedCommand
  let entity: EntityDescription
  private let variables: [String: VariableValue]

  init(
    _ command: ParsedCommand, of entity: EntityDescription, variables: [String: VariableValue]
  ) {
    self.command = command
    self.entity = entity
    self.variables = variables
  }

  /// A request for objects, or for what the result type says, with all
  /// clauses but those about values.
  func request<Result>(for result: Result.Type) throws -> FetchRequest<Result> {
    let request = FetchRequest<Result>(entityName: entity.name ?? "")
    if let raw = command[.predicate] { request.predicate = try predicate(raw) }
    request.fetchLimit = command[.limit] ?? 0
    request.fetchOffset = command[.offset] ?? 0
    request.includesSubentities = command[.subentities] ?? true
    request.includesPendingChanges = command[.changes] ?? true
    return request
  }

  /// A request for objects.
  ///
  /// The objects that labels are made of are read along.
  func objectRequest() throws -> FetchRequest<ManagedObject> {
    let request = try request(for: ManagedObject.self)
    request.sortDescriptors = try sortDescriptors()
    request.fetchBatchSize = command[.batch] ?? 0
    var paths = EntityTable(entity).relationships
    for term in command[.prefetch] ?? [] {
      try checkPrefetch(term)
      if !paths.contains(term.expression) { paths.append(term.expression) }
    }
    request.relationshipKeyPathsForPrefetching = paths
    return request
  }

  /// The predicate of a text.
  func predicate(_ raw: RawText) throws -> FetchPredicate {
    do {
      let predicate = try parsed(raw)
      _ = try PredicateResolver(entity: entity).resolve(predicate)
      return predicate
    } catch let error as ObjectGraphError {
      throw diagnostic(error, in: raw)
    }
  }

  /// The predicate of a text, not yet checked against an entity.
  func parsed(_ raw: RawText) throws -> FetchPredicate {
    let predicate = try FetchPredicate(format: raw.text)
    // A list may be long, so only what is asked for is read.
    let mentioned = variables.filter { raw.text.contains("$\($0.key)") }
    return try predicate.withSubstitutionVariables(mentioned.mapValues { try $0.expression() })
  }

  // MARK: Order and relationships

  private func sortDescriptors() throws -> [FetchSortDescriptor] {
    try (command[.sort] ?? []).map { term in
      do {
        _ = try ResolvedSortOrder([term.descriptor], entity: entity)
      } catch let error as ObjectGraphError {
        throw command.text.diagnostic(error.message, hint: error.repair, at: term.range)
      }
      return term.descriptor
    }
  }

  private func checkPrefetch(_ term: SelectTerm) throws(Diagnostic) {
    var current: EntityDescription? = entity
    for key in term.expression.split(separator: ".", omittingEmptySubsequences: false) {
      let relationships = current?.relationshipsByName ?? [:]
      guard let relationship = relationships[String(key)] else {
        let isAttribute = current?.propertiesByName[String(key)] != nil
        let name = current?.name ?? ""
        let names = relationships.keys.sorted()
        throw command.text.diagnostic(
          isAttribute ? "\(key) is no relationship" : "\(name) has no \"\(key)\"",
          hint: isAttribute
            ? "values come with their objects: prefetch relationships alone"
            : Suggestion.hint(for: String(key), in: names)
              ?? "its relationships are \(names.joined(separator: ", "))",
          at: place(of: String(key), in: term.source))
      }
      current = relationship.destinationEntity
    }
  }

  // MARK: Faults

  /// An error at its place in a text, or at the whole of it.
  func diagnostic(_ error: ObjectGraphError, in raw: RawText) -> Diagnostic {
    let hint = error.message.contains("%") ? nil : error.repair
    guard let position = error.position else {
      return command.text.diagnostic(error.message, hint: hint, at: raw.range)
    }
    let length = raw.wordLength(at: position)
    return command.text.diagnostic(
      error.message, hint: hint, at: raw.range(ofOffset: position, length: length))
  }

  /// Where a key stands in a text, or all of the text.
  func place(of key: String, in raw: RawText) -> SourceRange {
    guard !key.isEmpty, let found = raw.text.range(of: key) else { return raw.range }
    let offset = raw.text.distance(from: raw.text.startIndex, to: found.lowerBound)
    return raw.range(ofOffset: offset, length: key.count)
  }
}

extension SortTerm {
  /// The term as requests have it.
  var descriptor: FetchSortDescriptor {
    let comparison: FetchSortDescriptor.Comparison =
      switch comparison {
      case .binary: .binary
      case .caseInsensitive: .caseInsensitive
      case .localized: .localizedStandard
      }
    return FetchSortDescriptor(key: key, ascending: isAscending, comparison: comparison)
  }
}

extension VariableValue {
  /// The value as predicates have it.
  func expression() throws -> FetchExpression {
    guard let literal else { return FetchExpression(forConstantValue: text) }
    return try FetchExpression(format: literal)
  }
}

extension RawText {
  /// The length of the name, the number or the quoted text at an offset, or 1.
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
