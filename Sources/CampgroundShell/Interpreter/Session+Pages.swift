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

  /// What a person is told below a part of a list: how many rows there are more, and the command that
  /// shows the next of them; nil below its end.
  func remainder<Row>(of page: Page<Row>, advice: String? = nil) -> String? {
    guard page.remaining > 0 else { return nil }
    let next = command(fromRow: page.offset + page.rows.count)
    return (["\(page.remaining) more", "`\(next)` shows the next"] + [advice].compactMap { $0 })
      .joined(separator: "; ")
  }

  /// The command that is carried out, for rows further on.
  private func command(fromRow offset: Int) -> String {
    let tokens = commandInHand?.tokens ?? []
    var words = tokens.indices.map { commandInHand?.raw($0..<$0 + 1).text ?? "" }
    if let place = tokens.firstIndex(where: { $0.isBare && $0.text == "offset" }) {
      words.removeSubrange(place..<min(place + 2, words.count))
    }
    return (words + ["offset \(offset)"]).joined(separator: " ")
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
