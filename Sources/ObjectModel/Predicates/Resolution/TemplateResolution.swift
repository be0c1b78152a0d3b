/// What the tree of a template was resolved to against an entity, for
/// whatever values fit as they are.
///
/// Only comparisons of a path with constants that stayed as they were given are kept: then the
/// types alone decide whether other values are checked and converted alike.
struct TemplateResolution: Sendable {
  let entity: EntityDescription
  private let predicate: ResolvedPredicate
  /// The type of the path that each argument is compared with.
  private let types: [AttributeType]

  /// - Returns: nil for a tree that has to be resolved anew for each of its values.
  init?(_ template: FormatTemplate, _ predicate: ResolvedPredicate, entity: EntityDescription) {
    var match = TemplateMatch(template.holes)
    guard match.isAlike(template.node, predicate), match.types.count == template.holes.count else {
      return nil
    }
    self.entity = entity
    self.predicate = predicate
    types = match.types
  }

  /// The predicate with other values; nil where one of them may need to be converted or be refused.
  func predicate(_ holes: [FormatTemplate.Hole], _ values: [AttributeValue]) -> ResolvedPredicate? {
    for index in types.indices where !values[index].staysAsIs(beside: types[index]) { return nil }
    guard !holes.isEmpty else { return predicate }
    var filling = TemplateFilling(holes, values)
    return filling.fill(predicate)
  }
}

extension FormatTemplate {
  /// The predicate that the template with these values is for an entity, if it was resolved before.
  func resolved(
    _ values: [AttributeValue], for entity: EntityDescription
  ) -> ResolvedPredicate? {
    let known = resolutions.withLock { $0.first { $0.entity === entity } }
    return known?.predicate(holes, values)
  }

  /// Keeps what the template was resolved to, if other values would be resolved in the same way.
  ///
  /// - Parameter values: those that the predicate was resolved with.
  func note(
    _ predicate: ResolvedPredicate, _ values: [AttributeValue], for entity: EntityDescription
  ) {
    // One that may still be changed could be asked for other keys next time.
    guard entity.isFrozen,
      let resolution = TemplateResolution(self, predicate, entity: entity),
      resolution.predicate(holes, values) != nil
    else { return }
    resolutions.withLock { known in
      if known.count >= Self.mostEntities { known.removeAll() }
      if !known.contains(where: { $0.entity === entity }) { known.append(resolution) }
    }
  }

  private static let mostEntities = 8
}

/// A walk over a tree and what it was resolved to, side by side.
private struct TemplateMatch {
  private let holes: [FormatTemplate.Hole]
  private(set) var types: [AttributeType] = []
  private var nextLeaf = 0

  init(_ holes: [FormatTemplate.Hole]) {
    self.holes = holes
  }

  mutating func isAlike(_ node: PredicateNode, _ resolved: ResolvedPredicate) -> Bool {
    switch (node, resolved) {
    case (.literal, .literal): return true
    case (.and(let nodes), .and(let children)), (.or(let nodes), .or(let children)):
      guard nodes.count == children.count else { return false }
      for (node, child) in zip(nodes, children) where !isAlike(node, child) { return false }
      return true
    case (.not(let node), .not(let child)): return isAlike(node, child)
    case (.comparison(let node), .comparison(let comparison)): return isAlike(node, comparison)
    default: return false
    }
  }

  private mutating func isAlike(_ node: ComparisonNode, _ resolved: ResolvedComparison) -> Bool {
    let leaf = nextLeaf + 1
    nextLeaf += 2
    switch node.left {
    case .keyPath, .selfObject: break
    default: return false
    }
    guard case .constant = node.right, case .path(let path) = resolved.left,
      case .constant = resolved.right, node.operator == resolved.operator,
      node.modifier == resolved.modifier, node.options.isEmpty, !node.operator.isTextual
    else { return false }
    // What is in a list decides about its form.
    if node.operator == .in || node.operator == .contains { return false }
    for hole in holes where hole.leaf == leaf { types.append(path.type) }
    return true
  }
}

extension TemplateFilling {
  fileprivate mutating func fill(_ resolved: ResolvedPredicate) -> ResolvedPredicate {
    switch resolved {
    case .and(let children): return .and(fill(children))
    case .or(let children): return .or(fill(children))
    case .not(let child): return .not(fill(child))
    case .comparison(let comparison):
      skipLeaf()
      guard case .constant(let value) = comparison.right else { return resolved }
      return .comparison(comparison.with(constant: nextConstant(value)))
    case .literal, .search: return resolved
    }
  }

  private mutating func fill(_ children: [ResolvedPredicate]) -> [ResolvedPredicate] {
    var filled: [ResolvedPredicate] = []
    filled.reserveCapacity(children.count)
    for child in children { filled.append(fill(child)) }
    return filled
  }
}

extension AttributeValue {
  /// Whether a constant beside a path of that type is neither converted nor, by any operator
  /// that the type has, refused.
  fileprivate func staysAsIs(beside type: AttributeType) -> Bool {
    switch (self, type) {
    case (.integer, .integer16), (.integer, .integer32), (.integer, .integer64),
      (.boolean, .boolean), (.double, .double), (.string, .string), (.date, .date), (.uuid, .uuid),
      (.objectID, .objectID):
      return true
    default: return false
    }
  }
}
