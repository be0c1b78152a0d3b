/// What `query group ENTITY by …` makes: the keys of the groups, and what is worked out for each group.
struct Grouping {
  /// The aggregates by the words that name them.
  static let functions = [
    "count", "sum", "average", "avg", "min", "max", "median", "mode", "stddev",
  ]

  /// What the objects of one group have in common, at least one.
  let keys: [SelectTerm]

  /// The aggregates, at least one.
  let aggregates: [SelectTerm]

  /// The columns of the answer.
  var columns: [SelectTerm] { keys + aggregates }
}
