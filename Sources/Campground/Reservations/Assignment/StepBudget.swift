/// The steps that a search may still take; one step looks at one site for one stay.
struct StepBudget: Sendable {
  /// The steps taken so far.
  private(set) var taken = 0

  /// The number of steps after which the search stops.
  private(set) var limit: Int

  init(limit: Int) {
    self.limit = Swift.max(1, limit)
  }

  var isSpent: Bool { taken >= limit }

  mutating func spend(_ steps: Int = 1) {
    taken += steps
  }

  /// Limits the remaining steps.
  mutating func leave(_ steps: Int) {
    limit = Swift.min(limit, taken + steps)
  }
}
