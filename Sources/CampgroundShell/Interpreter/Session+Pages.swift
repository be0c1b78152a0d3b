import Campground

/// Lists that may be longer than a screen.
extension Session {
  /// How much of a list a command asks for: with `limit` and `offset`, else as much as `mostRows`.
  func part(_ command: ParsedCommand) -> (limit: Int, offset: Int) {
    (command[.limit] ?? mostRows ?? 0, command[.offset] ?? 0)
  }

  /// What a person is told below a part of a list; nil below its end.
  static func remainder<Row>(of page: Page<Row>, advice: String? = nil) -> String? {
    guard page.remaining > 0 else { return nil }
    let end = page.offset + page.rows.count
    let parts = [
      "\(page.remaining) more of \(page.total): offset \(end) goes on, limit says how many", advice,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ")
  }
}
