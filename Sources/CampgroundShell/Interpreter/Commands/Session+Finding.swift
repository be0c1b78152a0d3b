import Campground
import Rendering

/// The command that finds things by words.
extension Session {
  func find(_ command: ParsedCommand) throws -> Answer {
    let text = try command.require(.words)
    let found = try finder.find(text, limit: command[.limit] ?? 0)
    let rows = found.map { finding in
      let places = finding.places.map { "\($0.attribute): \($0.text)" }
      return [
        Cell.text(finding.kind.rawValue), .text(finding.name),
        .text(places.joined(separator: ", ")),
      ]
    }
    return .table(
      ResultTable(columns: [.init("kind"), .init("name"), .init("found in")], rows: rows),
      asides: ["found in"], empty: "Nothing found for \"\(text)\"")
  }
}
