/// A text that may complete a value.
package struct CompletionCandidate: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The value.
  package let text: String

  /// What it is, for a list of candidates: `Gonzalez · site 4`.
  package let note: String

  /// Whether it is meant by what was typed although it does not begin so: a code by the name of a
  /// guest.
  package let isMeant: Bool

  /// Makes a candidate.
  package init(_ text: String, note: String = "", isMeant: Bool = false) {
    (self.text, self.note, self.isMeant) = (text, note, isMeant)
  }

  package init(stringLiteral text: String) { self.init(text) }
}

/// A value of a command that is being typed.
@MainActor
package struct ValueBeginning<Context: CommandContext> {
  /// What was typed of the value.
  package let beginning: String

  /// The session.
  package let context: Context

  /// The command; nil while it is not known.
  package let command: Command<Context>?

  /// The names of the options that were given before.
  package let options: Set<String>
}
