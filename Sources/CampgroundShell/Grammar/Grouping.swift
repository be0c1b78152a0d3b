/// What `group ENTITY by …` makes: the keys of the groups, and what is worked out for each group.
package struct Grouping: Sendable, Hashable {
  /// What the objects of one group have in common, at least one.
  package let keys: [SelectTerm]

  /// The aggregates, at least one.
  package let aggregates: [SelectTerm]

  /// The columns of the answer.
  package var columns: [SelectTerm] { keys + aggregates }
}
