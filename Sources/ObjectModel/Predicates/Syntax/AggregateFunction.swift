/// What many values come to, by the names that the functions have without a colon. nils are left out.
package enum AggregateFunction: String, Sendable, Hashable, CaseIterable {
  /// An integer: how many values are not nil, or how many objects.
  case count
  /// Of integers an integer, or a double when it does not fit; of decimals and doubles their own
  /// kind. The sum of nothing is 0.
  case sum
  /// The least number, text (by bytes) or date; nil of nothing. So the next.
  case minimum = "min"
  case maximum = "max"
  /// Of decimals a decimal, else a double; nil of nothing. So the next.
  case average
  /// The middle number; the average of the two in the middle when their count is even.
  case median
  /// The value that is there most often, of several such the least; nil of nothing.
  case mode
  /// The standard deviation of the values as a whole population, a double; nil of nothing.
  case standardDeviation = "stddev"
}

extension AggregateFunction {
  /// Those that a key path can name too, as what the values of a collection come to:
  /// `pages.wordCount.@sum`.
  package static let collectionOperators: [AggregateFunction] = [
    .count, .sum, .minimum, .maximum, .average,
  ]

  /// How a key path names it: `@avg`.
  package var operatorName: String { self == .average ? "@avg" : "@\(rawValue)" }

  /// - Throws: `invalidArgument` for what is no collection operator's name.
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
