/// A command that fits the grammar, ready to run as often as need be: what it was given was read once.
@MainActor
package struct ParsedCommand<Context: CommandContext> {
  /// What it is.
  package let command: Command<Context>

  /// The command as it was written.
  package let text: CommandText

  /// What it was given, in the order of its parameters.
  package let arguments: [GivenArgument<Context>]

  private let action: @MainActor (Context) throws -> Answer

  init(_ given: GivenArguments<Context>) throws(Diagnostic) {
    command = given.command
    text = given.text
    arguments = given.command.parameters.compactMap { parameter in
      given.text(of: parameter).map { GivenArgument(parameter: parameter, text: $0) }
    }
    action = try given.command.prepare(given)
  }

  /// Carries it out.
  ///
  /// - Throws: what its action throws; a fault of an argument as a diagnostic at it.
  package func run(in context: Context) throws -> Answer {
    do {
      return try action(context)
    } catch let fault as ValueFault {
      let range = fault.argument.flatMap { argument(named: $0)?.range }
      throw text.diagnostic(fault, at: range ?? text.end)
    }
  }

  /// What was given for a parameter; nil where nothing was.
  package func argument(named name: String) -> GivenArgument<Context>? {
    arguments.first { $0.parameter.name == name }
  }
}

/// An argument that a command was given.
@MainActor
package struct GivenArgument<Context: CommandContext> {
  /// The parameter.
  package let parameter: Parameter<Context>

  /// The words.
  package let text: ArgumentText<Context>

  /// Where they stand.
  package var range: SourceRange { text.range }

  /// What errors find it by.
  package var role: Role? { parameter.form.role }
}
