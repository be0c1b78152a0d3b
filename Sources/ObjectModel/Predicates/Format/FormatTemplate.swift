/// A format that was parsed before, whose arguments are values: each use of it gives the same tree
/// with other constants.
///
/// Programs use the same few formats again and again. So the last ones are kept, together with what
/// came of resolving them against their entities. A format has no template when more than a
/// constant may depend on its arguments: `%K`, a list or an expression for `%@`, and any call.
final class FormatTemplate: Sendable {
  /// Where an argument went: a constant of the tree.
  struct Hole: Sendable {
    /// What follows the percent sign.
    let specifier: String
    /// Whether that is `@`.
    let isValue: Bool
    /// The number of the leaf, counted from the left.
    let leaf: Int
    /// Which value of the leaf, when that is a list.
    let element: Int

    init(specifier: String, leaf: Int, element: Int = 0) {
      self.specifier = specifier
      isValue = specifier == "@"
      self.leaf = leaf
      self.element = element
    }
  }

  /// The tree with the arguments of the first use.
  let node: PredicateNode
  let depth: Int
  let positions: LeafPositions
  let holes: [Hole]
  private let byteCount: Int

  /// What the tree was resolved to, by entity.
  let resolutions = Lock<[TemplateResolution]>([])

  /// Those that are kept, by their formats.
  private struct Known {
    var templates: [String: FormatTemplate] = [:]
    /// The one that was asked for last, which is mostly asked for again.
    var last: (format: String, template: FormatTemplate)?
  }

  private static let known = Lock(Known())
  private static let mostKept = 256
  private static let longestKept = 1_000

  /// - Parameter byteCount: that of the format.
  init(node: PredicateNode, positions: LeafPositions, holes: [Hole], byteCount: Int) {
    self.node = node
    self.byteCount = byteCount
    depth = node.depth
    self.positions = positions
    self.holes = holes
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

  /// Lets later uses of the format find the template, if it is one whose
  /// bytes alone are equal to it.
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
    guard arguments.count == holes.count else { return nil }
    var values: [AttributeValue] = []
    values.reserveCapacity(holes.count)
    for (hole, argument) in zip(holes, arguments) {
      if hole.isValue, let argument, let plain = AttributeValue.plain(argument) {
        values.append(plain)
        continue
      }
      var given = FormatArguments([argument])
      guard case .constant(let value)? = try? given.take(hole.specifier), !value.isList else {
        return nil
      }
      values.append(value)
    }
    return values
  }

  /// The tree with these values.
  func node(with values: [AttributeValue]) -> PredicateNode {
    guard !holes.isEmpty else { return node }
    var filling = TemplateFilling(holes, values)
    return filling.fill(node)
  }
}

/// A template with values, as a predicate holds it: its tree is made when somebody asks for it.
package final class FilledTemplate: Sendable {
  let template: FormatTemplate
  package let values: [AttributeValue]
  private let made = Lock<PredicateNode?>(nil)

  init(_ template: FormatTemplate, _ values: [AttributeValue]) {
    self.template = template
    self.values = values
  }

  /// Whether both come of one template, and so differ in their values alone.
  package func isLike(_ other: FilledTemplate) -> Bool { template === other.template }

  /// The same with the permanent IDs of objects that were saved since.
  var current: FilledTemplate {
    guard values.contains(where: \.isUnsavedObject) else { return self }
    return FilledTemplate(template, values.map(\.current))
  }

  var node: PredicateNode {
    made.withLock { made in
      if let made { return made }
      let node = template.node(with: values)
      made = node
      return node
    }
  }
}

/// A walk over a tree from left to right that puts values into its holes.
struct TemplateFilling {
  private let holes: [FormatTemplate.Hole]
  private let values: [AttributeValue]
  private var nextLeaf = 0
  private var nextHole = 0

  init(_ holes: [FormatTemplate.Hole], _ values: [AttributeValue]) {
    self.holes = holes
    self.values = values
  }

  mutating func fill(_ node: PredicateNode) -> PredicateNode {
    switch node {
    case .literal, .block: return node
    case .and(let children): return .and(fill(children))
    case .or(let children): return .or(fill(children))
    case .not(let child): return .not(fill(child))
    case .comparison(var comparison):
      comparison.left = fill(comparison.left)
      comparison.right = fill(comparison.right)
      return .comparison(comparison)
    }
  }

  private mutating func fill(_ children: [PredicateNode]) -> [PredicateNode] {
    var filled: [PredicateNode] = []
    filled.reserveCapacity(children.count)
    for child in children { filled.append(fill(child)) }
    return filled
  }

  private mutating func fill(_ node: ExpressionNode) -> ExpressionNode {
    switch node {
    case .constant(let value): return .constant(nextConstant(value))
    case .keyPath, .selfObject, .variable:
      nextLeaf += 1
      return node
    case .aggregate(let elements):
      var filled: [ExpressionNode] = []
      for element in elements { filled.append(fill(element)) }
      return .aggregate(filled)
    case .negative(let operand): return .negative(fill(operand))
    case .arithmetic(let symbol, let left, let right):
      let first = fill(left)
      return .arithmetic(symbol, first, fill(right))
    case .collection(let symbol, let collection, let keys):
      return .collection(symbol, of: fill(collection), then: keys)
    // A format with a call has no template.
    case .function, .subquery, .ternary, .cast, .fetch, .fetchOperand: return node
    }
  }

  /// The value of the next leaf, a constant.
  mutating func nextConstant(_ value: AttributeValue) -> AttributeValue {
    let leaf = nextLeaf
    nextLeaf += 1
    guard nextHole < holes.count, holes[nextHole].leaf == leaf else { return value }
    guard case .list(var elements) = value else {
      nextHole += 1
      return values[nextHole - 1]
    }
    while nextHole < holes.count, holes[nextHole].leaf == leaf {
      elements[holes[nextHole].element] = values[nextHole]
      nextHole += 1
    }
    return .list(elements)
  }

  /// Steps over a leaf that is no constant.
  mutating func skipLeaf() { nextLeaf += 1 }
}
