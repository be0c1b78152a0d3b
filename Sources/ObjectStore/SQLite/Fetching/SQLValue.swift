import ObjectModel

/// The SQL for an expression, with the information needed to compare its values.
struct SQLValue {
  /// The representation of numbers.
  enum Digits {
    /// Only integers, or no numbers at all.
    case exact
    /// Integers and doubles.
    case double
    /// Decimals as stored in a column: integers, and doubles whose shortest text is the decimal.
    case column
    /// Integers and doubles unchanged, decimals as text: the form used by custom functions.
    case written
  }

  var text: String
  var canBeNull = true
  var digits = Digits.exact

  /// The value as an argument of custom functions.
  var written: String { digits == .column ? "\(SQLFunctions.decimal)(\(text))" : text }

  /// Whether SQLite's operators order the values as in-memory evaluation does.
  func isComparable(to other: SQLValue) -> Bool {
    switch (digits, other.digits) {
    case (.written, _), (_, .written), (.column, .double), (.double, .column): false
    default: true
    }
  }

  /// Whether SQLite's operators calculate with the values as in-memory evaluation does.
  var isPlainNumber: Bool { digits == .exact || digits == .double }

  func folded(_ options: ComparisonOptions) -> SQLValue {
    guard !options.isEmpty else { return self }
    return SQLValue(
      text: "\(SQLFunctions.fold)(\(text), \(options.rawValue))", canBeNull: canBeNull,
      digits: digits)
  }
}

/// One side of a comparison in SQL.
enum SQLOperand {
  case value(SQLValue)
  case null
  /// A constant that equals no column and no other expression.
  case unmatchable
}
