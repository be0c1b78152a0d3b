/// A clause of a sublanguage that is being typed.
@MainActor
package struct ClauseText<Context: CommandContext> {
  /// The clause up to the cursor, including a space after its last token, if any.
  package let text: String

  /// The name of the argument.
  package let name: String

  /// The names of the options that may follow.
  package let words: [String]

  /// The session.
  package let context: Context

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

  /// The words given earlier for another argument; nil if there are none.
  package func argument(with role: String) -> ArgumentText<Context>? {
    given.first { $0.parameter.form.role == role }.map {
      ArgumentText([$0.place], of: command, named: $0.parameter.name, in: context)
    }
  }
}
