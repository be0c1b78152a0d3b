import Campground
import CommandKit
import Rendering

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
    remainder(page.remaining, fromRow: page.offset + page.rows.count, advice: advice)
  }

  private func remainder(_ count: Int, fromRow row: Int, advice: String? = nil) -> String? {
    guard count > 0 else { return nil }
    return
      (["\(count) more", "\"\(command(fromRow: row))\" shows the next"]
      + [advice].compactMap { $0 })
      .joined(separator: "; ")
  }

  /// A part of what a command answers with rows.
  func part(_ part: ListPart, of answer: Answer) -> Answer {
    func cut(_ table: ResultTable) -> (table: ResultTable, empty: String?, more: String?) {
      let limit = part.limit(in: self)
      let rows = table.rows.dropFirst(part.offset).prefix(limit == 0 ? .max : limit)
      let count = table.rows.count
      let isPast = rows.isEmpty && count > 0
      return (
        ResultTable(columns: table.columns, rows: Array(rows)),
        isPast
          ? "Nothing at offset \(part.offset); the list has \(count) row\(count == 1 ? "" : "s")"
          : nil,
        remainder(count - part.offset - rows.count, fromRow: part.offset + rows.count)
      )
    }
    switch answer {
    case .table(let table, let empty, let more):
      let shown = cut(table)
      let below = [shown.more, more].compactMap { $0 }
      return .table(
        shown.table, empty: shown.empty ?? empty,
        more: below.isEmpty ? nil : below.joined(separator: "\n"))
    case .summary(let record, let list, let empty, _):
      let shown = cut(list.table)
      return .summary(
        record, (list.title, shown.table), empty: shown.empty ?? empty, more: shown.more)
    default: return answer
    }
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
      "limit", .integer(in: 1...1_000_000), "most rows to list")
    let offset = Argument<Session, Int?>.option(
      "offset", .integer(), "rows to skip before the first")
    return .group(limit, offset) { Session.ListPart(limit: $0, offset: $1 ?? 0) }
  }
}

extension Command where Context == Session {
  /// The same command, of whose rows a part can be asked for: the model of lists that are made as a
  /// whole, as they are in an order, or have sums, that the store does not know. Where the store
  /// finds a part by itself, a command takes `partOfList` and hands it on.
  var inParts: Self {
    taking(.partOfList) { session, answer, part in session.part(part, of: answer) }
  }
}
