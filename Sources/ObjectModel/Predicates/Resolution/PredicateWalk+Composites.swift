/// Composite attributes: they have no value of their own, and are nil when
/// all of their elements are.
extension PredicateWalk {
  /// A comparison as it is evaluated: one of a composite with nil speaks of its elements.
  func predicate(_ comparison: ResolvedComparison) -> ResolvedPredicate {
    guard let path = comparison.composite else { return .comparison(comparison) }
    guard comparison.modifier != .direct, let many = path.toManySteps?.upperBound else {
      return path.isNilComposite(comparison.operator)
    }
    let depth = variables.count
    let last = path.steps[many]
    let element = ResolvedPath(
      root: .variable(depth), rootEntity: last.destinationEntity ?? path.rootEntity,
      steps: Array(path.steps[(many + 1)...]), terminal: path.terminal, text: path.text)
    let collection = ResolvedPath(
      root: path.root, rootEntity: path.rootEntity, steps: Array(path.steps[...many]),
      terminal: .object, text: path.steps[...many].map(\.name).joined(separator: "."))
    return ResolvedSubquery(collection: collection, depth: depth, predicate: .and([]))
      .fulfils(element.isNilComposite(comparison.operator), comparison.modifier)
  }

  /// - Throws: for a composite where a single value is needed.
  func checkSingle(_ type: AttributeType?, at position: Int?) throws {
    guard type == .composite else { return }
    throw error(
      "a composite has no single value", at: position, repair: "name one of its elements")
  }
}

extension ResolvedComparison {
  /// The path to a composite on one of the sides; the other one is nil.
  fileprivate var composite: ResolvedPath? {
    for side in [left, right] {
      if case .path(let path) = side, path.attribute is CompositeAttributeDescription {
        return path
      }
    }
    return nil
  }
}

extension ResolvedPath {
  /// Whether all elements of the composite at the end are nil, or with `!=` one is not.
  fileprivate func isNilComposite(_ symbol: ComparisonOperator) -> ResolvedPredicate {
    let leaves = (attribute as? CompositeAttributeDescription)?.leaves ?? []
    let areNil = ResolvedPredicate.and(
      leaves.map { .comparison(ResolvedComparison(.path(ending(in: $0)), .equal, .null)) })
    return symbol == .notEqual ? .not(areNil) : areNil
  }
}
