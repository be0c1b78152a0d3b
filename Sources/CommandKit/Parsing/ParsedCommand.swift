/// A command that fits the grammar, ready to run as often as need be: what it was given was read once.
@MainActor
public struct ParsedCommand<Context: CommandContext> {
  /// What it is.
  public let command: Command<Context>

  /// The command as it was written.
  public let text: CommandText

  /// What it was given, in the order of its parameters.
  public let arguments: [GivenArgument<Context>]

  private let action: @MainActor (Context) throws -> Context.Output

  init(_ given: GivenArguments<Context>) throws(Diagnostic) {
    command = given.command
    text = given.text
    arguments = given.command.parameters.compactMap { parameter in
      given.text(of: parameter).map { GivenArgument(parameter: parameter, text: $0) }
    }
    action = try given.command.prepare(given)
  }

  /// Carries it out.
  public func run(in context: Context) throws -> Context.Output { try action(context) }

  /// What was given for a parameter; nil where nothing was.
  public func argument(named name: String) -> GivenArgument<Context>? {
    arguments.first { $0.parameter.name == name }
  }
}

/// An argument that a command was given.
@MainActor
public struct GivenArgument<Context: CommandContext> {
  /// The parameter.
  public let parameter: Parameter<Context>

  /// The words.
  public let text: ArgumentText<Context>

  /// Where they stand.
  public var range: SourceRange { text.range }

  /// What errors find it by.
  public var role: Role? { parameter.form.role }
}
