/// The derivation of an attribute, checked against its entity.
package struct Derivation: Sendable {
  /// The operation on the values at the end of the path.
  package enum Form: Sendable, Hashable {
    /// The value itself.
    case copy
    /// The value transformed by a string function.
    case text(PredicateFunction)
    /// An aggregate of all values across a to-many relationship.
    case aggregate(AggregateFunction)
    /// The time of the save, for objects that the save writes.
    case now
  }

  package let form: Form

  /// The relationships along the path. A copy or string function goes only through to-one
  /// relationships; an aggregate starts with a to-many one, followed by to-one ones.
  package let steps: [RelationshipDescription]

  /// The attribute at the end; nil for `@count` and `now()`.
  package let source: AttributeDescription?

  /// The type of the derived attribute.
  package let type: AttributeType

  /// Whether the value depends only on the object's own attributes.
  package var isOwn: Bool { steps.isEmpty }

  /// Computes the derived value.
  ///
  /// Nils are ignored. For no values, the sum is 0, and the minimum, maximum and average are nil.
  ///
  /// - Parameter values: at most one for a copy or string function; for `@count`, one for each
  ///   object.
  /// - Returns: nil if the result does not fit the attribute's type.
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
    // Not every integer has an exact double.
    if case .integer(let number) = value, type == .double || type == .float {
      return .double(Double(number))
    }
    return value.kept(as: type)
  }
}
