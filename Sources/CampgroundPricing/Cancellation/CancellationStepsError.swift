/// The reason why the steps of a cancellation policy do not cover every length of notice exactly
/// once.
public enum CancellationStepsError: Error, Hashable, Sendable {
  /// The policy has no steps.
  case noSteps
  /// A step starts below 0 days, or ends before it starts.
  case backwards(NoticeDays)
  /// No step covers these numbers of days.
  case uncovered([NoticeDays])
  /// Several steps cover these numbers of days.
  case coveredTwice([NoticeDays])
  /// The text is not a cancellation policy step.
  case unreadable(String)
}

extension CancellationStepsError: CustomStringConvertible {
  /// The reason as one sentence without a period.
  public var description: String {
    switch self {
    case .noSteps: "it has no steps"
    case .backwards(let days):
      "a step from \(days.from) through \(days.through.map { "\($0)" } ?? "any") days of notice "
        + "covers no days"
    case .uncovered(let gaps): "no step covers \(Self.list(gaps)) of notice"
    case .coveredTwice(let days):
      "several steps cover \(Self.list(days)) of notice"
    case .unreadable(let text): "\"\(text)\" is not a cancellation policy step"
    }
  }

  /// How to fix the steps, as a phrase without a period.
  public var repair: String {
    switch self {
    case .unreadable: "enter steps like 0-1 all, 2-6 nights 1, 7-13 50% fee 5, 14+ nothing"
    default: "cover every number of days from 0 once, and leave the last step open"
    }
  }

  private static func list(_ days: [NoticeDays]) -> String {
    days.map(\.description).joined(separator: " and ")
  }
}
