import Campground
import CommandKit
import ObjectGraph
import Rendering

/// The commands that print what a guest takes along.
extension Session {
  func confirmation(_ command: ParsedCommand) throws -> Answer {
    try answer(command, try folios.confirmation(of: reservation(command)))
  }

  func receipt(_ command: ParsedCommand) throws -> Answer {
    try answer(command, try folios.receipt(of: reservation(command)))
  }

  func groupConfirmation(_ command: ParsedCommand) throws -> Answer {
    try answer(command, try folios.confirmation(of: group(command)))
  }

  func groupReceipt(_ command: ParsedCommand) throws -> Answer {
    try answer(command, try folios.receipt(of: group(command)))
  }

  /// The paper, or where it was written to; programs get a paper whose form they do not choose as
  /// values.
  private func answer(_ command: ParsedCommand, _ paper: StayPaper) throws -> Answer {
    let path = command[.toFile].flatMap { $0 == "-" ? nil : $0 }
    let isPage = path.map { path in [".html", ".htm"].contains { path.lowercased().hasSuffix($0) } }
    let named = isPage.map { $0 ? "html" : "text" }
    let text = (command[.paperFormat] ?? named) == "html" ? paper.html : paper.text
    guard let path else {
      try refuseReplacing(command, hint: "name it: to FILE replace")
      guard let form = command[.paperFormat] else {
        return format.isForPrograms ? .details(Self.record(of: paper), lists: []) : .text(text)
      }
      return .messages(text, records: [[("title", .text(paper.title)), (form, .text(text))]])
    }
    guard let file = try fileToWrite(command, .toFile) else { return Self.nothingWritten }
    try file.write(text)
    return .message(
      "Wrote \(paper.title) to \(path)",
      record: [("title", .text(paper.title)), ("file", .text(path))])
  }

  private static func record(of paper: StayPaper) -> Answer.Record {
    func texts(_ texts: [String]) -> Cell { .list(texts.map { .text($0) }) }
    func lines(_ lines: [StayPaper.Row]) -> Cell {
      .list(
        lines.map { line in
          .object([
            ("day", Cell(line.day)), ("text", .text(line.text)), ("amount", Cell(line.amount)),
          ])
        })
    }
    let facts = paper.facts.filter { !$0.values.isEmpty }
    return [
      ("title", .text(paper.title)), ("campground", .text(paper.campground)),
      ("letterhead", texts(paper.letterhead)),
      ("facts", .object(facts.map { ($0.name, texts($0.values)) })),
      (
        "sections",
        .list(
          paper.sections.map { section in
            .object([
              ("title", .text(section.title)), ("about", texts(section.about)),
              ("lines", lines(section.lines)), ("sums", lines(section.sums)),
            ])
          })
      ),
      ("closing", lines(paper.closing)), ("notes", texts(paper.notes)),
    ]
  }
}
