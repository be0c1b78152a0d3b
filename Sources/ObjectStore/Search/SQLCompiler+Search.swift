import ObjectModel
import SQLite

/// Searches in SQL: by the index where there is one, else value by value.
extension SQLCompiler {
  func condition(
    _ search: ResolvedSearch, isExact: Bool, in scope: SQLScope
  ) throws -> String {
    let terms: [String]
    if search.reach == .words {
      terms = try search.query.words.map { word in
        let wanted = bind(.text(word))
        return try found(in: search.fields, in: scope) { field in
          try self.found(wanted, end: word, .words, in: field, in: scope)
        }
      }
    } else {
      terms = [
        try found(in: search.fields, in: scope) { field in
          guard let text = search.query.text(for: field[0].style) else { return nil }
          return try self.found(
            bind(.text(text)), end: text, search.reach, in: field, in: scope)
        }
      ]
    }
    guard !terms.isEmpty else { return "0" }
    let text = Self.balanced(terms[...], by: " AND ")
    return isExact ? "ifnull(\(text), 0)" : text
  }

  /// That one of the groups of fields that are reached by the same steps and have values of one style
  /// has something.
  private func found(
    in fields: [SearchField], in scope: SQLScope, _ body: ([SearchField]) throws -> String?
  ) throws -> String {
    var groups: [[SearchField]] = []
    for field in fields {
      let isDigits = field.style == .digits
      if let index = groups.firstIndex(where: { group in
        (group[0].style == .digits) == isDigits
          && group[0].steps.elementsEqual(field.steps, by: ===)
      }) {
        groups[index].append(field)
      } else {
        groups.append([field])
      }
    }
    let terms = try groups.compactMap(body)
    return terms.isEmpty ? "0" : Self.balanced(terms[...], by: " OR ")
  }

  /// - Parameters:
  ///   - wanted: the parameter of what is looked for.
  ///   - end: the same, for the end of the range of what begins with it.
  private func found(
    _ wanted: String, end: String, _ reach: ResolvedSearch.Reach, in fields: [SearchField],
    in scope: SQLScope
  ) throws -> String? {
    guard let search else {
      let terms = try fields.map { field in
        let alias = try scope.alias(of: field.steps[...], mapping: mapping, next: nextAlias)
        let column = try mapping.columnName(of: field.attribute)
        let style = bind(.text(field.style.text))
        return
          "\(SQLFunctions.searches)(\(alias).\(column), \(style), \(reach.rawValue), \(wanted))"
      }
      return Self.balanced(terms[...], by: " OR ")
    }
    let numbers = fields.compactMap { search.number(of: $0.attribute) }
    guard !numbers.isEmpty else { return nil }
    let list = numbers.map(String.init).joined(separator: ", ")
    let column = reach == .words ? "WORD" : "TEXT"
    let table = reach == .words ? SearchDefinition.words : SearchDefinition.texts
    var condition = "FIELD IN (\(list)) AND "
    if reach == .whole {
      condition += "\(column) = \(wanted)"
    } else {
      // No text has this character, which comes after all others.
      condition += "\(column) >= \(wanted) AND \(column) < \(bind(.text(end + "\u{10FFFF}")))"
    }
    let owner: String
    if let last = fields[0].steps.last {
      let alias = try scope.alias(
        of: fields[0].steps.dropLast()[...], mapping: mapping, next: nextAlias)
      owner = "\(alias).\(try mapping.columnName(of: last))"
    } else {
      owner = scope.key
    }
    return "\(owner) IN (SELECT KEY FROM \(table) WHERE \(condition))"
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
