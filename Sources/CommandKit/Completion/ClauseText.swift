/// A clause of a sublanguage that is being typed.
@MainActor
package struct ClauseText<Context: CommandContext> {
  /// The clause up to the cursor, including a space after its last token, if any.
  package let text: String

  /// The session.
  package let context: Context

  let position: CommandPosition<Context>
  let command: CommandText

  /// The names of the options that may follow.
  package var words: [String] { position.words }

  /// The words given earlier for another argument; nil if there are none.
  package func argument(with role: String) -> ArgumentText<Context>? {
    position.given.first { $0.parameter.form.role == role }.map {
      ArgumentText([$0.place], of: command, for: $0.parameter, in: context)
    }
  }
}
