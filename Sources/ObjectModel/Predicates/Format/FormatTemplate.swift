/// A format that was parsed before, whose arguments are values: each use of it gives the same tree
/// with other constants.
///
/// Programs use the same few formats again and again. So the last ones are kept, together with what
/// came of resolving them against their entities. A format is a template when each of its arguments
/// is a constant of the tree: no `%K`, no list and no expression for `%@`, no `%@` in a `CAST`.
final class FormatTemplate: Sendable {
  /// The tree, with the numbers of the arguments in those of its constants that they are.
  let node: PredicateNode

  /// What follows the percent signs.
  private let specifiers: [String]

  /// What the tree was resolved to, by entity.
  let resolutions = Lock<[TemplateResolution]>([])

  /// Those that are kept.
  static let known = FormatCache<FormatTemplate>()

  /// - Returns: nil where more than a constant came of an argument.
  init?(_ node: PredicateNode, arguments: FormatArguments) {
    let numbers = SyntaxNode.predicate(node).constants.compactMap(\.argument)
    guard numbers.elementsEqual(arguments.specifiers.indices) else { return nil }
    self.node = node
    specifiers = arguments.specifiers
  }

  /// The values of the arguments; nil where they are too few, too many or no single values, which
  /// the parser has to look at.
  func values(of arguments: [Any?]) -> [AttributeValue]? {
    guard arguments.count == specifiers.count else { return nil }
    var values: [AttributeValue] = []
    values.reserveCapacity(specifiers.count)
    for (specifier, argument) in zip(specifiers, arguments) {
      if specifier == "@", let argument, let plain = AttributeValue.plain(argument) {
        values.append(plain)
        continue
      }
      var given = FormatArguments([argument])
      guard let value = (try? given.take(specifier))?.constantValue, !value.isList else {
        return nil
      }
      values.append(value)
    }
    return values
  }
}

/// A template with values, as a predicate holds it: its tree is made when somebody asks for it.
final class FilledTemplate: Sendable {
  let template: FormatTemplate
  let values: [AttributeValue]
  private let made = Lock<PredicateNode?>(nil)

  init(_ template: FormatTemplate, _ values: [AttributeValue]) {
    self.template = template
    self.values = values
  }

  /// The values with the permanent IDs of objects that were saved since.
  var currentValues: [AttributeValue] {
    values.contains(where: \.isUnsavedObject) ? values.map(\.current) : values
  }

  var node: PredicateNode {
    made.withLock { made in
      if let made { return made }
      let node = template.node.replacing { node in
        node.argument.map { ExpressionNode(.constant(values[$0]), at: node.position) }
      }
      made = node
      return node
    }
  }
}

extension PredicateNode {
  /// The tree with the constants that it has, whether they were arguments or not.
  var withoutArguments: PredicateNode { replacing(\.constantOfArgument) }
}

extension ExpressionNode {
  /// As for predicates.
  var withoutArguments: ExpressionNode { replacing(\.constantOfArgument) }

  fileprivate var constantOfArgument: ExpressionNode? { argument.map { _ in with(kind) } }
}
