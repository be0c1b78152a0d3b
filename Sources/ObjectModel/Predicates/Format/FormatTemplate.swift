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
  private let byteCount: Int

  /// Where the resolver keeps what the tree was resolved to.
  let attachment = Attachment()

  /// Those that are kept, by their formats.
  private struct Known {
    var templates: [String: FormatTemplate] = [:]
    /// The one that was asked for last, which is mostly asked for again.
    var last: (format: String, template: FormatTemplate)?
  }

  private static let known = Lock(Known())
  private static let mostKept = 256
  private static let longestKept = 1_000

  /// - Returns: nil where more than a constant came of an argument.
  init?(_ node: PredicateNode, of format: String, arguments: FormatArguments) {
    let numbers = SyntaxNode.predicate(node).constants.compactMap(\.argument)
    guard numbers.elementsEqual(arguments.specifiers.indices) else { return nil }
    self.node = node
    specifiers = arguments.specifiers
    byteCount = format.utf8.count
  }

  /// The template of a format that was kept.
  static func of(_ format: String) -> FormatTemplate? {
    let found: FormatTemplate? = known.withLock { known in
      if let last = known.last, last.format == format { return last.template }
      guard let template = known.templates[format] else { return nil }
      known.last = (format, template)
      return template
    }
    // Equal texts may be of other bytes, such as the sign of Kelvin and K; never of as many where
    // one is ASCII.
    guard let found, found.byteCount == format.utf8.count else { return nil }
    return found
  }

  /// Lets later uses of the format find the template, if it is one whose bytes alone are equal to
  /// it.
  func keep(as format: String) {
    guard byteCount <= Self.longestKept, format.utf8.allSatisfy({ $0 < 0x80 }) else { return }
    Self.known.withLock { known in
      if known.templates.count >= Self.mostKept { known.templates.removeAll() }
      known.templates[format] = self
    }
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
