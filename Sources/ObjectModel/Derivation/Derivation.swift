/// What a derived attribute is made of, checked against its entity.
package struct Derivation: Sendable {
  /// What becomes of the values at the end of the path.
  package enum Form: Sendable, Hashable {
    /// The value itself.
    case copy
    /// Another text made of it.
    case text(PredicateFunction)
    /// All values over a to-many relationship together.
    case aggregate(AggregateFunction)
    /// The moment of the save, for objects that the save writes.
    case now
  }

  package let form: Form

  /// The relationships on the way. A copy and a text go over to-one relationships alone; an
  /// aggregate goes over a to-many one first, and then over to-one ones.
  package let steps: [RelationshipDescription]

  /// The attribute at the end; nil for `@count` and `now()`.
  package let source: AttributeDescription?

  /// The type of the derived attribute.
  package let type: AttributeType

  /// Whether the object's own attributes are all that the value depends on.
  package var isOwn: Bool { steps.isEmpty }

  /// The derived value.
  ///
  /// Nils among the values are left out. The sum of nothing is 0, the least, the greatest and the
  /// average of nothing are nil.
  ///
  /// - Parameter values: one at most for a copy and a text; for `@count` one for each object.
  /// - Returns: nil when the result does not fit the attribute's type.
  package func value(of values: [AttributeValue]) -> AttributeValue? {
    switch form {
    case .copy: return fitting(values.first ?? .null)
    case .text(let function): return function.value(of: values.first.map { [$0] } ?? [])
    case .aggregate(.count): return value(count: values.count)
    case .aggregate(let symbol): return fitting(symbol.value(of: values))
    case .now: return values.first
    }
  }

  /// A result of `@count`.
  package func value(count: Int) -> AttributeValue? { fitting(.integer(Int64(count))) }

  private func fitting(_ value: AttributeValue) -> AttributeValue? {
    // An integer may have no exact double.
    if case .integer(let number) = value, type == .double || type == .float {
      return .double(Double(number))
    }
    return value.kept(as: type)
  }
}
