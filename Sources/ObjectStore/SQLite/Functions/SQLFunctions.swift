import ObjectModel
import SQLite

/// The functions and collations used by a store's statements.
enum SQLFunctions {
  /// `(text, options)`: the form of a string whose bytes are compared under the options.
  static let fold = "OBJECTGRAPH_FOLD"
  /// `(text, text, options)`: -1, 0 or 1, if the first comes before, with or after the second.
  static let compare = "OBJECTGRAPH_COMPARE"
  /// `(text, pattern, operator, options)`: whether the text matches the pattern.
  static let matches = "OBJECTGRAPH_MATCHES"
  /// `(number)`: the bits of a double, for finding it in a list of integers.
  static let bits = "OBJECTGRAPH_BITS"

  /// The collation that orders strings by the rules of the user's language.
  static func collation(of comparison: FetchSortDescriptor.Comparison) -> String {
    switch comparison {
    case .localized: "OBJECTGRAPH_LANGUAGE"
    case .localizedCaseInsensitive: "OBJECTGRAPH_LANGUAGE_NOCASE"
    default: "OBJECTGRAPH_LOCALIZED"
    }
  }

  /// `(number)`, an aggregate: the sum of doubles; 0 for no values.
  static let doubleSum = "OBJECTGRAPH_DOUBLE_SUM"
  /// `(number)`, an aggregate: the average of doubles.
  static let doubleAverage = "OBJECTGRAPH_DOUBLE_AVERAGE"

  static func register(on connection: Connection) throws {
    // Triggers for derived attributes in Core Data's stores call these to report which objects
    // changed. Without them, every change to such a table fails.
    for name in ["Updated", "InsertUpdated"] {
      try connection.register(
        function: "NSCoreDataDATrigger\(name)AffectedObjectValue", argumentCount: -1,
        isDeterministic: false
      ) { _ in .null }
    }
    try connection.register(function: fold, argumentCount: 2) { arguments in
      guard case .text(let text) = arguments[0], let options = options(arguments[1]) else {
        return .null
      }
      return .text(text.foldedForComparison(options))
    }
    try connection.register(function: compare, argumentCount: 3) { arguments in
      guard case .text(let left) = arguments[0], case .text(let right) = arguments[1],
        let options = options(arguments[2])
      else { return .null }
      return .integer(Int64(left.ordered(to: right, options: options).rawValue))
    }
    let patterns = PatternCache()
    try connection.register(function: matches, argumentCount: 4) { arguments in
      guard case .text(let text) = arguments[0], case .text(let pattern) = arguments[1],
        case .text(let symbol) = arguments[2], let options = options(arguments[3])
      else { return .null }
      return .integer(try patterns.matches(text, pattern, symbol, options) ? 1 : 0)
    }
    try registerExpressions(on: connection)
    try registerSearch(on: connection)
    try connection.registerDoubleSums(sum: doubleSum, average: doubleAverage)
    try connection.register(function: bits, argumentCount: 1) { arguments in
      switch arguments[0] {
      case .integer(let number): .integer(bitPattern(of: Double(number)))
      case .real(let number): .integer(bitPattern(of: number))
      default: .null
      }
    }
    for comparison in FetchSortDescriptor.Comparison.allCases where comparison.folding == nil {
      try connection.register(collation: collation(of: comparison)) { left, right in
        Int32(truncatingIfNeeded: comparison.order(left, right).rawValue)
      }
    }
  }

  /// Equal numbers must have equal bits.
  static func bitPattern(of number: Double) -> Int64 {
    number == 0 ? 0 : Int64(bitPattern: number.bitPattern)
  }

  private static func options(_ value: SQLiteValue) -> ComparisonOptions? {
    guard case .integer(let raw) = value else { return nil }
    return ComparisonOptions(rawValue: UInt(truncatingIfNeeded: raw))
  }
}

/// Searching.
extension SQLFunctions {
  /// `(value, style, rank, text)`: whether the text matches the value.
  static let searches = "OBJECTGRAPH_SEARCHES"

  fileprivate static func registerSearch(on connection: Connection) throws {
    try connection.register(function: searches, argumentCount: 4) { arguments in
      guard let text = text(arguments), case .integer(let number) = arguments[2],
        case .text(let wanted) = arguments[3],
        let rank = SearchRank(rawValue: Int(number))
      else { return .integer(0) }
      return .integer(ResolvedSearch.holds(rank, wanted, in: text) ? 1 : 0)
    }
    try connection.register(function: SearchDefinition.words, argumentCount: 2) { arguments in
      guard let text = text(arguments), !text.words.isEmpty else { return .null }
      return .text(SearchDefinition.content(of: text))
    }
  }

  /// The searchable text for the first two arguments, a value and a style.
  private static func text(_ arguments: [SQLiteValue]) -> SearchText? {
    guard case .text(let name) = arguments[1], let style = SearchStyle(text: name) else {
      return nil
    }
    switch arguments[0] {
    case .text(let value): return SearchText(value, style: style)
    case .integer(let number): return SearchText(String(number), style: style)
    default: return nil
    }
  }
}

/// Prepared patterns, because a query uses the same one for each row.
private final class PatternCache {
  /// By bytes, because Swift considers strings equal that differ only in composition.
  private struct Key: Hashable {
    let pattern: [UInt8]
    let symbol: String
    let options: UInt
  }

  private var last: (text: String, symbol: String, options: ComparisonOptions, ready: TextPattern?)?
  private var known: [Key: TextPattern?] = [:]

  func matches(
    _ text: String, _ pattern: String, _ symbol: String, _ options: ComparisonOptions
  ) throws -> Bool {
    if let last, last.options == options, last.symbol == symbol,
      last.text.utf8.elementsEqual(pattern.utf8)
    {
      return try last.ready?.matches(text) ?? false
    }
    let ready = self.ready(pattern, symbol, options)
    last = (pattern, symbol, options, ready)
    return try ready?.matches(text) ?? false
  }

  /// Nil for an invalid pattern, which matches nothing.
  private func ready(
    _ text: String, _ symbol: String, _ options: ComparisonOptions
  ) -> TextPattern? {
    let key = Key(pattern: Array(text.utf8), symbol: symbol, options: options.rawValue)
    if let pattern = known[key] { return pattern }
    let pattern = ComparisonOperator(spelling: symbol).flatMap {
      try? TextPattern($0, text, options: options)
    }
    if known.count >= 100 { known.removeAll() }
    known[key] = .some(pattern)
    return pattern
  }
}
