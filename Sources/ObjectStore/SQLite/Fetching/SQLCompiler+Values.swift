import ObjectModel

/// Expressions.
extension SQLCompiler {
  /// - Throws: `invalidArgument` for expressions that only in-memory evaluation supports.
  func value(_ expression: ResolvedExpression, in scope: SQLScope) throws -> SQLValue {
    switch expression {
    case .constant(let value): return inner(value)
    case .path(let path): return try value(at: path, in: scope)
    case .list: throw Self.notSearchable("a list")
    case .function(let call): return try self.call(call, in: scope)
    case .aggregate(let aggregate): return try self.aggregate(aggregate, in: scope)
    case .ternary(let condition, let one, let other, let type):
      return try ternary(condition, one, other, type, in: scope)
    case .cast(let operand, let type):
      let source = operand.type ?? .undefined
      let value = try value(operand, in: scope)
      // SQLite stores a date with whole seconds as an integer.
      if source == .date, type == .number {
        return SQLValue(text: "CAST(\(value.text) AS REAL)", digits: .double)
      }
      let digits: SQLValue.Digits =
        switch type {
        case .decimal: .written
        case .number: .double
        case .date, .string: .exact
        }
      return SQLValue(
        text: "\(SQLFunctions.name(of: type))(\(value.written), \(source.rawValue))",
        digits: digits)
    }
  }

