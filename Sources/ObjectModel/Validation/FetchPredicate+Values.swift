import Foundation

/// A validation predicate: a condition on one value, which it refers to as `SELF`.
extension FetchPredicate {
  /// Evaluates the predicate for a non-nil value.
  ///
  /// - Throws: code 134061 if the predicate does not fit the value's type, or has keys other than
  ///   `SELF` and, for a string, `length`.
  func holds(for value: AttributeValue) throws -> Bool {
    if let defect { throw defect }
    let about = try node.about(value)
    return try PredicateResolver(entity: EntityDescription()).resolve(about)
      .matches(KnownByID.nothing)
  }
}

extension AttributeValue {
  /// A sample value of a type, for trying out expressions; nil for types that predicates do not
  /// support.
  static func sample(of type: AttributeType) -> AttributeValue? {
    switch type {
    case .integer16, .integer32, .integer64: .integer(1)
    case .decimal: .decimal(1)
    case .double, .float: .double(1)
    case .string: .string("a")
    case .boolean: .boolean(true)
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .binaryData: .data(Data())
    case .uuid: .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    case .uri: .uri(URL(fileURLWithPath: "/"))
    case .undefined, .transformable, .objectID, .composite: nil
    }
  }
}

extension PredicateNode {
  fileprivate func about(_ value: AttributeValue) throws -> PredicateNode {
    try replacing { node in
      switch node.kind {
      case .keyPath(let keys):
        if keys.isEmpty { return node.with(.constant(value)) }
        if keys == ["length"], case .string(let text) = value {
          return node.with(.constant(.integer(Int64(text.utf16.count))))
        }
        throw ObjectGraphError(
          .invalidArgument,
          "a validation predicate applies to one value and cannot use "
            + keys.joined(separator: "."),
          repair: "use SELF, or length of a string; compare properties in validateForUpdate()")
      case .collection, .subquery, .fetch, .fetchOperand:
        throw ObjectGraphError(
          .invalidArgument,
          "a validation predicate applies to one value and cannot use collections",
          repair: "check collections in validateForUpdate()")
      default: return nil
      }
    }
  }
}
