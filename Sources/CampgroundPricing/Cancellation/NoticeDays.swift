/// A range of days of notice, inclusive at both ends or open-ended.
public struct NoticeDays: Hashable, Sendable {
  /// The fewest days.
  public let from: Int

  /// The most days; nil for an open end.
  public let through: Int?

  /// Makes a range of days. The policy that it belongs to checks whether it is valid.
  public init(from: Int, through: Int?) {
    self.from = from
    self.through = through
  }

  /// Whether the range contains a number of days.
  public func contains(_ days: Int) -> Bool {
    from <= days && days <= through ?? .max
  }

  /// What is wrong with ranges that should cover every number of days from 0 exactly once; nil when
  /// they do.
  package static func fault(in ranges: [NoticeDays]) -> CancellationStepsError? {
    guard !ranges.isEmpty else { return .noSteps }
    if let bad = ranges.first(where: { $0.from < 0 || $0.from > $0.through ?? .max }) {
      return .backwards(bad)
    }
    var missing: [NoticeDays] = []
    var twice: [NoticeDays] = []
    // The first number of days not covered yet; nil once a range is open-ended.
    var next: Int? = 0
    for range in ranges.sorted(by: { $0.from < $1.from }) {
      if let start = next, range.from > start {
        missing.append(NoticeDays(from: start, through: range.from - 1))
      } else if next.map({ range.from < $0 }) ?? true {
        let end = [range.through, next.map { $0 - 1 }].compactMap { $0 }.min()
        twice.append(NoticeDays(from: range.from, through: end))
      }
      guard let start = next, let through = range.through, through < .max else {
        next = nil
        continue
      }
      next = max(start, through + 1)
    }
    if let start = next { missing.append(NoticeDays(from: start, through: nil)) }
    if !missing.isEmpty { return .uncovered(missing) }
    return twice.isEmpty ? nil : .coveredTwice(twice)
  }
}

extension NoticeDays: CustomStringConvertible {
  /// The days as `0 to 1 days`, `30 days`, `7 days or more`.
  public var description: String {
    guard let through else { return from == 1 ? "1 day or more" : "\(from) days or more" }
    if through == from { return from == 1 ? "1 day" : "\(from) days" }
    return "\(from) to \(through) days"
  }
}
