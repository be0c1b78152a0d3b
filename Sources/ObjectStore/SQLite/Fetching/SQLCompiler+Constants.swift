import ObjectModel

/// Constants, which are bound in the form that the other side of the comparison has.
extension SQLCompiler {
  /// - Parameters:
  ///   - side: the other side of the comparison; nil when it is not known yet.
  ///   - other: its expression.
  ///   - folding: options under which a text is folded before it is compared.
  func operand(
    _ expression: ResolvedExpression, against side: SQLOperand?, _ other: ResolvedExpression,
    _ folding: ComparisonOptions, in scope: SQLScope
  ) throws -> SQLOperand {
    guard case .constant(let constant) = expression else {
      return .value(try value(expression, in: scope).folded(folding))
    }
    return operand(constant, against: side, other, folding)
  }

  func operand(
    _ constant: AttributeValue, against side: SQLOperand?, _ other: ResolvedExpression,
    _ folding: ComparisonOptions
  ) -> SQLOperand {
    switch constant {
    case .null: return .null
    case .string(let text): return bound(.text(text.foldedForComparison(folding)))
    case .objectID(let id):
      guard isKept(id), hierarchy(of: other).map({ $0 === id.entity.root }) ?? true else {
        return .unmatchable
      }
      return bound(.integer(id.reference))
    case .decimal(let number):
      if number.isNaN { return .unmatchable }
      if let binding = SQLParameter(constant), case .value(let value) = side,
        value.digits == .column || value.digits == .exact
      {
        return bound(binding)
      }
      return bound(.text("\(number)"), .written)
    case .double: return SQLParameter(constant).map { bound($0, .double) } ?? .unmatchable
    default: return SQLParameter(constant).map { bound($0) } ?? .unmatchable
    }
  }

  private func bound(_ binding: SQLParameter, _ digits: SQLValue.Digits = .exact) -> SQLOperand {
    .value(SQLValue(text: bind(binding), canBeNull: false, digits: digits))
  }
}
