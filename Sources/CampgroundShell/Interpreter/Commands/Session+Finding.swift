import Campground
import CommandKit
import Rendering

/// The command that finds things by words.
extension Session {
  func find(_ command: ParsedCommand) throws -> Answer {
    let text = try command.require(.words)
    let found = try finder.find(text, limit: command[.limit] ?? 0)
    let rows = found.map { finding in
      let places = finding.places.map { "\($0.attribute): \($0.text)" }
      return [
        Cell.text(finding.kind), .text(finding.name),
        .text(places.joined(separator: ", ")),
      ]
    }
    let table = ResultTable(
      columns: [.init("kind"), .init("name"), .init("found in")], rows: rows)
    guard found.isEmpty else { return .table(table, asides: ["found in"], empty: "") }
    let hint = Suggestion.hint(of: try finder.suggestions(for: text))
    if !format.isGrid {
      // Programs read the answer; who started them reads what is beside it.
      warn(Diagnostic("nothing found for \"\(text)\"", hint: hint, severity: .warning))
    }
    let lines = ["Nothing found for \"\(text)\"", hint.map { "hint: \($0)" }]
    return .table(table, empty: lines.compactMap { $0 }.joined(separator: "\n"))
  }
}
