extension Employee {
  /// The codes of the employee's sales.
  public var users: [String] { sales.sorted { $0.number < $1.number }.map(\.code) }

  /// An employee with sales must be kept.
  public static var remedy: String { "mark the employee inactive instead" }
}
