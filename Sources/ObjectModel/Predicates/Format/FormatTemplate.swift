/// A format that has been parsed before, and whose arguments are values: each use yields the same
/// tree with other constants.
///
/// Programs use the same few formats repeatedly, so the most recent ones are kept, along with the
/// results of resolving them against their entities. A format is a template if each of its
/// arguments is a constant in the tree: no `%K`, no list or expression for `%@`, and no `%@` in a
/// `CAST`.
final class FormatTemplate: Sendable {
  /// The tree, in which constants that are arguments have their numbers.
  let node: PredicateNode

  /// The format's specifiers, without the percent signs.
  private let specifiers: [String]

  /// Storage for the results of resolving the tree.
  let attachment = Attachment()

  /// The most recently used templates.
  static let known = FormatCache<FormatTemplate>()

  /// - Returns: nil if an argument became anything but a constant.
  init?(_ node: PredicateNode, arguments: FormatArguments) {
    let numbers = SyntaxNode.predicate(node).constants.compactMap(\.argument)
    guard numbers.elementsEqual(arguments.specifiers.indices) else { return nil }
    self.node = node
    specifiers = arguments.specifiers
  }

  /// The values of the arguments; nil if their number is wrong or one of them is not a single
  /// value, in which case the parser must handle them.
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

/// A template with values, as stored in a predicate; the tree is created on demand.
final class FilledTemplate: Sendable {
  let template: FormatTemplate
  let values: [AttributeValue]
  private let made = Lock<PredicateNode?>(nil)

  init(_ template: FormatTemplate, _ values: [AttributeValue]) {
    self.template = template
    self.values = values
  }

  /// The values, with permanent IDs for objects that have since been saved.
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
  /// The tree without argument numbers on its constants.
  var withoutArguments: PredicateNode { replacing(\.constantOfArgument) }
}

extension ExpressionNode {
  /// The same for an expression.
  var withoutArguments: ExpressionNode { replacing(\.constantOfArgument) }

  fileprivate var constantOfArgument: ExpressionNode? { argument.map { _ in with(kind) } }
}
