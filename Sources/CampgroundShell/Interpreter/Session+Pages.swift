import Campground
import CommandKit
import Rendering

/// Lists that may be longer than a screen.
extension Session {
  /// The row limit of a list without one in its command; 0 for none.
  private var defaultLimit: Int { format.isGrid && !writesToFile ? mostRows ?? 0 : 0 }

  /// The part of a list that a command asks for.
  struct ListPart: Sendable {
    let limit: Int?
    let offset: Int

    /// The largest number of rows, or 0 for no limit.
    @MainActor
    func limit(in session: Session) -> Int { limit ?? session.defaultLimit }
  }

  /// The line below a partial list: the number of remaining rows, and the command that shows the
  /// next
  /// ones; nil at the end of the list.
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

  /// The requested part of an answer's rows.
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

  /// The running command, with the offset of further rows.
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
  /// The limit and offset of a list.
  static var partOfList: Self {
    .group(
      .option("limit", .integer(in: 1...1_000_000), "most rows to list"),
      .option("offset", .integer(), "rows to skip before the first")
    ) { Session.ListPart(limit: $0, offset: $1 ?? 0) }
  }
}

extension Command where Context == Session {
  /// The same command with `limit` and `offset`, for lists that are built as a whole because the
  /// store
  /// knows neither their order nor their sums. When the store can fetch a part, the command takes
  /// `partOfList` and passes it on.
  var inParts: Self {
    taking(.partOfList) { session, answer, part in session.part(part, of: answer) }
  }
}
