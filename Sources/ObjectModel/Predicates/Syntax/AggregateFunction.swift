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
  init(_ symbol: CollectionOperator) {
    switch symbol {
    case .count: self = .count
    case .sum: self = .sum
    case .minimum: self = .minimum
    case .maximum: self = .maximum
    case .average: self = .average
    }
  }
}
