/// Predicates joined by AND or OR, or one negated.
public final class CompoundPredicate: FetchPredicate, @unchecked Sendable {
  // Sound: all state is `let` and Sendable, as in the superclass.

  /// How the subpredicates are joined.
  public enum LogicalType: UInt, Sendable, Hashable {
    /// The one subpredicate does not hold.
    case not = 0
    /// All subpredicates hold.
    case and = 1
    /// At least one subpredicate holds.
    case or = 2
  }

  /// How the subpredicates are joined.
  public let compoundPredicateType: LogicalType

  /// The joined predicates, as they were given; none where they are nested deeper than 500 levels,
  /// which a request that uses them throws.
  public let subpredicates: [FetchPredicate]

  /// Makes a predicate that holds when all of the given ones do; without any it always holds.
  public convenience init(andPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
    self.init(type: .and, subpredicates: subpredicates)
  }

  /// Makes a predicate that holds when one of the given ones does; without any it never holds.
  public convenience init(orPredicateWithSubpredicates subpredicates: [FetchPredicate]) {
    self.init(type: .or, subpredicates: subpredicates)
  }

  /// Makes a predicate that holds exactly when the given one does not.
  public convenience init(notPredicateWithSubpredicate predicate: FetchPredicate) {
    self.init(type: .not, subpredicates: [predicate])
  }

  /// Makes a predicate of others, joined as the type says.
  ///
  /// `.not` takes exactly one: using a predicate that was made otherwise throws.
  public init(type: LogicalType, subpredicates: [FetchPredicate]) {
    compoundPredicateType = type
    let depth = 1 + (subpredicates.map(\.depth).max() ?? 0)
    // Each would be released within the release of the one around it, however many there are.
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

  /// The predicate as a compound, or nil when it is none.
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

  /// Whether it joins no predicates by AND, and so holds for everything.
  package var isEmptyConjunction: Bool {
    compoundPredicateType == .and && subpredicates.isEmpty && defect == nil
  }

  private static func wrongCount(_ count: Int) -> ObjectGraphError {
    ObjectGraphError(
      .invalidArgument, "NOT takes one predicate, found \(count)",
      repair: "join them by AND or OR first")
  }
}
