import ObjectModel

/// The SQL text of an expression, and what a comparison must know of its values.
struct SQLValue {
  /// How numbers stand in the values.
  enum Digits {
    /// There are integers alone, or no numbers at all.
    case exact
    /// Integers and doubles.
    case double
    /// Decimals as a column keeps them: as integers and as doubles, whose shortest text they are.
    case column
    /// Integers and doubles as they are, decimals as text: what our own functions give and take.
    case written
  }

  var text: String
  var canBeNull = true
  var digits = Digits.exact

  /// The value as an argument of our own functions.
  var written: String { digits == .column ? "\(SQLFunctions.decimal)(\(text))" : text }

  /// Whether SQLite's operators order such values as they are ordered in memory.
  func isComparable(to other: SQLValue) -> Bool {
    switch (digits, other.digits) {
    case (.written, _), (_, .written), (.column, .double), (.double, .column): false
    default: true
    }
  }

  /// Whether SQLite's operators calculate with the values as is done in memory.
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
  /// A constant that no column and no other expression is equal to.
  case unmatchable
}
