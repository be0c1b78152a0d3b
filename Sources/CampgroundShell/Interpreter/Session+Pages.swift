import Campground
import CommandKit

/// Lists that may be longer than a screen.
extension Session {
  /// How many rows a list has at most that is told no limit; 0 for all.
  private var defaultLimit: Int { format.isGrid && fileDestination == nil ? mostRows ?? 0 : 0 }

  /// The part of a list that a command asks for.
  struct ListPart: Sendable {
    let limit: Int?
    let offset: Int

    /// The greatest number of rows, or 0 for all.
    @MainActor
    func limit(in session: Session) -> Int { limit ?? session.defaultLimit }
  }

  /// What a person is told below a part of a list; nil below its end.
  static func remainder<Row>(of page: Page<Row>, advice: String? = nil) -> String? {
    guard page.remaining > 0 else { return nil }
    let end = page.offset + page.rows.count
    let parts = [
      "\(page.remaining) more of \(page.total): add offset \(end) to go on, or limit N for more at once",
      advice,
    ]
    return parts.compactMap { $0 }.joined(separator: "; ")
  }
}

extension Argument where Context == Session, Value == Session.ListPart {
  /// Which part of a long list is shown.
  static var partOfList: Self {
    let limit = Argument<Session, Int?>.option(
      "limit", .integer(in: 1...1_000_000), "the limit")
    let offset = Argument<Session, Int?>.option(
      "offset", .integer(), "the offset")
    return .group(limit, offset) { Session.ListPart(limit: $0, offset: $1 ?? 0) }
  }
}
