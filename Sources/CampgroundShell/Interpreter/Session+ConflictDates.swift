import Campground
import ObjectGraph
import Rendering

/// The dates of a season that two clerks edit, as they are typed.
extension Session {
  /// The properties that the store keeps the dates of a season in.
  static let partsOfDates = Season.partsOfFirst.union(Season.partsOfLast)

  /// The rows of a conflict about a season's dates: what was seen, what is there now, what was
  /// written. None where they are the same on all sides.
  func datesOfSeason(_ conflict: EditConflict) -> [[Cell]] {
    let id: ManagedObjectID? =
      switch conflict.cause {
      case .changed(let report): report.objectID
      case .taken(let report): report.claims.first?.objectID
      }
    let parts = conflict.properties.filter { Self.partsOfDates.contains($0.name) }
    guard !parts.isEmpty, let id, let season = context.registeredObject(for: id) as? Season
    else { return [] }
    func span(_ side: (ConflictReport.Property) -> AttributeValue) -> SeasonSpan? {
      Self.dates(of: season, where: parts, side)
    }
    let (seen, stored, written) = (span(\.seen), span(\.stored), span(\.written))
    func row(
      _ word: String, _ names: Set<String>, _ text: (SeasonSpan) -> String
    ) -> [Cell]? {
      let isWritten = parts.contains { names.contains($0.name) && $0.isWritten }
      func cell(_ span: SeasonSpan?) -> Cell { span.map { .text(text($0)) } ?? .null }
      guard isWritten || seen.map(text) != stored.map(text) else { return nil }
      return [
        .text(word), cell(seen), conflict.isDeletedInStore ? .text("deleted") : cell(stored),
        conflict.isDeletedHere ? .text("deleted") : isWritten ? cell(written) : .null,
      ]
    }
    return [
      row("from", Season.partsOfFirst, \.firstText), row("to", Season.partsOfLast, \.lastText),
    ].compactMap { $0 }
  }

  /// The dates on one side of a conflict; what is the same on all sides is as the season has it.
  private static func dates(
    of season: Season, where parts: [ConflictReport.Property],
    _ side: (ConflictReport.Property) -> AttributeValue
  ) -> SeasonSpan? {
    func number(_ name: String, _ own: Int16?) -> Int? {
      guard let part = parts.first(where: { $0.name == name }) else { return own.map(Int.init) }
      if case .integer(let number) = side(part) { return Int(number) }
      return nil
    }
    guard let startMonth = number("startMonth", season.startMonth),
      let startDay = number("startDay", season.startDay),
      let endMonth = number("endMonth", season.endMonth),
      let endDay = number("endDay", season.endDay)
    else { return nil }
    return try? SeasonSpan(
      from: .init(month: startMonth, day: startDay), through: .init(month: endMonth, day: endDay),
      year: number("year", season.year))
  }
}
