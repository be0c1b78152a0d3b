/// What `group ENTITY by …` makes: the keys of the groups, and what is worked out for each group.
public struct Grouping: Sendable, Hashable {
  /// What the objects of one group have in common, at least one.
  public let keys: [SelectTerm]

  /// The aggregates, at least one.
  public let aggregates: [SelectTerm]

  /// The columns of the answer.
  public var columns: [SelectTerm] { keys + aggregates }
}
