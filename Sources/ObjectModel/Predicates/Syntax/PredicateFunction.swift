/// The functions of expressions, by Core Data's names.
///
/// A new one takes a case here, with what it takes and gives, and its value in
/// `PredicateFunction+Evaluation`. Parsing, checking, printing and SQL go by these.
///
/// For both evaluators:
/// - nil in an argument gives nil, save in aggregates, which leave nils out.
/// - A boolean counts as the integer 0 or 1. "Number" is an integer, a decimal or a double.
/// - A result that is not a number (NaN) is nil.
///
/// `add:to:`, `from:subtract:`, `multiply:by:`, `divide:by:`, `raise:toPower:`, `chs:` and
/// `castObject:toType:` are read as the operators and the cast that they stand for.
package enum PredicateFunction: String, Sendable, Hashable, CaseIterable {
  // Aggregates: of a path over a to-many relationship, of a subquery, of a list, or of all rows.

  /// The sum, see `AggregateFunction`.
  case sum = "sum:"
  /// How many values are not nil, or how many objects.
  case count = "count:"
  case minimum = "min:"
  case maximum = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"
  /// Only within an aggregate: each value counts once.
  case distinct = "distinct:"

  // Of numbers.

  /// The remainder of the division that truncates, with the sign of the first operand; of
  /// doubles `fmod`. By 0 it is nil. Two integers give an integer, a double beside anything
  /// a double, else a decimal.
  case modulus = "modulus:by:"
  /// A double; nil of what is negative.
  case squareRoot = "sqrt:"
  /// The logarithm to base 10, a double; nil of 0 and below.
  case logarithm = "log:"
  /// The natural logarithm, a double; nil of 0 and below.
  case naturalLogarithm = "ln:"
  /// e to the power, a double; it may be infinite.
  case exponential = "exp:"
  /// The least whole number that is not below. An integer stays what it is, a decimal gives a
  /// decimal and a double a double; so do the next three.
  case ceiling = "ceiling:"
  /// The greatest whole number that is not above.
  case floor = "floor:"
  /// Without the digits behind the point.
  case truncate = "trunc:"
  /// The nearest whole number, halves away from 0.
  case round = "round:"
  /// Without the sign; of the least integer it is the double 9.223372036854775808e18.
  case absolute = "abs:"
  /// A double from 0 up to but without 1, drawn anew for each object and each use.
  case random = "random"

  // Of integers, as 64 bits in two's complement. The result is an integer.

  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  /// By a negative count to the right; by 64 and more 0. As SQLite's `<<`.
  case shiftLeft = "leftshift:by:"
  /// Keeps the sign; by a negative count to the left. As SQLite's `>>`.
  case shiftRight = "rightshift:by:"
  case onesComplement = "onesComplement:"

  // Of text.

  /// Unicode's mapping without regard to a language; so the next.
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  /// See `String.canonicalText`.
  case canonical = "canonical:"
  /// The count of UTF-16 units, as the `length` of a Foundation string; a
  /// NUL counts like any other.
  case length = "length:"

  // Of dates, in UTC and the proleptic Gregorian calendar. The result is an integer; nil
  // outside the years 1 to 9999.

  case year = "year:"
  case month = "month:"
  case day = "day:"

  /// The moment at which the request was resolved, the same for all objects; it arrives as a
  /// constant. In a derived attribute the moment of the save.
  case now = "now"
  /// Its argument as it is; Core Data's way to keep an index out of a search.
  case noIndex = "noindex:"

  /// What the arguments of a function have to be.
  package enum Operand: Sendable {
    case text
    case date
    case number
    case integer

    /// The type in which SQL hands a value over.
    package var type: AttributeType {
      switch self {
      case .text: .string
      case .date: .date
      case .number, .integer: .double
      }
    }

    var phrase: String {
      switch self {
      case .text: "text"
      case .date: "a date"
      case .number, .integer: "a number"
      }
    }
  }

  /// How many arguments the function takes, what they have to be, and the type of what it gives; nil
  /// where that depends on them.
  private var signature: (count: ClosedRange<Int>, operand: Operand, result: AttributeType?) {
    switch self {
    case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation:
      (1...500, .number, nil)
    case .random: (0...0, .number, .double)
    case .now: (0...0, .number, .date)
    case .distinct, .noIndex, .ceiling, .floor, .truncate, .round, .absolute: (1...1, .number, nil)
    case .squareRoot, .logarithm, .naturalLogarithm, .exponential: (1...1, .number, .double)
    case .modulus: (2...2, .number, nil)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      (2...2, .integer, .integer64)
    case .onesComplement: (1...1, .integer, .integer64)
    case .uppercase, .lowercase, .canonical: (1...1, .text, .string)
    case .length: (1...1, .text, .integer64)
    case .year, .month, .day: (1...1, .date, .integer64)
    }
  }

  /// How many arguments the function takes.
  package var argumentCount: ClosedRange<Int> { signature.count }

  /// What the function takes; aggregates take what their values have in common.
  package var operand: Operand { signature.operand }

  /// The type of what the function gives, of arguments that were checked; aggregates have theirs
  /// elsewhere.
  func resultType(_ arguments: [AttributeType?]) -> AttributeType {
    signature.result ?? .number(holding: arguments.compactMap { $0 })
  }

  /// The aggregate that the function is.
  package var aggregate: AggregateFunction? { AggregateFunction(rawValue: plainName) }

  /// The name without colons, by which the function can be called too: `modulus(a, 2)`.
  package var plainName: String { String(rawValue.prefix { $0 != ":" }) }
}
