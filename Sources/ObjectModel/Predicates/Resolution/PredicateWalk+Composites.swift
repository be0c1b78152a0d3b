/// Composite attributes, which have no value of their own, and are nil if all their elements are.
extension PredicateWalk {
  /// A comparison in the form that is evaluated: a comparison of a composite with nil applies to
  /// its elements.
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

  /// - Throws: if the value is a composite, where a single value is needed.
  func checkSingle(_ type: AttributeType?, at position: Int?) throws {
    guard type == .composite else { return }
    throw error(
      "a composite has no single value", at: position, repair: "name one of its elements")
  }
}
