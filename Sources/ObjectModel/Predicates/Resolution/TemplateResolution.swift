/// The result of resolving a template's tree against an entity, valid for all suitable values.
///
/// Only comparisons of paths with unconverted constants are kept, because then the types alone
/// determine whether other values pass the same checks and conversions.
final class TemplateResolution: Sendable {
  let entity: EntityDescription
  private let predicate: ResolvedPredicate
  private let constants: [PlainConstant]

  /// - Parameter values: the values with which the predicate was resolved.
  /// - Returns: nil for a tree that must be resolved again for each set of values.
  init?(
    _ template: FormatTemplate, _ predicate: ResolvedPredicate, _ values: [AttributeValue],
    entity: EntityDescription
  ) {
    let written = SyntaxNode.predicate(template.node).constants.filter {
      $0.argument != nil || $0.constantValue?.isNull == false
    }
    var constants: [PlainConstant] = []
    let isPlain = predicate.replacingPlainConstants { value, path in
      constants.append(PlainConstant(value: value, type: path.type))
      return value
    }
    guard isPlain != nil, constants.count == written.count else { return nil }
    for (index, node) in written.enumerated() {
      let given = node.argument.map { values[$0] } ?? node.constantValue ?? .null
      constants[index].argument = node.argument
      guard constants[index].value.isSame(as: given), constants[index].takes(given) else {
        return nil
      }
    }
    self.entity = entity
    self.predicate = predicate
    self.constants = constants
  }

  /// The form of the predicate with other values; nil if one of them may need to be converted or
  /// rejected.
  func form(_ values: [AttributeValue]) -> PredicateForm? {
    var filled: [AttributeValue] = []
    filled.reserveCapacity(constants.count)
    for constant in constants {
      let value = constant.argument.map { values[$0] } ?? constant.value
      guard constant.takes(value) else { return nil }
      filled.append(value)
    }
    return PredicateForm(resolution: self, constants: filled)
  }

  /// The predicate with the constants of a form.
  func predicate(filledWith constants: [AttributeValue]) -> ResolvedPredicate {
    if constants.isEmpty { return predicate }
    var next = constants.makeIterator()
    // Its constants were replaced once before, so all of them can be.
    return predicate.replacingPlainConstants { value, _ in next.next() ?? value } ?? predicate
  }
}

/// The results of resolving a template's tree, by entity.
private final class TemplateResolutions: Sendable {
  let known = Lock<[TemplateResolution]>([])
}

extension FormatTemplate {
  private var resolutions: TemplateResolutions { attachment.value { TemplateResolutions() } }

  /// The form of the template's predicate for an entity with these values, if it was resolved before.
  func form(_ values: [AttributeValue], for entity: EntityDescription) -> PredicateForm? {
    resolutions.known.withLock { $0.first { $0.entity === entity } }?.form(values)
  }

  /// Keeps the result of resolving the template, if other values would be resolved in the same way.
  ///
  /// - Parameter values: the values with which the predicate was resolved.
  func note(
    _ predicate: ResolvedPredicate, _ values: [AttributeValue], for entity: EntityDescription
  ) {
    // The keys of an entity that is not frozen may change.
    guard entity.isFrozen,
      let resolution = TemplateResolution(self, predicate, values, entity: entity)
    else { return }
    resolutions.known.withLock { known in
      if known.count >= Self.mostEntities { known.removeAll() }
      if !known.contains(where: { $0.entity === entity }) { known.append(resolution) }
    }
  }

  private static let mostEntities = 8
}

/// A constant, and the type of the path with which it is compared.
struct PlainConstant: Sendable {
  let value: AttributeValue
  let type: AttributeType

  /// The index of the argument; nil for a constant in the format itself.
  var argument: Int?

  /// Whether another value could take its place unchanged: one of the same kind that no operator
  /// for the type would convert or reject. A constant in the format itself always stays.
  func takes(_ other: AttributeValue) -> Bool {
    switch (other, type) {
    case _ where argument == nil: true
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64),
      (.boolean, .boolean), (.double, .double), (.string, .string), (.date, .date), (.uuid, .uuid),
      (.objectID, .objectID):
      true
    default: false
    }
  }
}

extension ResolvedPredicate {
  /// The predicate with its constants replaced; nil unless it consists only of comparisons of paths
  /// with constants.
  ///
  /// - Parameter replacement: receives the constants other than nil, from left to right, and the
  ///   paths with which they are compared.
  fileprivate func replacingPlainConstants(
    _ replacement: (AttributeValue, ResolvedPath) -> AttributeValue
  ) -> ResolvedPredicate? {
    func replaced(_ children: [ResolvedPredicate]) -> [ResolvedPredicate]? {
      let found = children.compactMap { $0.replacingPlainConstants(replacement) }
      return found.count == children.count ? found : nil
    }
    switch self {
    case .literal: return self
    case .and(let children): return replaced(children).map { .and($0) }
    case .or(let children): return replaced(children).map { .or($0) }
    case .not(let child): return child.replacingPlainConstants(replacement).map { .not($0) }
    case .comparison(let comparison):
      // A text operator's form depends on its pattern.
      guard case .path(let path) = comparison.left, case .constant(let value) = comparison.right,
        comparison.options.isEmpty, !comparison.operator.isTextual
      else { return nil }
      let constant = value.mapping { replacement($0, path) }
      return .comparison(comparison.with(constant: constant))
    case .search: return nil
    }
  }
}

extension AttributeValue {
  /// Transforms the value, or each element of a list; nil is kept.
  fileprivate func mapping(_ transform: (AttributeValue) -> AttributeValue) -> AttributeValue {
    if case .list(let elements) = self { return .list(elements.map { $0.mapping(transform) }) }
    return isNull ? self : transform(self)
  }

  /// Whether the values have the same kind and are equal, comparing strings by their bytes.
  fileprivate func isSame(as other: AttributeValue) -> Bool {
    if case .string(let left) = self, case .string(let right) = other {
      return left.utf8.elementsEqual(right.utf8)
    }
    return self == other
  }
}
