/// Predicates joined with AND or OR, or a negated predicate.
public final class CompoundPredicate: FetchPredicate, @unchecked Sendable {
  // Sound: all state is `let` and Sendable, as in the superclass.

  /// How the subpredicates are joined.
  public enum LogicalType: UInt, Sendable, Hashable {
    /// The single subpredicate is false.
    case not = 0
    /// All subpredicates are true.
    case and = 1
    /// At least one subpredicate is true.
    case or = 2
  }

  /// How the subpredicates are joined.
  public let compoundPredicateType: LogicalType

  /// The joined predicates, as given; empty if they are nested more than 500 levels deep, in which
  /// case a request that uses them throws.
  public let subpredicates: [FetchPredicate]

  /// Creates a predicate that is true if all given ones are; without any, it is always true.
  public convenience init(andPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
    self.init(type: .and, subpredicates: subpredicates)
  }

  /// Creates a predicate that is true if one of the given ones is; without any, it is always false.
  public convenience init(orPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
    self.init(type: .or, subpredicates: subpredicates)
  }

  /// Creates a predicate that is true if the given one is false.
  public convenience init(notPredicateWithSubpredicate predicate: FetchPredicate) {
    self.init(type: .not, subpredicates: [predicate])
  }

  /// Creates a predicate that joins others.
  ///
  /// `.not` takes exactly one; using a predicate created with another number throws.
  public init(type: LogicalType, subpredicates: [FetchPredicate]) {
    compoundPredicateType = type
    let depth = 1 + (subpredicates.map(\.depth).max() ?? 0)
    // Releasing nested predicates recurses, so overly deep ones are not kept.
    self.subpredicates = depth > PredicateNode.maximumDepth ? [] : subpredicates
    let nodes = subpredicates.map(\.node)
    let node: PredicateNode
    switch type {
    case .not: node = nodes.count == 1 ? .not(nodes[0]) : .literal(false)
    case .and: node = nodes.isEmpty ? .literal(true) : nodes.count == 1 ? nodes[0] : .and(nodes)
    case .or: node = nodes.isEmpty ? .literal(false) : nodes.count == 1 ? nodes[0] : .or(nodes)
    }
    super.init(
      node, depth: depth,
      defect: subpredicates.lazy.compactMap(\.defect).first
        ?? (type == .not && nodes.count != 1 ? Self.wrongCount(nodes.count) : nil))
  }

  /// The predicate as a compound, or nil if it is not one.
  public convenience init?(_ predicate: FetchPredicate) {
    let type: LogicalType
    let children: [PredicateNode]
    switch predicate.node.kind {
    case .and(let nodes): (type, children) = (.and, nodes)
    case .or(let nodes): (type, children) = (.or, nodes)
    case .not(let node): (type, children) = (.not, [node])
    case .literal, .comparison, .block: return nil
    }
    self.init(type: type, subpredicates: children.map { FetchPredicate($0) })
  }

  /// Whether it joins no predicates with AND, and so is always true.
  package var isEmptyConjunction: Bool {
    compoundPredicateType == .and && subpredicates.isEmpty && defect == nil
  }

  private static func wrongCount(_ count: Int) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "NOT takes one predicate, found \(count)",
      repair: "join them with AND or OR first")
  }
}
