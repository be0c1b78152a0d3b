extension ResolvedPredicate {
  /// The predicates that all have to hold, those within conjunctions among them.
  package var conjuncts: [ResolvedPredicate] {
    if case .and(let children) = self { children.flatMap(\.conjuncts) } else { [self] }
  }

  /// The predicates of which one has to hold, those within alternatives among them.
  package var disjuncts: [ResolvedPredicate] {
    if case .or(let children) = self { children.flatMap(\.disjuncts) } else { [self] }
  }
}
