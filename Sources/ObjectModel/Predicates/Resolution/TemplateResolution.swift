/// What the tree of a template was resolved to against an entity, for whatever values fit as they
/// are.
///
/// Only comparisons of a path with constants that stayed as they were given are kept: then the types
/// alone decide whether other values are checked and converted alike.
final class TemplateResolution: Sendable {
  let entity: EntityDescription
  private let predicate: ResolvedPredicate
  private let constants: [PlainConstant]

  /// - Parameter values: those that the predicate was resolved with.
  /// - Returns: nil for a tree that has to be resolved anew for each of its values.
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

  /// The predicate with other values, and its form; nil where one of them may need to be converted
  /// or be refused.
  func predicate(_ values: [AttributeValue]) -> ResolvedPredicate.WithForm? {
    var filled: [AttributeValue] = []
    filled.reserveCapacity(constants.count)
    for constant in constants {
      let value = constant.argument.map { values[$0] } ?? constant.value
      guard constant.takes(value) else { return nil }
      filled.append(value)
    }
    let form = PredicateForm(identity: self, constants: filled)
    if filled.isEmpty { return (predicate, form) }
    var next = filled.makeIterator()
    return predicate.replacingPlainConstants { value, _ in next.next() ?? value }.map { ($0, form) }
  }
}

/// What predicates that come of one template, and were resolved against one entity, have in common,
/// and what they differ in.
package struct PredicateForm: Sendable {
  /// One object for all predicates of the form.
  package let identity: any AnyObject & Sendable

  /// The constants that are not nil, from left to right, each of the same kind in all of them.
  package let constants: [AttributeValue]
}

extension FormatTemplate {
  /// The predicate that the template with these values is for an entity, if it was resolved before.
  func resolved(
    _ values: [AttributeValue], for entity: EntityDescription
  ) -> ResolvedPredicate.WithForm? {
    resolutions.withLock { $0.first { $0.entity === entity } }?.predicate(values)
  }

  /// Keeps what the template was resolved to, if other values would be resolved in the same way.
  ///
  /// - Parameter values: those that the predicate was resolved with.
  func note(
    _ predicate: ResolvedPredicate, _ values: [AttributeValue], for entity: EntityDescription
  ) {
    // One that may still be changed could be asked for other keys next time.
    guard entity.isFrozen,
      let resolution = TemplateResolution(self, predicate, values, entity: entity)
    else { return }
    resolutions.withLock { known in
      if known.count >= Self.mostEntities { known.removeAll() }
      if !known.contains(where: { $0.entity === entity }) { known.append(resolution) }
    }
  }

  private static let mostEntities = 8
}

/// A constant, and the type of the path that it is compared with.
struct PlainConstant: Sendable {
  let value: AttributeValue
  let type: AttributeType

  /// The argument that the constant is; nil for what is written in the format.
  var argument: Int?

  /// Whether another value would stand there as it is: one of the same kind that is neither
  /// converted nor, by any operator that the type has, refused. What is written stays.
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
  /// The predicate with other constants in place of its own, of one that is made of comparisons of
  /// paths with constants; nil for any other.
  ///
  /// - Parameter replacement: gets the constants from left to right, nil among them left out, and
  ///   the paths that they are compared with.
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
      // What is in a pattern decides about the form.
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
  /// What becomes of the value, or of each of a list; nil stays.
  fileprivate func mapping(_ transform: (AttributeValue) -> AttributeValue) -> AttributeValue {
    if case .list(let elements) = self { return .list(elements.map { $0.mapping(transform) }) }
    return isNull ? self : transform(self)
  }

  /// Whether the values are of one kind and equal, texts by their bytes.
  fileprivate func isSame(as other: AttributeValue) -> Bool {
    if case .string(let left) = self, case .string(let right) = other {
      return left.utf8.elementsEqual(right.utf8)
    }
    return self == other
  }
}
