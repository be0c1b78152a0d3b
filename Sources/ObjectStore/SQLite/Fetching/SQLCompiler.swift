import ObjectModel
import SQLite

/// Compiles predicates and sort orders to SQL with parameters.
///
/// Constants never become part of the text, so equal requests with different constants share a
/// statement.
final class SQLCompiler {
  let mapping: StoreMapping
  let identity: StoreIdentity
  let entity: EntityDescription

  var bindings: [SQLParameter] = []

  /// The index used for searches; nil if they scan values.
  var search: SearchAccess?
  /// The number of objects to scan, in the order of their keys; nil for all.
  var scannedCount: Int?
  /// The expressions for the columns of a dictionary under HAVING and in its sort order.
  var stands: [ObjectIdentifier: SQLValue] = [:]
  /// Whether sums of integers use the custom function, which continues on overflow.
  var sumsBeyondIntegers = false
  /// The connection's limits.
  var limits = StatementLimits()
  /// The part of the request being compiled, for errors.
  var part = SQLCompiler.predicate
  /// The most deeply nested part so far.
  private(set) var nesting = Nesting()
  private var aliasCount = 0

  init(mapping: StoreMapping, identity: StoreIdentity, entity: EntityDescription) {
    self.mapping = mapping
    self.identity = identity
    self.entity = entity
  }

  /// A statement, or the part after SELECT … FROM table t0, with the values of its parameters.
  struct Query: Equatable {
    var text: String
    var bindings: [SQLParameter]
    var nesting = Nesting()

    /// Prepares the statement and binds its values.
    func prepared(_ prepare: (String) throws -> Statement) throws -> Statement {
      let statement = try nesting.locating { try prepare(text) }
      statement.bind(bindings)
      return statement
    }
  }

  /// The joins, the condition, the order and the limits of a plan.
  ///
  /// - Parameters:
  ///   - entityCondition: the condition on `t0.Z_ENT`, or nil.
  ///   - isOrdered: whether the order matters; for a count, it does not.
  func query(_ plan: FetchPlan, entityCondition: String?, isOrdered: Bool = true) throws -> Query {
    let scope = scope(of: plan)
    var conditions = try conditions(of: plan, entityCondition, in: scope)
    if let scannedCount {
      let table = mapping.table(of: plan.layout).name
      conditions.append(
        "t0.Z_PK <= ifnull((SELECT Z_PK FROM \(table) ORDER BY Z_PK LIMIT 1 "
          + "OFFSET \(scannedCount)), \(Int64.max))")
    }
    var order: [String] = []
    if isOrdered {
      for sort in plan.sorts { order.append(try wholeTerm(sort, in: scope)) }
      order.append("t0.Z_PK")
      try checkTerms(columns: 0, groups: 0, sorts: order.count)
    }
    var text = scope.joins
    if !conditions.isEmpty { text += " WHERE \(conditions.joined(separator: " AND "))" }
    if !order.isEmpty { text += " ORDER BY \(order.joined(separator: ", "))" }
    return try query(text, windowOf: plan)
  }

  func scope(of plan: FetchPlan) -> SQLScope {
    let scope = SQLScope(key: "t0.Z_PK", alias: "t0", table: mapping.table(of: plan.layout))
    scope.neededSteps = plan.predicate?.neededSteps(from: .evaluated) ?? []
    return scope
  }

  func conditions(
    of plan: FetchPlan, _ entityCondition: String?, in scope: SQLScope
  ) throws -> [String] {
    guard let predicate = plan.predicate else { return entityCondition.map { [$0] } ?? [] }
    let condition = try compiling(Self.predicate) {
      try self.condition(predicate, isExact: false, in: scope)
    }
    // The plus keeps the index of Z_ENT from being used instead of better ones.
    return entityCondition.map { ["+\($0)", condition] } ?? [condition]
  }

  /// Completes a query with the limit and the offset.
  func query(_ text: String, windowOf plan: FetchPlan) throws -> Query {
    var text = text
    for (word, value) in zip(["LIMIT", "OFFSET"], FetchShape.windowBindings(of: plan)) {
      text += " \(word) \(bind(value))"
    }
    try checkBindings()
    return Query(text: text, bindings: bindings, nesting: nesting)
  }

  static let predicate = "the predicate"

  /// Compiles a part of the request, and records its nesting.
  func compiling(_ part: String, _ text: () throws -> String) rethrows -> String {
    self.part = part
    let text = try text()
    recordNesting(of: text)
    return text
  }

  /// Records the nesting of the part being compiled.
  func recordNesting(of text: String) {
    let depth = Nesting.depth(of: text)
    guard depth > nesting.depth else { return }
    nesting = Nesting(depth: depth, part: part, entityName: entity.name ?? "")
  }

  /// The parameter for a constant; it can be used more than once.
  func bind(_ binding: SQLParameter) -> String {
    bindings.append(binding)
    return "?\(bindings.count)"
  }

  func nextAlias() -> String {
    aliasCount += 1
    return "t\(aliasCount)"
  }

  // MARK: Conditions

  /// A condition that is true for exactly the rows that the predicate matches.
  ///
  /// - Parameter isExact: whether it must be 0, rather than NULL, if the predicate is false, as is
  ///   necessary under NOT; elsewhere NULL is enough, which keeps comparisons simple enough for
  ///   indexes.
  func condition(
    _ predicate: ResolvedPredicate, isExact: Bool, in scope: SQLScope
  ) throws -> String {
    switch predicate {
    case .literal(let value): return value ? "1" : "0"
    // SQLite's parser supports few levels of parentheses, so nested conditions of the same kind are
    // flattened.
    case .and:
      let parts = try predicate.conjuncts.map { try condition($0, isExact: isExact, in: scope) }
      return parts.isEmpty ? "1" : Self.balanced(parts[...], by: " AND ")
    case .or:
      let parts = try predicate.disjuncts.map { try condition($0, isExact: isExact, in: scope) }
      return parts.isEmpty ? "0" : Self.balanced(parts[...], by: " OR ")
    case .not(.not(let child)):
      return try condition(child, isExact: isExact, in: scope)
    case .not(let child):
      let text = try condition(child, isExact: true, in: scope)
      // Only a complete condition starts with EXISTS; others that contain one are in parentheses.
      return text.hasPrefix("EXISTS ") ? "NOT \(text)" : "NOT (\(text))"
    case .comparison(let comparison):
      return try condition(comparison, isExact: isExact, in: scope)
    case .search(let search): return try condition(search, isExact: isExact, in: scope)
    }
  }

  /// SQLite limits the depth of an expression, and a chain of operators nests to the left.
  static func balanced(_ parts: ArraySlice<String>, by symbol: String) -> String {
    guard parts.count > 50 else {
      let text = parts.joined(separator: symbol)
      return parts.count == 1 ? text : "(\(text))"
    }
    let middle = parts.startIndex + parts.count / 2
    return "(" + balanced(parts[..<middle], by: symbol) + symbol
      + balanced(parts[middle...], by: symbol) + ")"
  }
}
