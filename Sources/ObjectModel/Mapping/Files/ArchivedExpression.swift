import Foundation

/// An expression in a keyed archive, the form in which mapping files store custom expressions.
struct ArchivedExpression {
  private let archive: KeyedArchive

  /// - Throws: code 134020 for bytes that are not a keyed archive.
  init(_ data: Data) throws {
    archive = try KeyedArchive(BinaryPropertyListReader.read(data))
  }

  /// - Throws: code 134061 for an unknown kind of expression.
  func expression() throws -> FetchExpression {
    let expression = FetchExpression(try node(archive.root, depth: 0))
    if let defect = expression.defect { throw defect }
    return expression
  }

  private func node(_ reference: PropertyList?, depth: Int) throws -> ExpressionNode {
    guard depth < PredicateNode.maximumDepth else { throw ObjectGraphError.tooDeep }
    guard let object = try archive.object(reference) else { throw Self.unknown("nothing") }
    let kind = object.classNames.first ?? ""
    if object.fields["NSConstantValue"] != nil || kind == "NSConstantValueExpression" {
      return .constant(try constant(object))
    }
    if kind == "NSSelfExpression" { return .selfObject }
    if let name = try object.string("NSVariable") { return .variable(name) }
    // As the argument of `valueForKeyPath:`.
    if let path = try object.string("NSKeyPath") { return .constant(.string(path)) }
    if object.fields["NSCollection"] != nil {
      return .aggregate(
        try archive.elements(object.fields["NSCollection"]).map { try node($0, depth: depth + 1) })
    }
    if let selector = try object.string("NSSelectorName") {
      return try call(selector, object, depth: depth)
    }
    throw Self.unknown(kind)
  }

  private func constant(_ object: KeyedArchive.Object) throws -> AttributeValue {
    try object.value("NSConstantValue", as: .undefined) ?? .null
  }

  private func call(
    _ selector: String, _ object: KeyedArchive.Object, depth: Int
  ) throws -> ExpressionNode {
    let arguments = try object.elements("NSArguments").map { try node($0, depth: depth + 1) }
    // The operand of a predicate function is a private Foundation class.
    let operand = try object.object("NSOperand")
    if try operand?.string("NSConstantValueClassName") == "_NSPredicateUtilities" {
      return try FunctionName.node(selector, arguments)
    }
    let receiver = try node(object.fields["NSOperand"], depth: depth + 1)
    guard selector == "valueForKey:" || selector == "valueForKeyPath:" else {
      return FunctionName.isKnown(selector)
        ? try FunctionName.node(selector, [receiver] + arguments)
        : .message(receiver, selector, arguments)
    }
    return try Self.path(from: receiver, arguments)
  }

  /// A key path, which is archived as a message to the object at its start.
  private static func path(
    from receiver: ExpressionNode, _ arguments: [ExpressionNode]
  ) throws -> ExpressionNode {
    guard case .constant(.string(let path))? = arguments.first?.kind, !path.contains("@") else {
      return .message(receiver, MappingMessage.valueForKeyPath, arguments)
    }
    let keys = path.split(separator: ".").map(String.init)
    switch receiver.kind {
    case .variable(let name): return .variable(([name] + keys).joined(separator: "."))
    case .keyPath(let start): return .keyPath(start + keys)
    default: return .message(receiver, MappingMessage.valueForKeyPath, arguments)
    }
  }

  private static func unknown(_ kind: String) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "it contains \(kind), which is not a supported expression",
      repair: "rewrite the expression, or use a migration policy")
  }
}
