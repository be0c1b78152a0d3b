/// A condition on objects, written in Core Data's format language.
///
///     let predicate = try FetchPredicate(format: "partySize > %d AND camper == %@", 2, camper)
///
/// Immutable and independent of any entity: keys and types are checked when a request uses it.
/// Values are passed as arguments and never become part of the text, so user input cannot change
/// its meaning. Two predicates are equal if they mean the same, however they are spelled.
///
/// An object passed as a value is replaced by its ID and not retained. If it was unsaved when the
/// predicate was created, the ID still matches it after it is saved.
public class FetchPredicate: @unchecked Sendable {
  // Sound: all state of this class and its subclasses is `let` and Sendable. The compiler cannot
  // verify this for a class with subclasses; it is not open, so all of them are in this module.

  package var node: PredicateNode { filled?.node ?? tree }

  /// The template and values of a predicate created from a template; `tree` is then meaningless.
  let filled: FilledTemplate?

  private let tree: PredicateNode

  /// The error in a predicate created by a non-throwing initializer; thrown when the predicate is
  /// used.
  package var defect: ObjectGraphError? { fault?.value }

  // Boxed, because an error is large and usually absent.
  private let fault: ByIdentity<ObjectGraphError>?

  /// The nesting depth of predicates; at least that of the tree.
  let depth: Int

  /// Creates a predicate from a syntax tree; one that is too deep is discarded.
  ///
  /// - Parameter depth: nil for the depth of the tree; greater if predicates are nested more deeply
  ///   than their trees.
  package init(_ node: PredicateNode, depth: Int? = nil, defect: ObjectGraphError? = nil) {
    let depth = depth ?? node.depth
    let isTooDeep = depth > PredicateNode.maximumDepth
    tree = isTooDeep ? .literal(false) : node
    self.depth = isTooDeep ? 1 : depth
    fault = (isTooDeep ? defect ?? .tooDeep : defect).map { ByIdentity($0) }
    filled = nil
  }

  /// Creates the predicate of a template and its values.
  init(_ filled: FilledTemplate) {
    self.filled = filled
    tree = .literal(false)
    depth = filled.template.node.depth
    fault = nil
  }

  /// Creates a predicate from its text and the arguments for its `%@`, `%K`, `%d` and so on.
  ///
  /// - Throws: `invalidArgument`, with the position in the text, for a syntax error, missing,
  ///   surplus or unsuitable arguments, a date that does not exist, or more than 500 levels of
  ///   nesting.
  public convenience init(format: String, _ arguments: Any?...) throws {
    try self.init(format: format, argumentArray: arguments)
  }

  /// Creates a predicate from its text and an array of arguments.
  ///
  /// - Throws: errors of `init(format:_:)`.
  public convenience init(format: String, argumentArray arguments: [Any?]?) throws {
    let arguments = arguments ?? []
    if let template = FormatTemplate.known.value(of: format),
      let values = template.values(of: arguments)
    {
      self.init(FilledTemplate(template, values))
      return
    }
    var parser = try FormatParser(format: format, arguments: arguments)
    let node = try parser.parsePredicate()
    if let template = FormatTemplate(node, arguments: parser.arguments) {
      FormatTemplate.known.keep(template, of: format)
    }
    self.init(node.withoutArguments)
  }

  /// Creates a predicate from text without arguments; errors are thrown when it is used.
  convenience init(lenientFormat format: String) {
    do {
      try self.init(format: format)
    } catch {
      self.init(
        .literal(false),
        defect: error as? ObjectGraphError ?? ObjectGraphError(.invalidArgument, "\(error)"))
    }
  }

  /// Creates a predicate that is true for every object, or for none.
  public convenience init(value: Bool) {
    self.init(.literal(value))
  }

  /// Creates a predicate that evaluates a block.
  ///
  /// Use it with `evaluate(with:)` and objects in memory: no store can run a block, so a fetch with
  /// it throws, whatever the store.
  ///
  /// - Parameter block: receives the evaluated object and the values of variables, or nil if there
  ///   are none.
  public convenience init(block: @escaping @Sendable (Any?, [String: Any]?) -> Bool) {
    self.init(PredicateNode(.block(PredicateBlock(block))))
  }

  /// Creates a predicate that matches the objects found by a text search, as
  /// `ManagedObjectContext.search(_:in:limit:)` does.
  ///
  ///     request.predicate = .search("apple 555")
  ///
  /// Each word of the text must be the beginning of a word in one of the attributes that the model
  /// makes searchable with `searchStyle` or `searchKeyPaths`. In the format language, it is `SELF
  /// CONTAINS[w] "apple 555"`. A text without a letter, digit or symbol matches nothing.
  public static func search(_ text: String) -> FetchPredicate {
    FetchPredicate(
      .comparison(
        ComparisonNode(
          .selfObject, .contains, .constant(.string(text)), options: .wordBased)))
  }

  /// The predicate as text, from which an equal predicate can be created.
  ///
  /// Only object IDs, fetches and blocks have no readable form.
  public var predicateFormat: String { FormatPrinter.text(of: node) }

  /// A copy in which each `$NAME` is replaced by the value for `NAME`; variables without a value
  /// are kept.
  ///
  /// - Parameter variables: values as for `%@`, or a `FetchExpression`.
  /// - Throws: `invalidArgument` for a value that cannot be used in a predicate.
  public func withSubstitutionVariables(_ variables: [String: Any?]) throws -> FetchPredicate {
    if let defect { throw defect }
    var replacements: [String: ExpressionNode] = [:]
    for (name, value) in variables {
      let expression = value as? FetchExpression ?? FetchExpression(forConstantValue: value)
      if var defect = expression.defect {
        defect.message = "for $\(name): \(defect.message)"
        throw defect
      }
      replacements[name] = expression.node
    }
    return FetchPredicate(try node.substituting(replacements))
  }
}

extension FetchPredicate: Hashable {
  public static func == (left: FetchPredicate, right: FetchPredicate) -> Bool {
    left.node == right.node
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(node) }
}

extension FetchPredicate: CustomStringConvertible {
  public var description: String { predicateFormat }
}

extension FetchPredicate {
  /// The text of a predicate whose meaning never changes; nil if it contains a block, a fetch, a
  /// variable, `now()` or `random()`.
  package var unchangingText: String? {
    let changes = SyntaxNode.predicate(node).contains { part in
      switch part {
      case .predicate(let node):
        if case .block = node.kind { true } else { false }
      case .expression(let node):
        switch node.kind {
        case .fetch, .fetchOperand, .variable, .function(.now, _), .function(.random, _): true
        default: false
        }
      }
    }
    return changes ? nil : predicateFormat
  }
}
