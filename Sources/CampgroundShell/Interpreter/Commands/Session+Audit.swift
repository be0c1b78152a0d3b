import Campground
import CommandKit
import Foundation
import ObjectGraph
import Rendering

/// Who changed what.
extension Session {
  func listAudit(_ command: ParsedCommand) throws -> Answer {
    let stay = try command[.code] == nil ? nil : reservation(command)
    let (limit, offset) = part(command)
    let page = try audit.events(
      about: stay, by: command[.user], from: command[.from], through: command[.to], limit: limit,
      offset: offset)
    return .table(
      ResultTable(
        columns: ["when", "who", "what", "change", "was", "is", "command"].map { .init($0) },
        rows: page.rows.flatMap(rows)),
      asides: ["command"], empty: "Nothing was changed",
      more: Self.remainder(of: page, advice: stay == nil ? "audit CODE tells of one stay" : nil))
  }

  /// A row for each property that was changed and for why, or one for what was done where nothing was.
  private func rows(of event: Event) -> [[Cell]] {
    let zone = event.campground?.timeZone ?? timeZone
    let start: [Cell] = [
      .text("\(WallTime(event.happenedAt, in: zone))"), Cell(event.who), .text(event.label),
    ]
    let changes =
      event.changes.map { (property: $0.property, before: $0.before, after: $0.after) }
      + (event.reason.map { [("reason", nil, $0)] } ?? [])
    guard !changes.isEmpty else {
      return [start + [.text(event.kind?.rawValue ?? ""), .null, .null, Cell(event.command)]]
    }
    return changes.sorted {
      ($0.property, $0.before ?? "", $0.after ?? "")
        < ($1.property, $1.before ?? "", $1.after ?? "")
    }.map { change in
      start + [
        .text(Self.word(for: change.property.split(separator: ".").last.map(String.init) ?? "")),
        Cell(text(of: change.before, property: change.property, at: event.campground)),
        Cell(text(of: change.after, property: change.property, at: event.campground)),
        Cell(event.command),
      ]
    }
  }
}
