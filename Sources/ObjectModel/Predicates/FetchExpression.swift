/// An expression that is evaluated for an object: a constant, a key path, a variable, a function
/// call, a list, a subquery, a conditional, or a fetch.
///
/// Immutable and independent of any entity: keys and types are checked when a request uses it.
public class FetchExpression: @unchecked Sendable {
  // Sound: all state of this class and its subclass is `let` and Sendable. The compiler cannot
  // verify this for a class with subclasses; it is not open, so the only subclass is in this
  // module.

  package let node: ExpressionNode

  /// The error in an expression created by a non-throwing initializer; thrown when the expression
  /// is used.
  package var defect: ObjectGraphError? { fault?.value }

  private let fault: ByIdentity<ObjectGraphError>?

  var depth: Int { node.depth }

  /// Creates an expression from a syntax tree; one that is too deep is discarded.
  package init(_ node: ExpressionNode, defect: ObjectGraphError? = nil) {
    let isTooDeep = node.depth > PredicateNode.maximumDepth
    self.node = isTooDeep ? .constant(.null) : node
    fault = (isTooDeep ? defect ?? .tooDeep : defect).map { ByIdentity($0) }
  }

  /// Creates an expression from others, inheriting their defects.
  convenience init(
    of parts: [FetchExpression], and predicate: FetchPredicate? = nil,
    make: ([ExpressionNode]) throws -> ExpressionNode
  ) {
    let defect = parts.lazy.compactMap(\.defect).first ?? predicate?.defect
    do {
      if let defect { throw defect }
      self.init(try make(parts.map(\.node)))
    } catch {
      self.init(.constant(.null), defect: error as? ObjectGraphError)
    }
  }

  /// Creates an expression from its text and the arguments for its `%@`, `%K`, `%d` and so on.
  ///
  /// - Throws: `invalidArgument` with the position in the text, as `FetchPredicate(format:)` does.
  public convenience init(format: String, _ arguments: Any?...) throws {
    try self.init(format: format, argumentArray: arguments)
  }

  /// Creates an expression from its text and an array of arguments.
  ///
  /// - Throws: errors of `init(format:_:)`.
  public convenience init(format: String, argumentArray arguments: [Any?]) throws {
    var parser = try FormatParser(format: format, arguments: arguments)
    self.init(try parser.parseExpression().withoutArguments)
  }

  /// Creates an expression from its text; errors are thrown when it is used.
  convenience init(lenientFormat format: String) {
    self.init(of: []) { _ in try FetchExpression(format: format).node }
  }

  /// Creates a constant: nil, a number, a string, a date, data, a UUID, a URL, an object or its ID,
  /// or an array or set of those; or, for a `FetchRequestExpression`, a fetch request or a context.
  /// Using any other value in a predicate throws.
  public convenience init(forConstantValue value: Any?) {
    do {
      self.init(.constant(try FormatArguments.value(of: value)))
    } catch {
      if let operand = (value as? any FetchOperandConvertible)?.fetchOperand {
        self.init(ExpressionNode(.fetchOperand(operand)))
      } else {
        self.init(.constant(.null), defect: error)
      }
    }
  }

  /// Creates a key path such as `camper.fullName`, `SELF`, `reservations.@count` or
  /// `reservations.partySize.@sum`. Using text that is not a key path throws.
  public convenience init(forKeyPath keyPath: String) {
    self.init(of: []) { _ in try FormatArguments.keyPath(keyPath) }
  }

  /// Creates the variable `$name`; a path may follow the name.
  public convenience init(forVariable name: String) {
    self.init(of: []) { _ in
      let keys = name.split(separator: ".", omittingEmptySubsequences: false)
      for key in keys { try Self.checkVariable(String(key), in: name) }
      return .variable(name)
    }
  }

  private static func checkVariable(_ key: String, in name: String) throws(ObjectGraphError) {
    guard !FormatLexer.isName(key) else { return }
    throw ObjectGraphError(
      .invalidArgument, "\"\(name)\" cannot be the name of a variable",
      repair: "use letters, digits and underscores, without a dollar sign")
  }

  /// Creates `SELF`, the evaluated object.
  public static func expressionForEvaluatedObject() -> FetchExpression {
    FetchExpression(.selfObject)
  }

  /// Creates a function call by Core Data's name, such as `sum:`, `modulus:by:` or `now`.
  ///
  /// Using an unknown function, or one with the wrong number of arguments, throws.
  public convenience init(forFunction name: String, arguments: [FetchExpression]) {
    self.init(of: arguments) { try FunctionName.node(name, $0) }
  }

  /// Creates a list of expressions, for the right side of `IN` and `BETWEEN` and for aggregates.
  /// Using a nested list throws.
  public convenience init(forAggregate elements: [FetchExpression]) {
    self.init(of: elements) { nodes in
      if nodes.contains(where: \.isList) {
        throw ObjectGraphError(.invalidArgument, "a list in a predicate cannot hold a list")
      }
      return .aggregate(nodes)
    }
  }

  /// Creates `SUBQUERY(collection, $variable, predicate)`: the objects of a collection that match a
  /// condition in which `$variable` refers to each of them.
  public convenience init(
    forSubquery collection: FetchExpression, usingIteratorVariable variable: String,
    predicate: FetchPredicate
  ) {
    self.init(of: [collection], and: predicate) { nodes in
      try Self.checkVariable(variable, in: variable)
      return .subquery(SubqueryNode(nodes[0], variable, predicate.node))
    }
  }

  /// Creates `TERNARY(predicate, true, false)`: the first expression if the predicate is true, else
  /// the second.
  public convenience init(
    forConditional predicate: FetchPredicate, trueExpression: FetchExpression,
    falseExpression: FetchExpression
  ) {
    self.init(of: [trueExpression, falseExpression], and: predicate) {
      .ternary(predicate.node, $0[0], $0[1])
    }
  }
}

extension FetchExpression: Hashable {
  public static func == (left: FetchExpression, right: FetchExpression) -> Bool {
    left.node == right.node
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

extension FetchExpression: CustomStringConvertible {
  public var description: String { FormatPrinter.text(of: node) }
}
