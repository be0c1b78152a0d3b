extension Item {
  /// The codes of the item's sales.
  public var users: [String] { sales.sorted { $0.number < $1.number }.map(\.code) }

  /// An item that was sold must be kept.
  public static var remedy: String { "mark it inactive instead" }
}
