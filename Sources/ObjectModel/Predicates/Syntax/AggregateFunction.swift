/// The aggregate functions, by their names without colons. Nils are ignored.
package enum AggregateFunction: String, Sendable, Hashable, CaseIterable {
  /// An integer: the number of non-nil values, or of objects.
  case count
  /// For integers, an integer, or a double on overflow; for decimals and doubles, the same kind.
  /// The sum of no values is 0.
  case sum
  /// The least number, string (by bytes) or date; nil for no values.
  case minimum = "min"
  case maximum = "max"
  /// For decimals, a decimal, else a double; nil for no values.
  case average
  /// The middle number, or the average of the two middle ones if their count is even; typed like
  /// `average`.
  case median
  /// The most frequent value, or the least of several; nil for no values.
  case mode
  /// The population standard deviation, a double; nil for no values.
  case standardDeviation = "stddev"
}

extension AggregateFunction {
  /// The functions that can also be used in a key path, on the values of a collection:
  /// `pages.wordCount.@sum`.
  package static let collectionOperators: [AggregateFunction] = [
    .count, .sum, .minimum, .maximum, .average,
  ]

  /// The name in a key path: `@avg`.
  package var operatorName: String { self == .average ? "@avg" : "@\(rawValue)" }

  /// - Throws: `invalidArgument` for an unknown collection operator.
  init(named name: String) throws(ObjectGraphError) {
    guard let found = Self.collectionOperators.first(where: { $0.operatorName == name }) else {
      throw ObjectGraphError(
        .invalidArgument, "the collection operator \(name) is not known",
        repair: NearestName.advice(
          for: name, among: Self.collectionOperators.map(\.operatorName)))
    }
    self = found
  }
}
