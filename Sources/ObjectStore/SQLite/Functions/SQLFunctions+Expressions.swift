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

  static func name(of symbol: ArithmeticOperator) -> String {
    "OBJECTGRAPH_\(String(describing: symbol).uppercased())"
  }

  static func name(of function: PredicateFunction) -> String {
    "OBJECTGRAPH_\(function.plainName.uppercased())"
  }

  /// The function for `(value, type)`.
  static func name(of type: CastType) -> String {
    "OBJECTGRAPH_CAST_\(String(describing: type).uppercased())"
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
      FunctionValue(arguments[0].number.widened(to: arguments[1].type))
    }
    for symbol in ArithmeticOperator.allCases {
      try connection.register(function: name(of: symbol), argumentCount: 2) { arguments in
        FunctionValue(Arithmetic.apply(symbol, arguments[0].number, arguments[1].number))
      }
    }
    for type in CastType.allCases {
      try connection.register(function: name(of: type), argumentCount: 2) { arguments in
        FunctionValue(type.value(of: arguments[0].value(of: arguments[1].type)))
      }
    }
    for function in PredicateFunction.allCases where function.aggregate == nil {
      let type = function.operand
      try connection.register(
        function: name(of: function), argumentCount: Int32(function.argumentCount.lowerBound),
        isDeterministic: function != .random
      ) { arguments in
        FunctionValue(function.value(of: arguments.map { $0.value(of: type) }))
      }
    }
    for function in AggregateFunction.allCases {
      try connection.register(aggregate: name(of: function), argumentCount: 4) { rows in
        guard let first = rows.first else { return function == .count ? .integer(0) : .null }
        let values = rows.map { $0[0].value(of: first[1].type) }
        return FunctionValue(
          function.value(of: values, isDistinct: first[3].isTrue, type: first[2].type))
      }
    }
  }
}

extension FunctionValue {
  /// The value as nil, an integer, a double or, from text, a decimal.
  fileprivate var number: AttributeValue {
    switch self {
    case .integer(let number): return .integer(number)
    case .real(let number): return .double(number)
    case .text(let digits):
      guard let decimal = Decimal(string: digits, locale: Row.posix), !decimal.isNaN else {
        return .null
      }
      return .decimal(decimal)
    case .null, .blob: return .null
    }
  }

  /// The value of an expression of a type; numbers keep their kind.
  func value(of type: AttributeType) -> AttributeValue {
    switch (type, self) {
    case (.string, .text(let text)): return .string(text)
    case (.uri, .text(let text)): return URL(string: text).map { .uri($0) } ?? .null
    case (.date, .real(let seconds)): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.date, .integer(let seconds)):
      return .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.uuid, .blob(let bytes)):
      guard bytes.count == 16 else { return .null }
      return .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    case (.binaryData, .blob(let bytes)), (.transformable, .blob(let bytes)),
      (.composite, .blob(let bytes)):
      return .data(Data(bytes))
    case (.string, _), (.uri, _), (.date, _), (.uuid, _), (.binaryData, _): return .null
    default: return number
    }
  }

  fileprivate var type: AttributeType {
    guard case .integer(let raw) = self else { return .undefined }
    return AttributeType(rawValue: Int(raw)) ?? .undefined
  }

  fileprivate var isTrue: Bool { if case .integer(1) = self { true } else { false } }

  fileprivate init(_ value: AttributeValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .boolean(let flag): self = .integer(flag ? 1 : 0)
    case .double(let number): self = number.isNaN ? .null : .real(number)
    case .decimal(let number): self = number.isNaN ? .null : .text("\(number)")
    case .string(let text): self = .text(text)
    case .date(let date): self = .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): self = .blob(Array(data))
    case .uuid(let uuid): self = .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
    case .uri(let url): self = .text(url.absoluteString)
    case .null, .objectID, .list: self = .null
    }
  }
}
