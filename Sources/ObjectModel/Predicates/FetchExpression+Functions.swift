/// Expressions that a derived attribute takes.
extension FetchExpression {
  /// Makes an expression of its text: a key path, `uppercase:(path)`, `lowercase:(path)`,
  /// `canonical:(path)`, `relationship.@count`, `relationship.attribute.@sum` (or `@min`, `@max`,
  /// `@avg`), or `now()`.
  ///
  /// - Throws: code 134061 for any other text.
  public convenience init(format: String) throws {
    self.init(try Self.node(of: format))
  }

  /// The expression of a text; one that is none is found to be so when it is used.
  convenience init(lenientFormat format: String) {
    do {
      self.init(try Self.node(of: format))
    } catch {
      self.init(.constant(.null), defect: error)
    }
  }

  /// Makes a call of one of the functions `uppercase:`, `lowercase:`, `canonical:` with a key path, or
  /// of `now` without an argument. Using any other function throws.
  public convenience init(forFunction name: String, arguments: [FetchExpression]) {
    do {
      self.init(try Self.call(name, arguments))
    } catch {
      self.init(.constant(.null), defect: error)
    }
  }

  private static func node(of format: String) throws(ObjectGraphError) -> ExpressionNode {
    let text = String(format.filter { !$0.isWhitespace })
    if text == "now()" { return .function(.now, []) }
    guard let open = text.firstIndex(of: "("), text.last == ")" else {
      return try path(text)
    }
    let argument = String(text[text.index(after: open)...].dropLast())
    return try call(String(text[..<open]), [FetchExpression(FormatArguments.keyPath(argument))])
  }

  private static func call(
    _ name: String, _ arguments: [FetchExpression]
  ) throws(ObjectGraphError) -> ExpressionNode {
    if let defect = arguments.lazy.compactMap(\.defect).first { throw defect }
    if name == "now", arguments.isEmpty { return .function(.now, []) }
    guard TextFunction(rawValue: name) != nil, let function = PredicateFunction(rawValue: name),
      arguments.count == 1, case .keyPath = arguments[0].node
    else {
      let known = TextFunction.allCases.map { "\($0.rawValue)(path)" }.joined(separator: ", ")
      throw ObjectGraphError(
        .invalidArgument, "the function \(name) of \(arguments.count) arguments is not known",
        repair: "write \(known) or now()")
    }
    return .function(function, [arguments[0].node])
  }

  /// The node of a key path, which may end in a collection operator.
  static func path(_ text: String) throws(ObjectGraphError) -> ExpressionNode {
    if let node = try collectionPath(text) { return node }
    return try FormatArguments.keyPath(text)
  }

  /// The node of a path that ends in a collection operator other than `@count`; nil for other paths.
  private static func collectionPath(_ text: String) throws(ObjectGraphError) -> ExpressionNode? {
    var keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }), keys.last != "@count" else {
      return nil
    }
    guard place == keys.count - 1 else {
      let name = keys.remove(at: place)
      throw ObjectGraphError(
        .invalidArgument, "in \"\(text)\" something follows \(name)",
        repair: "the operator comes last: \((keys + [name]).joined(separator: "."))")
    }
    let name = keys.removeLast()
    guard let symbol = CollectionOperator(rawValue: name) else {
      let known = CollectionOperator.allCases.map(\.rawValue).joined(separator: ", ")
      throw ObjectGraphError(
        .invalidArgument, "the collection operator \(name) is not known",
        repair: "use one of \(known)")
    }
    guard keys.count > 1, keys.allSatisfy(FormatLexer.isName) else {
      throw ObjectGraphError(
        .invalidArgument, "\"\(text)\" names no values",
        repair: "name a to-many relationship and an attribute: pages.wordCount.\(name)")
    }
    return .collection(symbol, of: .keyPath(keys), then: [])
  }
}
