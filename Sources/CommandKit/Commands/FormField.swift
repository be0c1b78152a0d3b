import Rendering

/// A value that a person may give for an option when asked, instead of writing it into the command.
package struct FormField: Sendable, Hashable {
  /// The option.
  package let option: String

  /// What it means, as a phrase.
  package let summary: String

  /// The present value; nil for none, or where it is not known.
  package let present: String?
}

/// The present values of what a command changes, by its options.
package typealias PresentValues<Context: CommandContext> =
  @MainActor (GivenArguments<Context>, Context) throws -> [String: Cell]

extension ParsedCommand {
  /// The options of a command that was given nothing to change; nil for any other.
  ///
  /// - Throws: an error if what it changes cannot be found.
  package func openForm(in context: Context) throws -> [FormField]? {
    guard let present = command.presentValues, isWithoutChange else { return nil }
    let values = try present(given, context)
    return command.options.filter { command.changes.contains($0.name) && !$0.isFlag }.map {
      FormField(
        option: $0.name, summary: $0.summary, present: values[$0.name]?.shownText)
    }
  }
}

extension Cell {
  /// The value as a person types it; nil for none.
  fileprivate var shownText: String? {
    if case .boolean(let isTrue) = self { return isTrue ? "yes" : "no" }
    return plainText.flatMap { $0.isEmpty ? nil : $0 }
  }
}
