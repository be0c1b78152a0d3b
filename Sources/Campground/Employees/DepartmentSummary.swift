/// The head count of a department.
public struct DepartmentCount: Hashable, Sendable {
  /// The department; nil for employees without one.
  public let name: String?
  /// The number of its employees, active or not.
  public let count: Int

  /// Makes a count.
  public init(name: String?, count: Int) {
    self.name = name
    self.count = count
  }
}

/// The figures of a department.
public struct DepartmentSummary: Hashable, Sendable {
  /// The employees whose remaining vacation days lie in a range.
  public struct VacationBand: Hashable, Sendable {
    /// The numbers of vacation days.
    public let days: ClosedRange<Int>
    /// The number of employees in the band.
    public let count: Int

    /// The range in words: `0`, `1–5`, `16 or more`.
    public var label: String {
      if days.upperBound == Int.max { return "\(days.lowerBound) or more" }
      return days.count == 1 ? "\(days.lowerBound)" : "\(days.lowerBound)–\(days.upperBound)"
    }
  }

  /// The department.
  public let name: String
  /// The number of its employees.
  public let total: Int
  /// The number of employees who currently work here.
  public let active: Int
  /// The employees by remaining vacation days, the fewest first; each is in one band.
  public let vacation: [VacationBand]

  /// The bands of vacation days: none, and steps of five up to 15.
  static let bands = [0...0, 1...5, 6...10, 11...15, 16...Int.max]
}
