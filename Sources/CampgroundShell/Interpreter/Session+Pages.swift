import Campground
import CommandKit

/// Lists that may be longer than a screen.
extension Session {
  /// How much of a list a command asks for: with `limit` and `offset`, else as much as `mostRows`
  /// where a person reads it; what goes to a file or a program is whole.
  func part(_ command: ParsedCommand) -> (limit: Int, offset: Int) {
    let most = format.isGrid && fileDestination == nil ? mostRows : nil
    return (command[.limit] ?? most ?? 0, command[.offset] ?? 0)
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
