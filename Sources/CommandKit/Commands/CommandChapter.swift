/// Commands that help lists under one heading.
package struct CommandChapter<Context: CommandContext>: Sendable {
  /// The heading; its first word in lower case is the chapter's topic.
  package let title: String

  /// Other topics by which help finds it.
  let otherTopics: [String]

  /// What its commands have in common, for the page of the chapter; empty for none.
  let introduction: String

  /// The sections of its commands.
  package let sections: [CommandSection<Context>]

  /// Makes a chapter.
  package init(
    _ title: String, called topics: [String] = [], introduction: String = "",
    _ sections: [CommandSection<Context>]
  ) {
    self.title = title
    otherTopics = topics
    self.introduction = introduction
    self.sections = sections
  }

  /// Makes a chapter of commands that are already made.
  package init(_ title: String, called topics: [String] = [], _ commands: [Command<Context>]) {
    let words = commands.flatMap(\.spellings).compactMap(\.first).unique
    self.init(title, called: topics, [CommandSection(words) { commands }])
  }

  /// The commands, in the order in which help lists them.
  package var commands: [Command<Context>] { sections.flatMap(\.commands) }

  /// The same chapter, with options written with a prefix.
  func prefixingOptions(by prefix: String) -> Self {
    Self(
      title, called: otherTopics, introduction: introduction,
      sections.map { $0.prefixingOptions(by: prefix) })
  }

  /// The topic by which help finds the chapter.
  package var topic: String {
    title.prefix { $0.isLetter }.lowercased()
  }
}
