/// A parsed command, ready to run any number of times; its arguments are read once.
@MainActor
package struct ParsedCommand<Context: CommandContext> {
  private let given: GivenArguments<Context>
  private let action: @MainActor (Context) throws -> Answer

  init(_ given: GivenArguments<Context>) throws(Diagnostic) {
    self.given = given
    action = try given.command.answer.read(given)
  }

  /// The declaration.
  package var command: Command<Context> { given.command }

  /// The text of the command.
  package var text: CommandText { given.text }

  /// The arguments given, in the order of the parameters.
  package var arguments: [ArgumentText<Context>] {
    command.parameters.compactMap { argument(named: $0.name) }
  }

  /// The argument of a parameter; nil where it was not given.
  package func argument(named name: String) -> ArgumentText<Context>? { given.text(named: name) }

  /// Runs the command.
  ///
  /// - Throws: what its action throws; a fault of an argument as a diagnostic at its place.
  package func run(in context: Context) throws -> Answer {
    do {
      return try action(context)
    } catch let fault as ValueFault {
      let range = fault.argument.flatMap { argument(named: $0)?.range }
      throw text.diagnostic(fault, at: range ?? text.end)
    }
  }
}
