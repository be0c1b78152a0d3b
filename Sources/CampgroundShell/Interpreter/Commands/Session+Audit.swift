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
    let page = try audit.entries(
      about: stay, by: command[.user], from: command[.from], through: command[.to], limit: limit,
      offset: offset)
    return .table(
      ResultTable(
        columns: ["when", "who", "what", "change", "was", "is", "command"].map { .init($0) },
        rows: page.rows.flatMap(rows)),
      asides: ["command"], empty: "Nothing was changed",
      more: Self.remainder(of: page, advice: stay == nil ? "audit CODE tells of one stay" : nil))
  }

  /// A row for each property that was changed, or one for what was added or deleted.
  private func rows(of entry: AuditEntry) -> [[Cell]] {
    let start: [Cell] = [
      .text("\(WallTime(entry.happenedAt, in: zone(of: entry)))"), Cell(entry.who),
      .text(entry.label),
    ]
    guard !entry.changes.isEmpty else {
      return [start + [.text(entry.kind?.rawValue ?? ""), .null, .null, Cell(entry.command)]]
    }
    let changes = entry.changes.sorted {
      ($0.property, $0.before ?? "", $0.after ?? "")
        < ($1.property, $1.before ?? "", $1.after ?? "")
    }
    return changes.map { change in
      start + [
        .text(Self.word(for: change.property.split(separator: ".").last.map(String.init) ?? "")),
        Cell(text(of: change.before, property: change.property, at: entry.campground)),
        Cell(text(of: change.after, property: change.property, at: entry.campground)),
        Cell(entry.command),
      ]
    }
  }

  private func zone(of entry: AuditEntry) -> TimeZone { entry.campground?.timeZone ?? timeZone }
}
