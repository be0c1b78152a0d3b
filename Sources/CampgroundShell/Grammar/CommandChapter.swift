/// Commands that help lists under one heading.
public struct CommandChapter: Sendable {
  /// The heading, whose first word in small letters is the chapter's topic.
  public let title: String

  /// The commands, in the order in which help lists them.
  public let commands: [CommandSyntax]

  /// Makes a chapter.
  public init(_ title: String, _ commands: [CommandSyntax]) {
    self.title = title
    self.commands = commands
  }

  /// The word under which help finds the chapter.
  public var topic: String {
    title.split(separator: " ").first.map { $0.lowercased() } ?? ""
  }
}
