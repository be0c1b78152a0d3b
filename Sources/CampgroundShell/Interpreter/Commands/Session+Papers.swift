import Campground
import ObjectGraph

/// The commands that print what a guest takes along.
extension Session {
  func confirmation(_ command: ParsedCommand) throws -> Answer {
    try answer(command, try folios.confirmation(of: reservation(command)))
  }

  func receipt(_ command: ParsedCommand) throws -> Answer {
    try answer(command, try folios.receipt(of: reservation(command)))
  }

  func groupConfirmation(_ command: ParsedCommand) throws -> Answer {
    let bill: Folio = try group(command)
    return try answer(command, try folios.confirmation(of: bill))
  }

  func groupReceipt(_ command: ParsedCommand) throws -> Answer {
    let bill: Folio = try group(command)
    return try answer(command, try folios.receipt(of: bill))
  }

  /// The paper, or where it was written to.
  private func answer(_ command: ParsedCommand, _ paper: StayPaper) throws -> Answer {
    let path = command[.toFile]
    let named = path.map { $0.lowercased().hasSuffix(".html") ? "html" : "text" }
    let form = command[.paperFormat] ?? named ?? "text"
    let text = form == "html" ? paper.html : paper.text
    guard let path else {
      return .messages(text, records: [[("title", .text(paper.title)), (form, .text(text))]])
    }
    try DescriptorDestination(path: path).write(text)
    return .message(
      "Wrote \(paper.title) to \(path)",
      record: [("title", .text(paper.title)), ("file", .text(path))])
  }
}
