/// A clause of a language of its own that is being typed.
@MainActor
public struct ClauseText<Context: CommandContext> {
  /// The clause up to the cursor, with a space behind its last token where there is one.
  public let text: String

  /// The name of the argument.
  public let name: String

  /// The names of the options that may follow.
  public let words: [String]

  /// The session.
  public let context: Context

  private let command: CommandText
  private let given: [(parameter: Parameter<Context>, place: Range<Int>)]

  init(
    _ text: String, at position: CommandPosition<Context>, of command: CommandText,
    in context: Context
  ) {
    self.text = text
    name = position.parameter?.name ?? ""
    words = position.words
    self.context = context
    self.command = command
    given = position.given
  }

  /// What was given before for another argument; nil where nothing was.
  public func argument(with role: Role) -> ArgumentText<Context>? {
    given.first { $0.parameter.form.role == role }.map {
      ArgumentText($0.place, of: command, named: $0.parameter.name, in: context)
    }
  }
}
