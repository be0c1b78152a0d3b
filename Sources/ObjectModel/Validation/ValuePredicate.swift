import Foundation

/// A validation predicate: a condition on one value, which it calls `SELF`.
package struct ValuePredicate: Sendable {
  package let predicate: FetchPredicate

  package init(_ predicate: FetchPredicate) {
    self.predicate = predicate
  }

  /// Whether the predicate holds for a value that is not nil.
  ///
  /// - Throws: code 134061 when the predicate does not fit the value's type, or has keys other than
  ///   `SELF` and, for a text, `length`.
  package func holds(for value: AttributeValue) throws -> Bool {
    if let defect = predicate.defect { throw defect }
    let node = try predicate.node.about(value)
    let resolved = try PredicateResolver(entity: EntityDescription()).resolve(
      node, positions: predicate.positions)
    return try EvaluationFailure.surfacing { resolved.matches(NoSubject()) }
  }
}

/// Stands where everything that a predicate asks about is known already.
struct NoSubject: PredicateSubject {
  var objectID: ManagedObjectID {
    ManagedObjectID(store: nil, entity: EntityDescription(), reference: -1)
  }
  func value(of attribute: AttributeDescription) -> AttributeValue { .null }
  func destination(of relationship: RelationshipDescription) -> (any PredicateSubject)? { nil }
  func destinations(of relationship: RelationshipDescription) -> [any PredicateSubject] { [] }
}

extension AttributeValue {
  /// Some value of a type, to try expressions on; nil for types that predicates cannot look into.
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
    switch self {
    case .literal, .block: return self
    case .and(let children): return .and(try children.map { try $0.about(value) })
    case .or(let children): return .or(try children.map { try $0.about(value) })
    case .not(let child): return .not(try child.about(value))
    case .comparison(var comparison):
      comparison.left = try comparison.left.about(value)
      comparison.right = try comparison.right.about(value)
      return .comparison(comparison)
    }
  }
}

extension ExpressionNode {
  fileprivate func about(_ value: AttributeValue) throws -> ExpressionNode {
    switch self {
    case .selfObject: return .constant(value)
    case .keyPath(let keys):
      if keys == ["length"], case .string(let text) = value {
        return .constant(.integer(Int64(text.utf16.count)))
      }
      throw ObjectGraphError(
        .invalidArgument,
        "a validation predicate is about one value and cannot ask for \(keys.joined(separator: "."))",
        repair: "use SELF, or length of a text; check several properties in validateForUpdate()")
    case .constant, .variable: return self
    case .aggregate(let elements): return .aggregate(try elements.map { try $0.about(value) })
    case .function(let function, let arguments):
      return .function(function, try arguments.map { try $0.about(value) })
    case .cast(let operand, let type): return .cast(try operand.about(value), type)
    case .ternary(let condition, let one, let other):
      return .ternary(
        try condition.about(value), try one.about(value), try other.about(value))
    case .collection, .subquery, .fetch, .fetchOperand:
      throw ObjectGraphError(
        .invalidArgument,
        "a validation predicate is about one value and cannot ask for collections",
        repair: "check collections in validateForUpdate()")
    case .negative(let operand): return .negative(try operand.about(value))
    case .arithmetic(let symbol, let left, let right):
      return .arithmetic(symbol, try left.about(value), try right.about(value))
    }
  }
}
