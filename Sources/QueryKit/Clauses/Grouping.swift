/// The parsed `by` clause of a `group` command: the keys to group by, and the aggregates to
/// calculate for each group.
struct Grouping {
  /// The names of the aggregate functions.
  static let functions = [
    "count", "sum", "average", "avg", "min", "max", "median", "mode", "stddev",
  ]

  /// The keys to group by; never empty.
  let keys: [SelectTerm]

  /// The aggregates; never empty.
  let aggregates: [SelectTerm]

  /// The columns of the result: keys, then aggregates.
  var columns: [SelectTerm] { keys + aggregates }
}
