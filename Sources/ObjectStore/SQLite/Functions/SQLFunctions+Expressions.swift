import Foundation
import ObjectModel
import SQLite

/// SQL functions for expressions, which call the code for in-memory evaluation.
///
/// Between calls, an integer is an integer, a double is a double, and a decimal is text, which
/// preserves all digits.
extension SQLFunctions {
  /// `(number)`: the decimal for a column value.
  static let decimal = "OBJECTGRAPH_DECIMAL"
  /// `(decimal)`: a text whose byte order is the numeric order.
  static let decimalKey = "OBJECTGRAPH_DECIMAL_KEY"
  /// `(number, number)`: -1, 0 or 1, comparing exact values.
  static let order = "OBJECTGRAPH_ORDER"
  /// `(number, type)`: the number converted to a wider type.
  static let widened = "OBJECTGRAPH_WIDEN"

  static func name(of function: PredicateFunction) -> String {
    "OBJECTGRAPH_\((function.isArithmetic ? "\(function)" : function.plainName).uppercased())"
  }

  /// The function for `(value, type)`.
  static func name(of type: CastType) -> String {
    switch type {
    case .date: "OBJECTGRAPH_CAST_DATE"
    case .number: "OBJECTGRAPH_CAST_NUMBER"
    case .decimal: "OBJECTGRAPH_CAST_DECIMAL"
    case .string: "OBJECTGRAPH_CAST_STRING"
    }
  }

  /// The function for `(value, type of the values, type of the result, whether equal values count
  /// once)`.
  static func name(of function: AggregateFunction) -> String {
    "OBJECTGRAPH_ALL_\(function.rawValue.uppercased())"
  }

  static func registerExpressions(on connection: Connection) throws {
    try connection.register(function: decimal, argumentCount: 1) { arguments in
      switch arguments[0] {
      case .integer(let number): .text(String(number))
      case .real(let number): StoredDecimal.text(of: number).map { .text($0) } ?? .null
      default: arguments[0]
      }
    }
    try connection.register(function: decimalKey, argumentCount: 1) { arguments in
      switch arguments[0] {
      case .text(let digits): .text(DecimalDigits(digits).sortKey)
      case .integer(let number): .text(DecimalDigits(String(number)).sortKey)
      default: arguments[0]
      }
    }
    try connection.register(function: order, argumentCount: 2) { arguments in
      ValueOrder.compare(arguments[0].number, arguments[1].number)
        .map { .integer(Int64($0.rawValue)) } ?? .null
    }
    try connection.register(function: widened, argumentCount: 2) { arguments in
      SQLiteValue(result: arguments[0].number.widened(to: arguments[1].type))
    }
    for function in PredicateFunction.allCases where function.symbol != nil {
      try connection.register(function: name(of: function), argumentCount: 2) { arguments in
        SQLiteValue(result: Arithmetic.apply(function, arguments[0].number, arguments[1].number))
      }
    }
    for type in CastType.allCases {
      try connection.register(function: name(of: type), argumentCount: 2) { arguments in
        SQLiteValue(result: type.value(of: arguments[0].value(of: arguments[1].type)))
      }
    }
    for function in PredicateFunction.allCases
    where function.aggregate == nil && !function.isArithmetic {
      let type = function.operand
      try connection.register(
        function: name(of: function), argumentCount: Int32(function.argumentCount.lowerBound),
        isDeterministic: function != .random
      ) { arguments in
        SQLiteValue(result: function.value(of: arguments.map { $0.value(of: type) }))
      }
    }
    for function in AggregateFunction.allCases {
      try connection.register(aggregate: name(of: function), argumentCount: 4) { rows in
        guard let first = rows.first else { return function == .count ? .integer(0) : .null }
        let values = rows.map { $0[0].value(of: first[1].type) }
        return SQLiteValue(
          result:
            function.value(of: values, isDistinct: first[3].isTrue, type: first[2].type))
      }
    }
  }
}
