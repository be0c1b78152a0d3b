/// The functions of expressions, by Core Data's names.
///
/// To add one, add a case here, with its operands and result type, and its value in
/// `PredicateFunction+Evaluation`. Parsing, checking, printing and SQL use these.
///
/// In both evaluators:
/// - A nil argument gives nil, except in aggregates, which ignore nils.
/// - A Boolean counts as the integer 0 or 1. "Number" means an integer, a decimal or a double.
/// - A result that is not a number (NaN) is nil.
///
/// `castObject:toType:` is parsed as the cast that it represents.
package enum PredicateFunction: String, Sendable, Hashable, CaseIterable {
  // Aggregates of a path through a to-many relationship, a subquery, a list, or all rows.

  /// The sum, see `AggregateFunction`.
  case sum = "sum:"
  /// The number of non-nil values, or of objects.
  case count = "count:"
  case minimum = "min:"
  case maximum = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"
  /// Only inside an aggregate: each value counts once.
  case distinct = "distinct:"

  // Arithmetic, which the format language writes with operators. To add an operator, add its
  // precedence in `FormatParser.Infix` too, its effect on dates in `PredicateWalk+Arithmetic`, and
  // its value in `Arithmetic`.

  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  /// Truncates towards zero for integers; division by zero gives nil.
  case divide = "divide:by:"
  /// Always a double; associates to the right.
  case power = "raise:toPower:"
  /// A minus sign before anything but a number literal.
  case negate = "chs:"

  // Number functions.

  /// The remainder of truncating division, with the sign of the first operand; for doubles, `fmod`.
  /// Nil for a divisor of 0. Two integers give an integer; a double and any number give a double;
  /// otherwise, a decimal.
  case modulus = "modulus:by:"
  /// A double; nil for a negative number.
  case squareRoot = "sqrt:"
  /// The logarithm to base 10, a double; nil for 0 and below.
  case logarithm = "log:"
  /// The natural logarithm, a double; nil for 0 and below.
  case naturalLogarithm = "ln:"
  /// e to the given power, a double; it may be infinite.
  case exponential = "exp:"
  /// The least whole number that is not less. The result has the kind of the operand: integer,
  /// decimal or double; the same applies to the next three.
  case ceiling = "ceiling:"
  /// The greatest whole number that is not greater.
  case floor = "floor:"
  /// Removes the digits after the decimal point.
  case truncate = "trunc:"
  /// The nearest whole number; halves are rounded away from 0.
  case round = "round:"
  /// Removes the sign; for the least integer, the double 9.223372036854775808e18.
  case absolute = "abs:"
  /// A double from 0 up to, but not including, 1; drawn again for each object and each use.
  case random = "random"

  // Integer functions, on 64 bits in two's complement. The result is an integer.

  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  /// A negative count shifts right; 64 or more gives 0. Like SQLite's `<<`.
  case shiftLeft = "leftshift:by:"
  /// Preserves the sign; a negative count shifts left. Like SQLite's `>>`.
  case shiftRight = "rightshift:by:"
  case onesComplement = "onesComplement:"

  // Text functions.

  /// Unicode's language-independent mapping, as for `lowercase`.
  case uppercase = "uppercase:"
  case lowercase = "lowercase:"
  /// See `String.canonicalText`.
  case canonical = "canonical:"
  /// The number of UTF-16 units, like the `length` of a Foundation string; a NUL counts like any
  /// other unit.
  case length = "length:"

  // Date functions, in UTC and the proleptic Gregorian calendar. The result is an integer; nil
  // outside the years 1 to 9999.

  case year = "year:"
  case month = "month:"
  case day = "day:"

  /// The time at which the request was resolved, the same for all objects; resolved to a constant.
  /// In a derived attribute, the time of the save.
  case now = "now"
  /// Returns its argument; Core Data's way to keep an index from being used.
  case noIndex = "noindex:"

  /// The number of arguments, their type, and the type of the result; nil if that depends on the
  /// arguments.
  private var signature: (count: ClosedRange<Int>, operand: AttributeType, result: AttributeType?) {
    switch self {
    case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation:
      (1...500, .double, nil)
    case .random: (0...0, .double, .double)
    case .now: (0...0, .double, .date)
    case .distinct, .noIndex, .negate, .ceiling, .floor, .truncate, .round, .absolute:
      (1...1, .double, nil)
    case .squareRoot, .logarithm, .naturalLogarithm, .exponential: (1...1, .double, .double)
    case .modulus, .add, .subtract, .multiply, .divide: (2...2, .double, nil)
    case .power: (2...2, .double, .double)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      (2...2, .integer64, .integer64)
    case .onesComplement: (1...1, .integer64, .integer64)
    case .uppercase, .lowercase, .canonical: (1...1, .string, .string)
    case .length: (1...1, .string, .integer64)
    case .year, .month, .day: (1...1, .date, .integer64)
    }
  }

  /// The number of arguments that the function takes.
  package var argumentCount: ClosedRange<Int> { signature.count }

  /// The type of the arguments: `.double` for numbers of any type, `.integer64` for integers only.
  /// Aggregates accept the common type of their values.
  package var operand: AttributeType { signature.operand }

  /// The type of the result for checked arguments; not for aggregates.
  func resultType(_ arguments: [AttributeType?]) -> AttributeType {
    signature.result ?? .number(holding: arguments.compactMap { $0 })
  }

  /// The operator between two operands that the format language writes for it.
  package var symbol: String? {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .power: "**"
    default: nil
    }
  }

  package var isArithmetic: Bool { symbol != nil || self == .negate }

  /// The aggregate function, if it is one.
  package var aggregate: AggregateFunction? { AggregateFunction(rawValue: plainName) }

  /// The name without colons, which can also be used to call the function: `modulus(a, 2)`.
  package var plainName: String { String(rawValue.prefix { $0 != ":" }) }
}
