import Foundation
import ObjectModel

extension PredicateExpressions.Variable: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .value(try conversion.value(of: key))
  }
}

extension PredicateExpressions.Value: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    try PredicateConversion.constant(value)
  }
}

extension PredicateExpressions.NilLiteral: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    .value(.constant(.null))
  }
}

extension PredicateExpressions.KeyPath: ConvertibleExpression {
  func converted(by conversion: inout PredicateConversion) throws -> ConvertedPart {
    if let options = String.comparisonOptions(of: keyPath) {
      return .foldedText(try conversion.value(of: root), options)
    }
    if let constant = try PredicateConversion.constant(in: self) { return constant }
    let start = try conversion.value(of: root)
    if let type = Root.Output.self as? any Fetchable.Type {
      return .value(try path(of: type, from: start))
    }
    if Root.Output.self == String.self {
      if kind == .collectionIsEmpty {
        return .condition(start.compared(.equalTo, to: .constant(.string(""))))
      }
      throw PredicateConversion.refusal(
        "the number of characters or another property of the string \(FetchExpression(start))",
        repair: "FetchPredicate(format: \"length(name) > 3\") counts its UTF-16 units")
    }
    let count = ExpressionNode.collection(.count, of: start, then: [])
    switch collectionProperty {
    case .collectionCount where start.isCollectionOfObjects: return .value(count)
    case .collectionIsEmpty where start.isCollectionOfObjects:
      return .condition(count.compared(.equalTo, to: .constant(.integer(0))))
    default:
      throw PredicateConversion.refusal(
        "this property of the \(Root.Output.self) \(FetchExpression(start))",
        repair: "use @Managed properties, and isEmpty and count of collections")
    }
  }

  /// The requested property of a collection, which Foundation does not recognize for `OrderedSet`.
  private var collectionProperty: CommonKeyPathKind? {
    guard let type = Root.Output.self as? any OrderedMembers.Type else { return kind }
    if type.isCount(keyPath) { return .collectionCount }
    return type.isIsEmpty(keyPath) ? .collectionIsEmpty : kind
  }

  private func path(of type: any Fetchable.Type, from start: ExpressionNode) throws
    -> ExpressionNode
  {
    let path = type.recorded(keyPath, Output.self)
    if let defect = path.defect { throw defect }
    guard let whole = start.followed(by: path.node) else {
      throw PredicateConversion.refusal(
        "a property of the object that \(FetchExpression(start)) results in",
        repair: "use the property of each object, and choose between the values")
    }
    return whole
  }
}

/// Checks key paths of an `OrderedSet` of unknown element type.
private protocol OrderedMembers {
  static func isCount(_ keyPath: AnyKeyPath) -> Bool
  static func isIsEmpty(_ keyPath: AnyKeyPath) -> Bool
}

extension OrderedSet: OrderedMembers {
  fileprivate static func isCount(_ keyPath: AnyKeyPath) -> Bool { keyPath == \Self.count }
  fileprivate static func isIsEmpty(_ keyPath: AnyKeyPath) -> Bool { keyPath == \Self.isEmpty }
}

extension ExpressionNode {
  /// Whether the expression is a collection whenever its Swift type says so.
  fileprivate var isCollectionOfObjects: Bool {
    switch kind {
    case .keyPath, .variable, .subquery: true
    default: false
    }
  }
}

extension Fetchable {
  /// A key path from this class as an expression, or the error that prevents it.
  fileprivate static func recorded<Value>(
    _ keyPath: AnyKeyPath, _ type: Value.Type
  ) -> FetchExpression {
    guard let keyPath = keyPath as? KeyPath<Self, Value> else {
      return FetchExpression(
        .constant(.null),
        defect: PredicateConversion.refusal(
          "a key path from a class other than \(Self.self)",
          repair: "use a key path from \(Self.self)"))
    }
    return RecordedPath.expression(of: keyPath)
  }
}
