import Campground
import ObjectGraph

/// The commands that print what a guest takes along.
extension Session {
  func confirmation(_ command: ParsedCommand) throws -> Answer {
    try paper(command) { try folios.confirmation(of: $0) }
  }

  func receipt(_ command: ParsedCommand) throws -> Answer {
    try paper(command) { try folios.receipt(of: $0) }
  }

  private func paper(
    _ command: ParsedCommand, _ make: (Reservation) throws -> StayPaper
  ) throws -> Answer {
    let paper = try make(try reservation(command))
    let path = command[.toFile]
    let named = path.map { $0.lowercased().hasSuffix(".html") ? "html" : "text" }
    let text = (command[.paperFormat] ?? named) == "html" ? paper.html : paper.text
    guard let path else { return .text(text) }
    try DescriptorDestination(path: path).write(text)
    return .message(
      "Wrote \(paper.title) to \(path)",
      record: [("title", .text(paper.title)), ("file", .text(path))])
  }
}
