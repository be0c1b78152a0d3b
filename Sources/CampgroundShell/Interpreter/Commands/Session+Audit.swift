import Campground
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
        Cell(text(change.before, of: change)),
        Cell(text(change.after, of: change)), Cell(entry.command),
      ]
    }
  }

  /// A value that was written down, as people read it.
  private func text(_ value: String?, of change: AuditChange) -> String? {
    guard let value else { return nil }
    if change.property.hasSuffix("Minor"), let minorUnits = Int64(value) {
      let currency = change.entry?.campground?.currency ?? .usd
      return "\(Money(minorUnits: minorUnits, currency))"
    }
    if change.property.hasSuffix("Minute"), let minute = Int16(value) {
      return "\(TimeOfDay(minute: minute))"
    }
    if change.property == "weekdays", let bits = Int16(value) {
      return bits == 0 ? "all" : "\(Weekdays(rawValue: bits))"
    }
    if let instant = try? Date(value, strategy: .iso8601), let entry = change.entry {
      return "\(WallTime(instant, in: zone(of: entry)))"
    }
    return value
  }

  private func zone(of entry: AuditEntry) -> TimeZone { entry.campground?.timeZone ?? timeZone }
}
