/// A value that was measured, and the goal that it should not exceed.
protocol HasGoal {
  /// What was measured, for a message.
  var name: String { get }
  var value: Double { get }
  /// The highest acceptable value; nil for none.
  var goal: Double? { get }
}

extension HasGoal {
  var isAboveGoal: Bool { isAboveGoal(by: 0) }

  /// Whether the value is farther above its goal than two runs of the same program differ.
  var missesGoal: Bool { isAboveGoal(by: 0.05) }

  private func isAboveGoal(by part: Double) -> Bool {
    // Something that could not be measured has not reached its goal.
    goal.map { !(value <= $0 * (1 + part)) } ?? false
  }
}

extension Figure: HasGoal {
  var name: String { workload }
  var value: Double { ratio }
}

extension Measure: HasGoal {
  var name: String { "\(probe), \(summary)" }
}
