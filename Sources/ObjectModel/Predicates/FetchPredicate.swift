/// A condition on objects, written in Core Data's format language.
///
///     let predicate = try FetchPredicate(format: "partySize > %d AND camper == %@", 2, camper)
///
/// Immutable, and free of any entity: keys and types are checked when a request uses it. Values are
/// arguments and never become part of the text, so that nothing a user types can change its
/// meaning. Two predicates are equal when they say the same, whatever their spelling.
///
/// An object among the values stands for its ID, and is not kept. One that was not saved when the
/// predicate was made is the same object for it once it was.
public class FetchPredicate: @unchecked Sendable {
  // Sound: all state of this class and its subclasses is `let` and Sendable. The compiler cannot
  // see it because the class has subclasses; it is not open, so all of them are in this module.

  package var node: PredicateNode { filled?.node ?? tree }

  /// What the predicate is made of when its format is a template; then `tree` says nothing.
  let filled: FilledTemplate?

  private let tree: PredicateNode

  /// What is wrong with a predicate that was made by an initializer that cannot throw; thrown when
  /// the predicate is used.
  package var defect: ObjectGraphError? { fault?.value }

  // Apart from it: an error is large, and mostly there is none.
  private let fault: ByIdentity<ObjectGraphError>?

  /// How many levels of predicates there are, those of the tree or more.
  let depth: Int

  /// Makes a predicate of a syntax tree; one that is too deep is not kept.
  ///
  /// - Parameter depth: that of the tree, unless predicates are nested deeper than their trees.
  package init(_ node: PredicateNode, depth: Int? = nil, defect: ObjectGraphError? = nil) {
    let depth = depth ?? node.depth
    let isTooDeep = depth > PredicateNode.maximumDepth
    tree = isTooDeep ? .literal(false) : node
    self.depth = isTooDeep ? 1 : depth
    fault = (isTooDeep ? defect ?? .tooDeep : defect).map { ByIdentity($0) }
    filled = nil
  }

  /// Makes the predicate of a template with values.
  init(_ filled: FilledTemplate) {
    self.filled = filled
    tree = .literal(false)
    depth = filled.template.node.depth
    fault = nil
  }

  /// Makes a predicate from its text and the arguments for its `%@`, `%K`, `%d` and so on.
  ///
  /// - Throws: `invalidArgument` with the position in the text: on bad syntax, on too few, too many
  ///   or unfit arguments, on a date that does not exist, past 500 levels of nesting.
  public convenience init(format: String, _ arguments: Any?...) throws {
    try self.init(format: format, argumentArray: arguments)
  }

  /// Makes a predicate from its text and the array of its arguments.
  ///
  /// - Throws: as `init(format:_:)` does.
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

  /// The predicate of a text without arguments; one that is none is found to be so when it is used.
  convenience init(lenientFormat format: String) {
    do {
      try self.init(format: format)
    } catch {
      self.init(
        .literal(false),
        defect: error as? ObjectGraphError ?? ObjectGraphError(.invalidArgument, "\(error)"))
    }
  }

  /// Makes a predicate that holds for every object, or for none.
  public convenience init(value: Bool) {
    self.init(.literal(value))
  }

  /// Makes a predicate that holds where a block says so.
  ///
  /// It is for `evaluate(with:)` and what a program has at hand: no store knows how to carry a
  /// block out, and a fetch with it throws, whichever the store.
  ///
  /// - Parameter block: gets what is evaluated and the values of variables,
  ///   nil where there are none.
  public convenience init(block: @escaping @Sendable (Any?, [String: Any]?) -> Bool) {
    self.init(PredicateNode(.block(PredicateBlock(block))))
  }

  /// A predicate that holds for objects in which a text is found, as
  /// `ManagedObjectContext.search(_:in:limit:)` finds them.
  ///
  ///     request.predicate = .search("apple 555")
  ///
  /// Each word of the text is the beginning of a word in some value that the model marks with a
  /// `searchStyle` or in `searchKeyPaths`. In the format language it is `SELF CONTAINS[w] "apple
  /// 555"`. A text without a letter, digit or symbol finds nothing.
  public static func search(_ text: String) -> FetchPredicate {
    FetchPredicate(
      .comparison(
        ComparisonNode(
          .selfObject, .contains, .constant(.string(text)), options: .wordBased)))
  }

  /// The predicate as text, from which an equal predicate can be made.
  ///
  /// Only the ID of an object, a fetch and a block have no spelling that can be read back.
  public var predicateFormat: String { FormatPrinter.text(of: node) }

  /// A copy in which `$NAME` is replaced by the value under `NAME`; variables without a value stay.
  ///
  /// - Parameter variables: values as for `%@`, or a `FetchExpression`.
  /// - Throws: `invalidArgument` for a value that cannot stand in a predicate.
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
