/// A parsed command, ready to run any number of times; its arguments are read once.
@MainActor
package struct ParsedCommand<Context: CommandContext> {
  /// The declaration.
  package let command: Command<Context>

  /// The text of the command.
  package let text: CommandText

  /// The arguments, in the order of the parameters.
  package let arguments: [GivenArgument<Context>]

  private let action: @MainActor (Context) throws -> Answer

  init(_ given: GivenArguments<Context>) throws(Diagnostic) {
    command = given.command
    text = given.text
    arguments = given.command.parameters.compactMap { parameter in
      given.text(named: parameter.name).map { GivenArgument(parameter: parameter, text: $0) }
    }
    action = try given.command.prepare(given)
  }

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

  /// The argument of a parameter; nil where it was not given.
  package func argument(named name: String) -> GivenArgument<Context>? {
    arguments.first { $0.parameter.name == name }
  }
}

/// An argument as given to a command.
@MainActor
package struct GivenArgument<Context: CommandContext> {
  /// The parameter.
  package let parameter: Parameter<Context>

  /// The words.
  package let text: ArgumentText<Context>

  /// The place of the words.
  package var range: SourceRange { text.range }
}
