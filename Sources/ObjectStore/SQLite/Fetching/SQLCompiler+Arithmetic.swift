import Foundation
import ObjectModel

/// Arithmetic: SQLite's own between integers and doubles, ours where decimals stay decimals.
extension SQLCompiler {
  func number(_ expression: ResolvedExpression, in scope: SQLScope) throws -> String {
    switch expression {
    case .constant(let value):
      // Text keeps every digit; only our own function reads it.
      if case .decimal(let number) = value {
        bind(.text("\(number)"))
      } else {
        guard let binding = SQLBinding(value) else { return "NULL" }
        bind(binding)
      }
      return "?"
    case .path(let path): return try column(at: path, in: scope)
    case .count(let path): return try count(path, in: scope)
    case .list: return "NULL"
    case .function, .aggregate, .ternary, .cast: throw Self.notSearchable("a function")
    case .negative(let operand):
      return try number(
        .arithmetic(.subtract, .constant(.integer(0)), operand), in: scope)
    case .arithmetic(let symbol, let left, let right):
      if expression.kind == .decimal {
        let first = try number(left, in: scope)
        bind(.text(symbol.rawValue))
        return "\(SQLFunctions.decimal)(\(first), ?, \(try number(right, in: scope)))"
      }
      let first = try plainNumber(left, in: scope)
      let second = try plainNumber(right, in: scope)
      return symbol == .power
        ? "\(SQLFunctions.power)(\(first), \(second))"
        : "(\(first) \(symbol.rawValue) \(second))"
    }
  }

  /// A decimal next to a double counts as a double: a column that holds a whole one must not make
  /// the division truncate.
  private func plainNumber(_ expression: ResolvedExpression, in scope: SQLScope) throws -> String {
    let text = try number(expression, in: scope)
    return expression.kind == .decimal ? "CAST(\(text) AS REAL)" : text
  }
}

extension ResolvedExpression {
  fileprivate enum NumberKind {
    case integer
    case decimal
    case double
  }

  /// What kind of number the expression gives.
  fileprivate var kind: NumberKind {
    switch self {
    case .constant(.decimal): return .decimal
    case .constant(.double): return .double
    case .path(let path):
      switch path.type {
      case .decimal: return .decimal
      case .double, .float: return .double
      default: return .integer
      }
    case .constant, .count, .list: return .integer
    case .function, .aggregate, .ternary, .cast:
      return type == .decimal ? .decimal : type == .double ? .double : .integer
    case .negative(let operand): return operand.kind
    case .arithmetic(let symbol, let left, let right):
      let kinds = [left.kind, right.kind]
      if symbol == .power || kinds.contains(.double) { return .double }
      return kinds.contains(.decimal) ? .decimal : .integer
    }
  }
}
