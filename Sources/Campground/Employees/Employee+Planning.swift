extension Employee: PlannedRule {
  /// The codes of the sales the employee made.
  public var users: [String] { sales.sorted { $0.number < $1.number }.map(\.code) }

  /// To keep the employee for the sales.
  public static var remedy: String { "mark the employee inactive instead" }
}
