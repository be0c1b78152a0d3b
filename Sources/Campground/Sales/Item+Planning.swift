extension Item: PlannedRule {
  /// The codes of the sales of it.
  public var users: [String] { sales.sorted { $0.number < $1.number }.map(\.code) }

  /// To keep it for what was sold.
  public static var remedy: String { "mark it inactive instead" }
}
