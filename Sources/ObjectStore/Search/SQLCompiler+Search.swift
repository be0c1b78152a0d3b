import ObjectModel
import SQLite

/// Searches in SQL: by the index where there is one, else value by value.
extension SQLCompiler {
  func condition(
    _ search: ResolvedSearch, isExact: Bool, in scope: SQLScope
  ) throws -> String {
    let scope = try scope.scope(of: search.root)
    let terms = search.terms
    guard !terms.isEmpty else { return "0" }
    let isListed = try self.search?.isListed(terms) ?? []
    let conditions = try terms.enumerated().map { index, term in
      let parts = try term.parts.compactMap { part in
        let isListed = self.search != nil && isListed[index]
        return try condition(part, term.reach, isListed: isListed, in: scope).map {
          try owned($0, part.fields[0], in: scope)
        }
      }
      return parts.isEmpty ? "0" : Self.balanced(parts[...], by: " OR ")
    }
    let text = Self.balanced(conditions[...], by: " AND ")
    return isExact ? "ifnull(\(text), 0)" : text
  }

  /// - Returns: nil for fields that the index does not have.
  private func condition(
    _ part: SearchTerm.Part, _ reach: ResolvedSearch.Reach, isListed: Bool, in scope: SQLScope
  ) throws -> String? {
    guard let search else { return try comparison(part, reach, in: scope) }
    let alias = nextAlias()
    let source =
      isListed
      ? search.definition.entries(of: part, reach, as: alias) { bind(.text($0)) }
      : search.definition.entry(of: part, reach, as: alias) { bind(.text($0)) }
    guard let source else { return nil }
    let owner = try owner(of: part, in: scope)
    if isListed { return "\(owner) IN (SELECT \(alias).KEY \(source))" }
    return "EXISTS (SELECT 1 \(source) AND \(alias).KEY = \(owner))"
  }

  /// The condition for objects of the entity alone that is searched by the path of a field.
  private func owned(
    _ condition: String, _ field: SearchField, in scope: SQLScope
  ) throws -> String {
    guard let owner = field.ownerOfPath, let layout = mapping.model.layout(of: owner) else {
      return condition
    }
    let alias = try scope.alias(
      of: field.steps[..<field.ownerStep], mapping: mapping, next: nextAlias)
    return "(\(condition) AND \(alias).Z_ENT BETWEEN \(layout.number) AND \(layout.lastNumber))"
  }

  /// The key of the object that has the fields.
  private func owner(of part: SearchTerm.Part, in scope: SQLScope) throws -> String {
    let steps = part.fields[0].steps
    guard let last = steps.last else { return scope.key }
    let alias = try scope.alias(of: steps.dropLast()[...], mapping: mapping, next: nextAlias)
    return "\(alias).\(try mapping.columnName(of: last))"
  }

  private func comparison(
    _ part: SearchTerm.Part, _ reach: ResolvedSearch.Reach, in scope: SQLScope
  ) throws -> String {
    let wanted = bind(.text(part.wanted))
    let terms = try part.fields.map { field in
      let alias = try scope.alias(of: field.steps[...], mapping: mapping, next: nextAlias)
      let column = try mapping.columnName(of: field.attribute)
      let style = bind(.text(field.style.text))
      return "\(SQLFunctions.searches)(\(alias).\(column), \(style), \(reach.rawValue), \(wanted))"
    }
    return Self.balanced(terms[...], by: " OR ")
  }
}

extension SQLFunctions {
  /// `(value, style, reach, text)`: whether the text is found in the value.
  static let searches = "OBJECTGRAPH_SEARCHES"

  static func registerSearch(on connection: Connection) throws {
    try connection.register(function: searches, argumentCount: 4) { arguments in
      let value: String
      switch arguments[0] {
      case .text(let text): value = text
      case .integer(let number): value = String(number)
      default: return .integer(0)
      }
      guard case .text(let styleText) = arguments[1], case .integer(let number) = arguments[2],
        case .text(let wanted) = arguments[3], let style = SearchStyle(text: styleText),
        let reach = ResolvedSearch.Reach(rawValue: Int(number))
      else { return .integer(0) }
      let text = SearchText(value, style: style)
      return .integer(ResolvedSearch.holds(reach, wanted, in: text) ? 1 : 0)
    }
  }
}