  static func notSearchable(_ what: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "a store cannot search or sort by \(what)",
      repair: "fetch first and filter the objects")
  }

  /// A constant inside an expression, where no column determines its form.
  private func inner(_ value: AttributeValue) -> SQLValue {
    switch value {
    case .decimal(let number) where !number.isNaN:
      return SQLValue(text: bind(.text("\(number)")), canBeNull: false, digits: .written)
    case .objectID(let id):
      // A key that no row has, because an object of another store equals none in this one.
      let key = isKept(id) ? id.reference : -1
      return SQLValue(text: bind(.integer(key)), canBeNull: false)
    default:
      guard let binding = SQLParameter(value) else { return SQLValue(text: "NULL") }
      var digits = SQLValue.Digits.exact
      if case .double = value { digits = .double }
      return SQLValue(text: bind(binding), canBeNull: false, digits: digits)
    }
  }

  private func call(_ call: ResolvedFunction, in scope: SQLScope) throws -> SQLValue {
    let arguments = try call.arguments.map { try value($0, in: scope) }
    // SQLite's own operators for integers and doubles, custom functions if decimals must stay
    // decimals.
    if let symbol = call.function.symbol, call.function != .power,
      arguments.allSatisfy(\.isPlainNumber)
    {
      let text = arguments.map(\.text).joined(separator: " \(symbol) ")
      return SQLValue(text: "(\(text))", digits: .double)
    }
    let texts = arguments.map(\.written).joined(separator: ", ")
    let digits: SQLValue.Digits =
      switch call.type {
      case _ where call.function.isArithmetic: call.function == .power ? .double : .written
      case .string, .integer16, .integer32, .integer64: .exact
      case .double where arguments.allSatisfy(\.isPlainNumber): .double
      default: .written
      }
    return SQLValue(text: "\(SQLFunctions.name(of: call.function))(\(texts))", digits: digits)
  }

  private func ternary(
    _ condition: ResolvedPredicate, _ one: ResolvedExpression, _ other: ResolvedExpression,
    _ type: AttributeType?, in scope: SQLScope
  ) throws -> SQLValue {
    guard areOfOneHierarchy(one, other) else {
      throw Self.notSearchable("a TERNARY between objects of different hierarchies")
    }
    let text = try self.condition(condition, isExact: false, in: scope)
    let first = branch(try value(one, in: scope), one.type, of: type)
    let second = branch(try value(other, in: scope), other.type, of: type)
    let isColumn = first.digits == .column && second.digits == .column
    let digits: SQLValue.Digits =
      switch type {
      case .decimal: isColumn ? .column : .written
      default: first.digits == .exact && second.digits == .exact ? .exact : .double
      }
    return SQLValue(
      text: "CASE WHEN \(text) THEN \(isColumn ? first.text : first.written) "
        + "ELSE \(isColumn ? second.text : second.written) END",
      canBeNull: first.canBeNull || second.canBeNull, digits: digits)
  }

  /// A branch of a conditional, with its numbers converted to the common type of both branches.
  private func branch(
    _ value: SQLValue, _ type: AttributeType?, of common: AttributeType?
  ) -> SQLValue {
    guard let common, let type, common.isFraction, type != common else { return value }
    return SQLValue(
      text: "\(SQLFunctions.widened)(\(value.written), \(common.rawValue))",
      canBeNull: value.canBeNull, digits: common == .decimal ? .written : .double)
  }

  // MARK: Paths

  /// The value at the end of a path without a to-many step.
  func value(at path: ResolvedPath, in scope: SQLScope) throws -> SQLValue {
    try value(over: path.steps[...], to: path.terminal, in: try scope.scope(of: path.root))
  }

  /// The value at the end of to-one steps from the object of a scope.
  func value(
    over steps: ArraySlice<RelationshipDescription>, to terminal: ResolvedPath.Terminal,
    in scope: SQLScope
  ) throws -> SQLValue {
    if let stand = stand(for: terminal) { return stand }
    switch terminal {
    case .attribute(let attribute):
      let column = "\(try alias(of: steps, in: scope)).\(try mapping.columnName(of: attribute))"
      let digits: SQLValue.Digits =
        switch attribute.attributeType {
        case .decimal: .column
        case .double, .float: .double
        default: .exact
        }
      return SQLValue(text: column, digits: digits)
    case .toOne(let relationship):
      let alias = try alias(of: steps, in: scope)
      return SQLValue(text: "\(alias).\(try mapping.columnName(of: relationship))")
    case .object:
      return SQLValue(text: try key(of: steps, in: scope), canBeNull: !steps.isEmpty)
    case .entityName: return try entityName(of: steps, in: scope)
    }
  }

  /// The primary key of the object at the end of to-one steps, which is the foreign key that refers
  /// to it.
  func key(of steps: ArraySlice<RelationshipDescription>, in scope: SQLScope) throws -> String {
    guard let last = steps.last else { return scope.key }
    let owner = try alias(of: steps.dropLast(), in: scope)
    return "\(owner).\(try mapping.columnName(of: last))"
  }

  /// The alias of the table at the end of to-one steps, joining it if necessary.
  func alias(of steps: ArraySlice<RelationshipDescription>, in scope: SQLScope) throws -> String {
    let path = steps.map { ObjectIdentifier($0) }
    if let known = scope.aliases[path] { return known }
    let key = try key(of: steps, in: scope)
    let table = try table(of: steps, in: scope)
    let alias = nextAlias()
    scope.join(table, as: alias, at: path, on: key)
    try checkJoins(of: scope, steps)
    return alias
  }

  private func table(
    of steps: ArraySlice<RelationshipDescription>, in scope: SQLScope
  ) throws -> TableMapping {
    try steps.last.map { try mapping.destinationTable(of: $0) } ?? scope.table
  }

  private func entityName(
    of steps: ArraySlice<RelationshipDescription>, in scope: SQLScope
  ) throws -> SQLValue {
    let alias = try alias(of: steps, in: scope)
    let root = try table(of: steps, in: scope).root
    let names = (root.number...root.lastNumber).map { number in
      "WHEN \(number) THEN \(bind(.text(mapping.model[number].name)))"
    }
    return SQLValue(
      text: "CASE \(alias).Z_ENT \(names.joined(separator: " ")) END", canBeNull: !steps.isEmpty)
  }

  // MARK: Objects

  /// Whether an object has a row in this store.
  func isKept(_ id: ManagedObjectID) -> Bool { !id.isTemporaryID && id.store === identity }

  /// The root entity of the objects that an expression returns; nil if it returns none or this is
  /// not known.
  func hierarchy(of expression: ResolvedExpression) -> EntityDescription? {
    switch expression {
    case .constant(.objectID(let id)): id.entity.root
    case .path(let path): path.destinationEntity?.root
    case .ternary(_, let one, let other, _): hierarchy(of: one) ?? hierarchy(of: other)
    default: nil
    }
  }

  // MARK: Order

  /// One term of ORDER BY, as a part of a request.
  func wholeTerm(_ sort: ResolvedSortDescriptor, in scope: SQLScope) throws -> String {
    try compiling("the sort by \(sort.path.text)") { try term(sort, in: scope) }
  }

  /// One term of ORDER BY; SQLite sorts NULL first, as nil is sorted.
  ///
  /// A folded string is folded once for each row, by a function; a collation would fold both
  /// strings in each comparison. Language-specific orders have no such key, so they use collations.
  func term(_ sort: ResolvedSortDescriptor, in scope: SQLScope) throws -> String {
    let value = try value(at: sort.path, in: scope)
    var text = value.text
    if sort.path.type == .string {
      if let folding = sort.comparison.folding {
        text = value.folded(folding).text
      } else {
        text += " COLLATE \(SQLFunctions.collation(of: sort.comparison))"
      }
    }
    return sort.ascending ? text : "\(text) DESC"
  }
}

extension AttributeType {
  fileprivate var isFraction: Bool { self == .decimal || self == .double || self == .float }
}
