/// How many people work in a department.
public struct DepartmentCount: Hashable, Sendable {
  /// The department; nil for those who are in none.
  public let name: String?
  /// The number of its employees, active or not.
  public let count: Int

  /// Makes a count.
  public init(name: String?, count: Int) {
    self.name = name
    self.count = count
  }
}

/// A department in numbers.
public struct DepartmentSummary: Hashable, Sendable {
  /// The employees whose vacation days are in one range.
  public struct VacationBand: Hashable, Sendable {
    /// The numbers of vacation days.
    public let days: ClosedRange<Int>
    /// The number of employees who have as many left.
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
  /// The number of those who work here at present.
  public let active: Int
  /// The employees by the vacation days they have left, the fewest first; each is in one band.
  public let vacation: [VacationBand]

  /// The bands of vacation days: none, and steps of five up to 15.
  static let bands = [0...0, 1...5, 6...10, 11...15, 16...Int.max]
}
